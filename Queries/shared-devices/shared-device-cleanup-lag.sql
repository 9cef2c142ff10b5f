-- @name shared-device-cleanup-lag
-- @summary How long each app takes to clear the data of a user who has left a shared device.
-- @description One row for each app with a hand-over in [since, until). The lag is that from the sign-out, in whatever
--   app of the device, to the clearing; where no sign-out is known, from the change as the app saw it. Those that were
--   never cleared have no lag, so compare cleared with handovers. The lag from the hand-over, which is longer where a
--   user is replaced without signing out, is in dashboard-handover-lag. Read from the events themselves: all of them
--   are read, whatever the period, since who used the device before it counts too. Each event of a shared device is
--   opened: a million events take a second.
-- @kind report
-- @param since timestamptz default "-infinity" -- hand-overs that the app saw at this instant or later
-- @param until timestamptz default "infinity" -- and before this one
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column app text -- the bundle id
-- @column handovers bigint -- how many hand-overs the app saw
-- @column cleared bigint -- after how many of them it cleared the data of the user before
-- @column returned bigint -- after how many the user before came back before anybody else, with nothing cleared
-- @column devices bigint -- on how many devices
-- @column median_s bigint -- the median of the lags in seconds: half of them took no longer
-- @column p95_s bigint -- 95 of 100 took no longer
-- @column max_s bigint -- the longest
-- @order p95_s desc, tenant, app
-- @cost full
-- @example since=2026-02-01T00:00:00Z until=2026-04-01T00:00:00Z
-- @example tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example until=2026-02-01T00:00:00Z

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?tenant} \else \set tenant '' \endif

SELECT
    h.tenant,
    h.app,
    count(*) AS handovers,
    count(h.cleared_at) AS cleared,
    count(*) FILTER (WHERE h.returned_at <= h.next_user_at) AS returned,
    count(DISTINCT h.device) AS devices,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY coalesce(h.sign_out_lag_s, h.lag_s)) AS median_s,
    percentile_disc(0.95) WITHIN GROUP (ORDER BY coalesce(h.sign_out_lag_s, h.lag_s)) AS p95_s,
    max(coalesce(h.sign_out_lag_s, h.lag_s)) AS max_s
FROM reporting.v1_shared_device_handover AS h
WHERE h.changed_at >= :'since'::timestamptz
    AND h.changed_at < :'until'::timestamptz
    AND (:'tenant'::text = '' OR h.tenant = NULLIF(:'tenant'::text, '')::uuid)
GROUP BY h.tenant, h.app
ORDER BY p95_s DESC NULLS LAST, h.tenant, h.app COLLATE "C";
