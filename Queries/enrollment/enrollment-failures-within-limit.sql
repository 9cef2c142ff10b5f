-- @name enrollment-failures-within-limit
-- @summary Whether the share of failed enrollments of each app stays within a limit.
-- @description One row for each app with a result of an enrollment on the days of [since, until), in UTC, those that
--   alarm first: alarm where more than the percentage failed, skip where there are fewer results than least, else ok.
--   A result fails with 200 and above, save 208 (enrolled already) and 225 (not targeted). A tenant without a result
--   has one row, skip. Read from the rollups by day.
-- @kind control
-- @severity warning
-- @rule none
-- @remediation mamaudit query run enrollment-failures-by-code tells the codes and what each means, and
--   enrollment-failures-by-version whether they came with a version of the SDK.
-- @param since timestamptz default "-infinity" -- days that end after this instant
-- @param until timestamptz default "infinity" -- and begin before this one
-- @param percent double precision default "10" -- how many of a hundred results may fail
-- @param least bigint default "10" -- how many results it takes to judge an app
-- @param only text default "all" enum all|alarm -- alarm: only what fails
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column resource text -- the app; the tenant where there was no result
-- @column status text -- ok, alarm or skip
-- @column reason text -- how many failed, of how many
-- @column tenant uuid -- the Entra tenant id
-- @column app text -- the bundle id
-- @column results bigint -- how many results
-- @column failed bigint -- how many of them failed
-- @column share double precision -- their share, from 0 to 1
-- @column first_day date -- the first day with a result
-- @column last_day date -- the last one
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order status, share desc, tenant, app
-- @cost bounded
-- @example
-- @example since=2026-03-15T00:00:00Z until=2026-04-01T00:00:00Z percent=2.5 least=1 only=alarm
-- @example until=2026-02-20T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?percent} \else \set percent '10' \endif
\if :{?least} \else \set least '10' \endif
\if :{?only} \else \set only 'all' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH tenants AS (
    SELECT a.tenant, max(a.through_recorded_at) AS through_recorded_at
    FROM reporting.v1_account AS a
    WHERE :'tenant'::text = '' OR a.tenant = NULLIF(:'tenant'::text, '')::uuid
    GROUP BY a.tenant
),
results AS (
    SELECT
        d.tenant,
        d.app,
        sum(d.results)::bigint AS results,
        coalesce(sum(d.results) FILTER (WHERE NOT d.succeeded), 0)::bigint AS failed,
        min(d.day) AS first_day,
        max(d.day) AS last_day
    FROM reporting.v1_daily_enrollment AS d
    WHERE (d.day + 1)::timestamp AT TIME ZONE 'UTC' > :'since'::timestamptz
        AND d.day::timestamp AT TIME ZONE 'UTC' < :'until'::timestamptz
        AND d.results > 0
    GROUP BY d.tenant, d.app
),
judged AS (
    SELECT
        r.tenant,
        r.app,
        r.results,
        r.failed,
        round(r.failed::numeric / r.results, 4)::double precision AS share,
        r.first_day,
        r.last_day,
        CASE
            WHEN r.results < :'least'::bigint THEN 'skip'
            WHEN 100 * r.failed > :'percent'::double precision * r.results THEN 'alarm'
            ELSE 'ok'
        END AS status
    FROM results AS r
)
SELECT
    coalesce(j.app, t.tenant::text) AS resource,
    coalesce(j.status, 'skip') AS status,
    CASE
        WHEN j.app IS NULL THEN 'There was no result in that time.'
        WHEN j.status = 'skip' THEN j.failed || ' of ' || j.results || ' failed: too few to judge.'
        ELSE j.failed || ' of ' || j.results || ' failed.'
    END AS reason,
    t.tenant,
    j.app,
    coalesce(j.results, 0) AS results,
    coalesce(j.failed, 0) AS failed,
    j.share,
    j.first_day,
    j.last_day,
    t.through_recorded_at
FROM tenants AS t
LEFT JOIN judged AS j ON j.tenant = t.tenant
WHERE :'only'::text = 'all' OR j.status = 'alarm'
ORDER BY
    array_position(ARRAY['error', 'alarm', 'info', 'ok', 'skip'], coalesce(j.status, 'skip')),
    j.share DESC, t.tenant, j.app COLLATE "C";
