-- @name daily-compliance
-- @summary What was said of compliance on each day.
-- @description One row for each day of [since, until), in UTC, and each status that ever occurs: required for a
--   token denied for want of app protection, else the result of a remediation (unknown where it is none of the
--   SDK's). Reads as events of the day; how many accounts stand in which status is for daily-statuses. Days go from
--   that of the first event to that of through_recorded_at, those without any too. Read from the rollups by day.
-- @kind timeseries
-- @param since timestamptz default "-infinity" -- days that end after this instant
-- @param until timestamptz default "infinity" -- and begin before this one
-- @param app text default "" -- one app alone, by its bundle id; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column day date -- the day (UTC)
-- @column status text -- required, or compliant, notCompliant, serviceFailure, networkFailure, interactionRequired, userCancelled or unknown
-- @column results bigint -- how many results, or denials
-- @column through_position bigint -- every event below this position is in
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order tenant, day, status
-- @cursor tenant, day, status
-- @cost bounded
-- @example since=2026-03-01T00:00:00Z until=2026-03-08T00:00:00Z
-- @example since=2026-03-24T00:00:00Z until=2026-03-28T00:00:00Z app=example.driftwood.mail tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?app} \else \set app '' \endif
\if :{?tenant} \else \set tenant '' \endif

SELECT
    d.tenant,
    d.day,
    d.status,
    sum(d.results)::bigint AS results,
    max(d.through_position) AS through_position,
    max(d.through_recorded_at) AS through_recorded_at
FROM reporting.v1_daily_compliance AS d
WHERE (d.day + 1)::timestamp AT TIME ZONE 'UTC' > :'since'::timestamptz
    AND d.day::timestamp AT TIME ZONE 'UTC' < :'until'::timestamptz
    AND (:'app'::text = '' OR d.app = :'app'::text)
    AND (:'tenant'::text = '' OR d.tenant = NULLIF(:'tenant'::text, '')::uuid)
GROUP BY d.tenant, d.day, d.status
ORDER BY d.tenant, d.day, d.status COLLATE "C";
