-- @name dashboard-enrollment-codes
-- @summary What enrollments were answered in a period, by code, beside the period of the same length before it.
-- @description One row for each code that occurs in [since, until) or in the period before. results_before is null
--   where the log does not reach back so far. Read from the projection of rollups.
-- @kind report
-- @param since timestamptz required -- days that end after this instant
-- @param until timestamptz required -- and begin before this one
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column code bigint -- the code of IntuneMAMEnrollmentStatusCode; null for a word that is none
-- @column code_name text -- its name; null for an unknown number
-- @column succeeded boolean -- whether it leaves the account enrolled; null where it says neither that nor a failure
-- @column results bigint -- how many results of the period have it
-- @column results_before bigint -- how many of the period before; null where the log does not reach back so far
-- @order tenant, results desc, code
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
-- The days that the log has, whatever happened on them.
known AS (
    SELECT s.tenant, min(s.day) AS first_day
    FROM reporting.v1_daily_status AS s
    WHERE s.day BETWEEN (SELECT p.first_day_before FROM period AS p) AND (SELECT p.last_day FROM period AS p)
        AND (:'tenant'::text = '' OR s.tenant = NULLIF(:'tenant'::text, '')::uuid)
    GROUP BY s.tenant
),
results AS (
    SELECT
        e.tenant,
        e.code,
        e.code_name,
        e.succeeded,
        e.results,
        e.day >= (SELECT p.first_day FROM period AS p) AS is_in
    FROM reporting.v1_daily_enrollment AS e
    WHERE e.day BETWEEN (SELECT p.first_day_before FROM period AS p) AND (SELECT p.last_day FROM period AS p)
        AND (:'tenant'::text = '' OR e.tenant = NULLIF(:'tenant'::text, '')::uuid)
)
SELECT
    r.tenant,
    r.code,
    r.code_name,
    r.succeeded,
    coalesce(sum(r.results) FILTER (WHERE r.is_in), 0)::bigint AS results,
    CASE
        WHEN k.first_day <= p.first_day_before
            THEN coalesce(sum(r.results) FILTER (WHERE NOT r.is_in), 0)::bigint
    END AS results_before
FROM results AS r
CROSS JOIN period AS p
LEFT JOIN known AS k ON k.tenant = r.tenant
-- What the log has of a period that it does not reach back to is no figure of that period.
WHERE r.is_in OR k.first_day <= p.first_day_before
GROUP BY r.tenant, r.code, r.code_name, r.succeeded, k.first_day, p.first_day_before
HAVING sum(r.results) > 0
ORDER BY r.tenant, results DESC, r.code;
