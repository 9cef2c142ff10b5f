-- @name dashboard-headlines
-- @summary The figures of a period that matter first, beside those of the period of the same length before it.
-- @description One row for each figure. Of what lasts (under_management, managed, violations_open, wipes_unconfirmed)
--   the end of the period tells, and the end of the period before; of what happens (enrollments, enrollments_failed)
--   the sum. before is null where the log does not reach back so far. managed_clean are those of managed without an
--   open violation at the end of the period; which accounts were managed is known as of now alone, so it is null where
--   an account has an event after the period, and never compared. Read from the projections of rollups, accounts and
--   findings.
-- @kind report
-- @param since timestamptz required -- days that end after this instant
-- @param until timestamptz required -- and begin before this one
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column figure text -- under_management, managed, managed_clean, violations_open, wipes_unconfirmed, enrollments or
--   enrollments_failed
-- @column value bigint -- the figure; null where it is not known
-- @column before bigint -- that of the period before
-- @order tenant
-- @cost bounded
-- @example since=2026-03-16T00:00:00Z until=2026-04-01T00:00:00Z
-- @example since=2026-03-09T00:00:00Z until=2026-03-16T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example since=2026-03-01T00:00:00Z until=2026-04-01T00:00:00Z

\if :{?tenant} \else \set tenant '' \endif

