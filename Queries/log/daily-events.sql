-- @name daily-events
-- @summary How many events of each type there were on each day.
-- @description One row for each day of [since, until), in UTC, and each type of event that ever occurs. Days go
--   from that of the first event to that of through_recorded_at, those without any too. Read from the rollups by
--   day. events-by-day-and-type counts accounts and devices too, and by the midnights of any zone, but reads the
--   events.
-- @kind timeseries
-- @param since timestamptz default "-infinity" -- days that end after this instant
-- @param until timestamptz default "infinity" -- and begin before this one
-- @param type text default "" -- only types that begin so, as mam.wipe.; empty for all
-- @param app text default "" -- one app alone, by its bundle id; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column day date -- the day (UTC)
-- @column type text -- the type of the events
-- @column events bigint -- how many events
-- @column through_position bigint -- every event below this position is in
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order tenant, day, type
-- @cursor tenant, day, type
-- @cost bounded
-- @example since=2026-03-01T00:00:00Z until=2026-03-08T00:00:00Z
-- @example since=2026-02-24T00:00:00Z until=2026-04-01T00:00:00Z type=mam.wipe. app=example.driftwood.mail tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?type} \else \set type '' \endif
\if :{?app} \else \set app '' \endif
\if :{?tenant} \else \set tenant '' \endif

SELECT
    d.tenant,
    d.day,
    d.type,
    sum(d.events)::bigint AS events,
    max(d.through_position) AS through_position,
    max(d.through_recorded_at) AS through_recorded_at
FROM reporting.v1_daily_event AS d
WHERE (d.day + 1)::timestamp AT TIME ZONE 'UTC' > :'since'::timestamptz
    AND d.day::timestamp AT TIME ZONE 'UTC' < :'until'::timestamptz
    AND (:'type'::text = '' OR starts_with(d.type, :'type'::text))
    AND (:'app'::text = '' OR d.app = :'app'::text)
    AND (:'tenant'::text = '' OR d.tenant = NULLIF(:'tenant'::text, '')::uuid)
GROUP BY d.tenant, d.day, d.type
ORDER BY d.tenant, d.day, d.type COLLATE "C";
