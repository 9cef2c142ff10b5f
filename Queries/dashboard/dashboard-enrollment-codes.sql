-- @name dashboard-enrollment-codes
-- @summary What enrollments were answered in a period, by code, beside the period of the same length before it.
-- @description One row for each code that occurs in [since, until) or in the period before. Read from the projection
--   of rollups.
-- @kind report
-- @param since timestamptz required -- days that end after this instant
-- @param until timestamptz required -- and begin before this one
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column code bigint -- the code of IntuneMAMEnrollmentStatusCode; null for a word that is none
-- @column code_name text -- its name; null for an unknown number
-- @column succeeded boolean -- whether it leaves the account enrolled; null where it says neither that nor a failure
-- @column results bigint -- how many results of the period have it
-- @column results_before bigint -- how many of the period before
-- @order tenant, results desc, code
-- @cost bounded
-- @example since=2026-03-16T00:00:00Z until=2026-04-01T00:00:00Z
-- @example since=2026-03-09T00:00:00Z until=2026-03-16T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example since=2026-03-01T00:00:00Z until=2026-04-01T00:00:00Z

\if :{?tenant} \else \set tenant '' \endif

WITH results AS (
    SELECT
        e.tenant,
        e.code,
        e.code_name,
        e.succeeded,
        e.results,
        e.day >= (:'since'::timestamptz AT TIME ZONE 'UTC')::date AS is_in
    FROM reporting.v1_daily_enrollment AS e
    -- Before a period without an end there is none.
    WHERE e.day >= CASE
            WHEN isfinite(:'since'::timestamptz) AND isfinite(:'until'::timestamptz)
                THEN :'since'::timestamptz - (:'until'::timestamptz - :'since'::timestamptz)
            ELSE :'since'::timestamptz
        END AT TIME ZONE 'UTC'
        AND e.day < :'until'::timestamptz AT TIME ZONE 'UTC'
        AND (:'tenant'::text = '' OR e.tenant = NULLIF(:'tenant'::text, '')::uuid)
)
SELECT
    r.tenant,
    r.code,
    r.code_name,
    r.succeeded,
    coalesce(sum(r.results) FILTER (WHERE r.is_in), 0)::bigint AS results,
    coalesce(sum(r.results) FILTER (WHERE NOT r.is_in), 0)::bigint AS results_before
FROM results AS r
GROUP BY r.tenant, r.code, r.code_name, r.succeeded
HAVING sum(r.results) > 0
ORDER BY r.tenant, results DESC, r.code;