WITH period AS (
    SELECT
        (:'since'::timestamptz AT TIME ZONE 'UTC')::date AS first_day,
        (
            -- Before a period without an end there is none, nor before one that is longer than the years before it.
            CASE
                WHEN isfinite(:'since'::timestamptz)
                    AND isfinite(:'until'::timestamptz)
                    AND :'until'::timestamptz - :'since'::timestamptz
                        < :'since'::timestamptz - timestamptz '0001-01-01 00:00:00+00'
                    THEN :'since'::timestamptz - (:'until'::timestamptz - :'since'::timestamptz)
                ELSE '-infinity'
            END AT TIME ZONE 'UTC'
        )::date AS first_day_before,
        ((:'until'::timestamptz - interval '1 microsecond') AT TIME ZONE 'UTC')::date AS last_day
),
moves AS (
    SELECT s.tenant, s.day, 0 AS ordinal, 'under_management' AS figure, true AS lasts, sum(s.accounts) AS number
    FROM reporting.v1_daily_status AS s
    WHERE s.day BETWEEN (SELECT p.first_day_before FROM period AS p) AND (SELECT p.last_day FROM period AS p)
        AND s.status NOT IN ('notTargeted', 'wiped', 'unenrolled', 'unknown')
        AND (:'tenant'::text = '' OR s.tenant = NULLIF(:'tenant'::text, '')::uuid)
    GROUP BY s.tenant, s.day
    UNION ALL
    SELECT s.tenant, s.day, 1, 'managed', true, s.accounts
    FROM reporting.v1_daily_status AS s
    WHERE s.day BETWEEN (SELECT p.first_day_before FROM period AS p) AND (SELECT p.last_day FROM period AS p)
        AND s.status = 'managed'
        AND (:'tenant'::text = '' OR s.tenant = NULLIF(:'tenant'::text, '')::uuid)
    UNION ALL
    SELECT f.tenant, f.day, 2, 'violations_open', true, sum(f.open_at_end)
    FROM reporting.v1_daily_finding AS f
    WHERE f.day BETWEEN (SELECT p.first_day_before FROM period AS p) AND (SELECT p.last_day FROM period AS p)
        AND f.severity = 'violation'
        AND (:'tenant'::text = '' OR f.tenant = NULLIF(:'tenant'::text, '')::uuid)
    GROUP BY f.tenant, f.day
    UNION ALL
    SELECT w.tenant, w.day, 3, 'wipes_unconfirmed', true, sum(w.open_at_end)
    FROM reporting.v1_daily_wipe AS w
    WHERE w.day BETWEEN (SELECT p.first_day_before FROM period AS p) AND (SELECT p.last_day FROM period AS p)
        AND (:'tenant'::text = '' OR w.tenant = NULLIF(:'tenant'::text, '')::uuid)
    GROUP BY w.tenant, w.day
    UNION ALL
    SELECT e.tenant, e.day, v.ordinal, v.figure, false, sum(v.number)
    FROM reporting.v1_daily_enrollment AS e
    CROSS JOIN LATERAL (
        VALUES (4, 'enrollments', e.results), (5, 'enrollments_failed', CASE WHEN e.succeeded THEN 0 ELSE e.results END)
    ) AS v (ordinal, figure, number)
    WHERE e.day BETWEEN (SELECT p.first_day_before FROM period AS p) AND (SELECT p.last_day FROM period AS p)
        AND e.succeeded IS NOT NULL
        AND (:'tenant'::text = '' OR e.tenant = NULLIF(:'tenant'::text, '')::uuid)
    GROUP BY e.tenant, e.day, v.ordinal, v.figure
),
-- The days that the log has, whatever happened on them.
known AS (
    SELECT s.tenant, min(s.day) AS first_day, max(s.day) AS last_day
    FROM reporting.v1_daily_status AS s
    WHERE s.day BETWEEN (SELECT p.first_day_before FROM period AS p) AND (SELECT p.last_day FROM period AS p)
        AND (:'tenant'::text = '' OR s.tenant = NULLIF(:'tenant'::text, '')::uuid)
    GROUP BY s.tenant
),
violated AS (
    SELECT DISTINCT f.tenant, f.account
    FROM reporting.v1_finding AS f
    WHERE f.severity = 'violation'
        AND f.account IS NOT NULL
        AND f.opened_at < :'until'::timestamptz
        AND (f.closed_at IS NULL OR f.closed_at >= :'until'::timestamptz)
        AND f.ended IS DISTINCT FROM 'superseded'
        AND (:'tenant'::text = '' OR f.tenant = NULLIF(:'tenant'::text, '')::uuid)
),
managed AS (
    SELECT a.tenant, count(*) FILTER (WHERE a.status = 'managed' AND v.account IS NULL) AS clean
    FROM reporting.v1_account AS a
    LEFT JOIN violated AS v ON v.tenant = a.tenant AND v.account = a.account
    WHERE :'tenant'::text = '' OR a.tenant = NULLIF(:'tenant'::text, '')::uuid
    GROUP BY a.tenant
    -- What an account was is known as of its last event.
    HAVING max(a.last_event_at) < :'until'::timestamptz
)
SELECT
    k.tenant,
    g.figure,
    CASE
        WHEN g.figure = 'managed_clean' THEN c.clean
        ELSE coalesce(
            sum(m.number) FILTER (WHERE CASE WHEN g.lasts THEN m.day = k.last_day ELSE m.day >= p.first_day END), 0
        )::bigint
    END AS value,
    CASE
        WHEN g.figure = 'managed_clean' THEN NULL
        WHEN k.first_day <= CASE WHEN g.lasts THEN p.first_day - 1 ELSE p.first_day_before END
            THEN coalesce(
                sum(m.number) FILTER (
                    WHERE CASE WHEN g.lasts THEN m.day = p.first_day - 1 ELSE m.day < p.first_day END
                ),
                0
            )::bigint
    END AS before
FROM known AS k
CROSS JOIN period AS p
CROSS JOIN (
    VALUES
        (0, 'under_management', true),
        (1, 'managed', true),
        (2, 'managed_clean', true),
        (3, 'violations_open', true),
        (4, 'wipes_unconfirmed', true),
        (5, 'enrollments', false),
        (6, 'enrollments_failed', false)
) AS g (ordinal, figure, lasts)
LEFT JOIN moves AS m ON m.tenant = k.tenant AND m.figure = g.figure
LEFT JOIN managed AS c ON c.tenant = k.tenant
GROUP BY k.tenant, k.first_day, k.last_day, p.first_day, p.first_day_before, g.ordinal, g.figure, g.lasts, c.clean
ORDER BY k.tenant, g.ordinal;
