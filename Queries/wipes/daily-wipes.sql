-- @name daily-wipes
-- @summary How many wipes were asked for, confirmed and open on each day.
-- @description One row for each day of [since, until), in UTC. open_at_end counts the wipes that had begun by the
--   end of the day and were not confirmed by then, whenever they began. mean_s is the mean time from request to
--   confirmation of the wipes confirmed on the day, those aside of which no request is known; null where none was.
--   Days go from that of the first event to that of through_recorded_at, those without any too. Read from the
--   rollups by day.
-- @kind timeseries
-- @param since timestamptz default "-infinity" -- days that end after this instant
-- @param until timestamptz default "infinity" -- and begin before this one
-- @param origin text default "any"
--   enum any|admin|service|conditionalLaunch|offlineGrace|app|unenrollment|sharedDevice|unknown|none
--   -- only wipes that this asked for; none: no request is known
-- @param app text default "" -- one app alone, by its bundle id; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column day date -- the day (UTC)
-- @column requested bigint -- how many were asked for
-- @column completed bigint -- how many were confirmed
-- @column completed_in_24h bigint -- how many of these within 24 hours of the request
-- @column failed bigint -- how many failed, and have not failed again since
-- @column open_at_end bigint -- how many were open at the end of the day
-- @column mean_s bigint -- the mean of the seconds from request to confirmation
-- @column through_position bigint -- every event below this position is in
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order tenant, day
-- @cursor tenant, day
-- @cost bounded
-- @example since=2026-02-24T00:00:00Z until=2026-04-01T00:00:00Z
-- @example since=2026-03-20T00:00:00Z until=2026-03-28T00:00:00Z origin=admin app=example.driftwood.mail tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?origin} \else \set origin 'any' \endif
\if :{?app} \else \set app '' \endif
\if :{?tenant} \else \set tenant '' \endif

SELECT
    d.tenant,
    d.day,
    sum(d.requested)::bigint AS requested,
    sum(d.completed)::bigint AS completed,
    sum(d.completed_in_24h)::bigint AS completed_in_24h,
    sum(d.failed)::bigint AS failed,
    sum(d.open_at_end)::bigint AS open_at_end,
    (
        sum(d.time_to_complete_s) / NULLIF(sum(d.completed) FILTER (WHERE d.origin IS NOT NULL), 0)
    )::bigint AS mean_s,
    max(d.through_position) AS through_position,
    max(d.through_recorded_at) AS through_recorded_at
FROM reporting.v1_daily_wipe AS d
WHERE (d.day + 1)::timestamp AT TIME ZONE 'UTC' > :'since'::timestamptz
    AND d.day::timestamp AT TIME ZONE 'UTC' < :'until'::timestamptz
    AND (:'origin'::text = 'any' OR coalesce(d.origin, 'none') = :'origin'::text)
    AND (:'app'::text = '' OR d.app = :'app'::text)
    AND (:'tenant'::text = '' OR d.tenant = NULLIF(:'tenant'::text, '')::uuid)
GROUP BY d.tenant, d.day
ORDER BY d.tenant, d.day;
