-- @name time-to-confirm-wipes
-- @summary How long apps take to confirm a wipe, from the request.
-- @description One row for each app with a wipe that was requested in [since, until), the slowest first. The times are
--   those from the request to the confirmation, over the wipes that were confirmed; open ones have none, so compare
--   completed with requested. app is null for requests over several apps that met no installation. Read from the
--   projection of accounts.
-- @kind report
-- @param since timestamptz default "-infinity" -- wipes that were requested at this instant or later
-- @param until timestamptz default "infinity" -- and before this one
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column app text -- the bundle id
-- @column requested bigint -- how many wipes were requested
-- @column completed bigint -- how many of them were confirmed
-- @column within_1h bigint -- how many within an hour
-- @column within_24h bigint -- how many within 24 hours
-- @column median_s bigint -- the median of the seconds: half of them took no longer
-- @column p95_s bigint -- 95 of 100 took no longer
-- @column max_s bigint -- the longest
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order median_s desc, tenant, app
-- @cost bounded
-- @example
-- @example since=2026-03-15T00:00:00Z until=2026-04-01T00:00:00Z
-- @example until=2026-02-01T00:00:00Z

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?tenant} \else \set tenant '' \endif

SELECT
    w.tenant,
    w.app,
    count(*) AS requested,
    count(w.completed_at) AS completed,
    count(*) FILTER (WHERE w.time_to_complete_s <= 3600) AS within_1h,
    count(*) FILTER (WHERE w.time_to_complete_s <= 86400) AS within_24h,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY w.time_to_complete_s) AS median_s,
    percentile_disc(0.95) WITHIN GROUP (ORDER BY w.time_to_complete_s) AS p95_s,
    max(w.time_to_complete_s) AS max_s,
    max(w.through_recorded_at) AS through_recorded_at
FROM reporting.v1_wipe AS w
WHERE w.requested_at >= :'since'::timestamptz
    AND w.requested_at < :'until'::timestamptz
    AND (:'tenant'::text = '' OR w.tenant = NULLIF(:'tenant'::text, '')::uuid)
GROUP BY w.tenant, w.app
ORDER BY median_s DESC NULLS LAST, w.tenant, w.app COLLATE "C";
