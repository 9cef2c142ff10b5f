-- @name daily-statuses
-- @summary How many accounts were in each status at the end of each day.
-- @description One row for each day of [since, until), in UTC, and each status that any account ever has at a day's
--   end. share is that of the accounts known by then. What arrives late moves the days that it tells of. Days go
--   from that of the first event to that of through_recorded_at, those without any too. Read from the rollups by
--   day.
-- @kind timeseries
-- @param since timestamptz default "-infinity" -- days that end after this instant
-- @param until timestamptz default "infinity" -- and begin before this one
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column day date -- the day (UTC)
-- @column status text -- the status, as wipePending, nonCompliant or managed
-- @column accounts bigint -- how many accounts have it at the end of the day
-- @column share double precision -- their share of all accounts then, from 0 to 1; null before the first
-- @column through_position bigint -- every event below this position is in
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order tenant, day, status
-- @cursor tenant, day, status
-- @cost bounded
-- @example since=2026-03-01T00:00:00Z until=2026-03-08T00:00:00Z
-- @example since=2026-03-30T00:00:00Z until=2026-04-01T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?tenant} \else \set tenant '' \endif

SELECT
    d.tenant,
    d.day,
    d.status,
    d.accounts,
    round(d.accounts / NULLIF(sum(d.accounts) OVER (PARTITION BY d.tenant, d.day), 0), 4)::double precision AS share,
    d.through_position,
    d.through_recorded_at
FROM reporting.v1_daily_status AS d
WHERE (d.day + 1)::timestamp AT TIME ZONE 'UTC' > :'since'::timestamptz
    AND d.day::timestamp AT TIME ZONE 'UTC' < :'until'::timestamptz
    AND (:'tenant'::text = '' OR d.tenant = NULLIF(:'tenant'::text, '')::uuid)
ORDER BY d.tenant, d.day, d.status COLLATE "C";
