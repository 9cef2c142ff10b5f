-- @name dashboard-enrollments-by-day
-- @summary How enrollments came out on each day.
-- @description One row for each day of [since, until), week or month: the results that apps were told. An enrollment
--   that is tried again has a result again. Read from the projection of rollups.
-- @kind timeseries
-- @param since timestamptz default "-infinity" -- days that end after this instant
-- @param until timestamptz default "infinity" -- and begin before this one
-- @param step text default "day" enum day|week|month -- how long a row lasts; weeks begin on Mondays
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column day date -- the first day (UTC) of the row
-- @column succeeded bigint -- results that leave the account enrolled
-- @column failed bigint -- results that say that it failed
-- @column other bigint -- results that say neither: the service has no policy for the account, or the code is unknown
-- @order tenant, day
-- @cost bounded
-- @example since=2026-03-01T00:00:00Z until=2026-03-08T00:00:00Z
-- @example since=2026-03-01T00:00:00Z until=2026-04-01T00:00:00Z step=month tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example since=2026-03-01T00:00:00Z until=2026-04-01T00:00:00Z

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?step} \else \set step 'day' \endif
\if :{?tenant} \else \set tenant '' \endif

SELECT
    e.tenant,
    date_trunc(:'step'::text, e.day::timestamp)::date AS day,
    coalesce(sum(e.results) FILTER (WHERE e.succeeded), 0)::bigint AS succeeded,
    coalesce(sum(e.results) FILTER (WHERE NOT e.succeeded), 0)::bigint AS failed,
    coalesce(sum(e.results) FILTER (WHERE e.succeeded IS NULL), 0)::bigint AS other
FROM reporting.v1_daily_enrollment AS e
WHERE e.day >= (:'since'::timestamptz AT TIME ZONE 'UTC')::date
    AND e.day < :'until'::timestamptz AT TIME ZONE 'UTC'
    AND (:'tenant'::text = '' OR e.tenant = NULLIF(:'tenant'::text, '')::uuid)
GROUP BY e.tenant, 2
ORDER BY e.tenant, 2;
