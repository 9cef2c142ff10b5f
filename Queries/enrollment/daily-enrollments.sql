-- @name daily-enrollments
-- @summary How many enrollments succeeded and failed on each day.
-- @description One row for each day of [since, until), in UTC. results are all mam.enrollment.completed; of these,
--   succeeded are those after which the account is enrolled, failed those with 200 and above save 208 and 225, and
--   the others say that no policy is for the account or carry a code that nobody knows. share is that of the failed
--   ones; null on a day without results. Days go from that of the first event to that of through_recorded_at, those
--   without any too. Read from the rollups by day.
-- @kind timeseries
-- @param since timestamptz default "-infinity" -- days that end after this instant
-- @param until timestamptz default "infinity" -- and begin before this one
-- @param app text default "" -- one app alone, by its bundle id; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column day date -- the day (UTC)
-- @column results bigint -- how many results
-- @column succeeded bigint -- how many of them succeeded
-- @column failed bigint -- how many failed
-- @column share double precision -- the failed ones over the results, from 0 to 1; null where there are none
-- @column through_position bigint -- every event below this position is in
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order tenant, day
-- @cursor tenant, day
-- @cost bounded
-- @example since=2026-02-24T00:00:00Z until=2026-04-01T00:00:00Z
-- @example since=2026-03-01T00:00:00Z until=2026-03-08T00:00:00Z app=example.driftwood.mail tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?app} \else \set app '' \endif
\if :{?tenant} \else \set tenant '' \endif

SELECT
    d.tenant,
    d.day,
    sum(d.results)::bigint AS results,
    coalesce(sum(d.results) FILTER (WHERE d.succeeded), 0)::bigint AS succeeded,
    coalesce(sum(d.results) FILTER (WHERE NOT d.succeeded), 0)::bigint AS failed,
    round(
        coalesce(sum(d.results) FILTER (WHERE NOT d.succeeded), 0) / NULLIF(sum(d.results), 0), 4
    )::double precision AS share,
    max(d.through_position) AS through_position,
    max(d.through_recorded_at) AS through_recorded_at
FROM reporting.v1_daily_enrollment AS d
WHERE (d.day + 1)::timestamp AT TIME ZONE 'UTC' > :'since'::timestamptz
    AND d.day::timestamp AT TIME ZONE 'UTC' < :'until'::timestamptz
    AND (:'app'::text = '' OR d.app = :'app'::text)
    AND (:'tenant'::text = '' OR d.tenant = NULLIF(:'tenant'::text, '')::uuid)
GROUP BY d.tenant, d.day
ORDER BY d.tenant, d.day;
