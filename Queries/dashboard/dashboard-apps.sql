-- @name dashboard-apps
-- @summary What each app met in a period, and what of it is open at its end.
-- @description One row for each app of which a rollup of the period tells anything, by bundle id. Read from the
--   projection of rollups. For each day and each rule of an app it looks up what is open: nine months take about a
--   second.
-- @kind report
-- @param since timestamptz required -- days that end after this instant
-- @param until timestamptz required -- and begin before this one
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column app text -- the bundle id
-- @column enrollments bigint -- results of enrollments that say that it succeeded or failed
-- @column enrollments_failed bigint -- of these: that it failed
-- @column remediations bigint -- results of remediations
-- @column remediations_failed bigint -- of these: other than compliant
-- @column wipes_confirmed bigint -- wipes that were confirmed
-- @column wipes_unconfirmed bigint -- wipes that were not confirmed at the end
-- @column findings_opened bigint -- violations and warnings that opened
-- @column violations_open bigint -- violations that were open at the end
-- @column warnings_open bigint -- warnings that were open at the end
-- @order tenant, app
-- @cost bounded
-- @example since=2026-03-01T00:00:00Z until=2026-03-11T00:00:00Z
-- @example since=2026-03-09T00:00:00Z until=2026-03-16T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example since=2026-03-01T00:00:00Z until=2026-04-01T00:00:00Z

\if :{?tenant} \else \set tenant '' \endif

WITH period AS (
    SELECT
        (:'since'::timestamptz AT TIME ZONE 'UTC')::date AS first_day,
        ((:'until'::timestamptz - interval '1 microsecond') AT TIME ZONE 'UTC')::date AS last_day
),
enrollments AS (
    SELECT
        e.tenant,
        e.app,
        sum(e.results) AS enrollments,
        sum(e.results) FILTER (WHERE NOT e.succeeded) AS enrollments_failed
    FROM reporting.v1_daily_enrollment AS e
    WHERE e.day BETWEEN (SELECT p.first_day FROM period AS p) AND (SELECT p.last_day FROM period AS p)
        AND e.succeeded IS NOT NULL
        AND (:'tenant'::text = '' OR e.tenant = NULLIF(:'tenant'::text, '')::uuid)
    GROUP BY e.tenant, e.app
),
remediations AS (
    SELECT
        c.tenant,
        c.app,
        sum(c.results) AS remediations,
        sum(c.results) FILTER (WHERE c.status <> 'compliant') AS remediations_failed
    FROM reporting.v1_daily_compliance AS c
    WHERE c.day BETWEEN (SELECT p.first_day FROM period AS p) AND (SELECT p.last_day FROM period AS p)
        AND c.status <> 'required'
        AND (:'tenant'::text = '' OR c.tenant = NULLIF(:'tenant'::text, '')::uuid)
    GROUP BY c.tenant, c.app
),
wipes AS (
    SELECT
        w.tenant,
        w.app,
        sum(w.completed) AS wipes_confirmed,
        sum(w.open_at_end) FILTER (WHERE w.day = w.last_day) AS wipes_unconfirmed
    FROM (
        SELECT w.tenant, w.app, w.day, w.completed, w.open_at_end, max(w.day) OVER (PARTITION BY w.tenant) AS last_day
        FROM reporting.v1_daily_wipe AS w
        WHERE w.day BETWEEN (SELECT p.first_day FROM period AS p) AND (SELECT p.last_day FROM period AS p)
            AND (:'tenant'::text = '' OR w.tenant = NULLIF(:'tenant'::text, '')::uuid)
    ) AS w
    GROUP BY w.tenant, w.app
),
findings AS (
    SELECT
        f.tenant,
        f.app,
        sum(f.opened) AS findings_opened,
        sum(f.open_at_end) FILTER (WHERE f.day = f.last_day AND f.severity = 'violation') AS violations_open,
        sum(f.open_at_end) FILTER (WHERE f.day = f.last_day AND f.severity = 'warning') AS warnings_open
    FROM (
        SELECT
            f.tenant,
            f.app,
            f.day,
            f.severity,
            f.opened,
            f.open_at_end,
            max(f.day) OVER (PARTITION BY f.tenant) AS last_day
        FROM reporting.v1_daily_finding AS f
        WHERE f.day BETWEEN (SELECT p.first_day FROM period AS p) AND (SELECT p.last_day FROM period AS p)
            AND f.severity <> 'note'
            AND (:'tenant'::text = '' OR f.tenant = NULLIF(:'tenant'::text, '')::uuid)
    ) AS f
    GROUP BY f.tenant, f.app
),
apps AS (
    SELECT e.tenant, e.app FROM enrollments AS e WHERE e.enrollments > 0
    UNION
    SELECT c.tenant, c.app FROM remediations AS c WHERE c.remediations > 0
    UNION
    SELECT w.tenant, w.app FROM wipes AS w WHERE w.wipes_confirmed > 0 OR w.wipes_unconfirmed > 0
    UNION
    SELECT f.tenant, f.app
    FROM findings AS f
    WHERE f.findings_opened > 0 OR f.violations_open > 0 OR f.warnings_open > 0
)
SELECT
    a.tenant,
    a.app,
    coalesce(e.enrollments, 0)::bigint AS enrollments,
    coalesce(e.enrollments_failed, 0)::bigint AS enrollments_failed,
    coalesce(c.remediations, 0)::bigint AS remediations,
    coalesce(c.remediations_failed, 0)::bigint AS remediations_failed,
    coalesce(w.wipes_confirmed, 0)::bigint AS wipes_confirmed,
    coalesce(w.wipes_unconfirmed, 0)::bigint AS wipes_unconfirmed,
    coalesce(f.findings_opened, 0)::bigint AS findings_opened,
    coalesce(f.violations_open, 0)::bigint AS violations_open,
    coalesce(f.warnings_open, 0)::bigint AS warnings_open
FROM apps AS a
LEFT JOIN enrollments AS e ON e.tenant = a.tenant AND e.app = a.app
LEFT JOIN remediations AS c ON c.tenant = a.tenant AND c.app = a.app
LEFT JOIN wipes AS w ON w.tenant = a.tenant AND w.app = a.app
LEFT JOIN findings AS f ON f.tenant = a.tenant AND f.app = a.app
WHERE a.app IS NOT NULL
ORDER BY a.tenant, a.app COLLATE "C";
