-- @name wipes-by-cause
-- @summary What the wipes were for: who or what asked, with which reason code and purpose, and how they ended.
-- @description One row for each origin, reason code and purpose of the wipes that began in [since, until), the most
--   frequent first. origin is null where no request is known, so only the app told of the wipe: those are the wipes
--   without a recorded cause. A wipe of which only the reports of the app are known begins with the first of them.
--   Read from the projection of accounts.
-- @kind report
-- @param since timestamptz default "-infinity" -- wipes that began at this instant or later
-- @param until timestamptz default "infinity" -- and before this one
-- @param app text default "" -- one app alone, by its bundle id; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column origin text -- admin, service, conditionalLaunch, offlineGrace, app, unenrollment, sharedDevice or unknown; null where no request is known
-- @column reason_code bigint -- the reason code of the SDK; null where none was given
-- @column why text -- lost, stolen, leaver or other; null where no purpose was given
-- @column wipes bigint -- how many wipes on installations
-- @column accounts bigint -- of how many accounts
-- @column devices bigint -- on how many devices
-- @column completed bigint -- how many of them were confirmed
-- @column failed bigint -- how many failed last
-- @column open bigint -- how many are neither
-- @column median_s bigint -- the median of the seconds from request to confirmation
-- @column first_at timestamptz -- when the first of them began
-- @column last_at timestamptz -- when the last of them began
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order wipes desc, tenant, origin, reason_code, why
-- @cost bounded
-- @example
-- @example since=2026-03-15T00:00:00Z until=2026-04-01T00:00:00Z app=example.driftwood.mail
-- @example until=2026-02-01T00:00:00Z

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?app} \else \set app '' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH began AS (
    SELECT
        w.tenant,
        w.account,
        w.device,
        w.state,
        w.origin,
        w.reason_code,
        w.why,
        w.time_to_complete_s,
        coalesce(w.requested_at, least(w.received_at, w.handled_at, w.failed_at, w.completed_at)) AS began_at,
        w.through_recorded_at
    FROM reporting.v1_wipe AS w
    WHERE :'app'::text IN ('', w.app)
        AND (:'tenant'::text = '' OR w.tenant = NULLIF(:'tenant'::text, '')::uuid)
)
SELECT
    b.tenant,
    b.origin,
    b.reason_code,
    b.why,
    count(*) AS wipes,
    count(DISTINCT b.account) AS accounts,
    count(DISTINCT b.device) AS devices,
    count(*) FILTER (WHERE b.state = 'completed') AS completed,
    count(*) FILTER (WHERE b.state = 'failed') AS failed,
    count(*) FILTER (WHERE b.state NOT IN ('completed', 'failed')) AS open,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY b.time_to_complete_s) AS median_s,
    min(b.began_at) AS first_at,
    max(b.began_at) AS last_at,
    max(b.through_recorded_at) AS through_recorded_at
FROM began AS b
WHERE b.began_at >= :'since'::timestamptz AND b.began_at < :'until'::timestamptz
GROUP BY b.tenant, b.origin, b.reason_code, b.why
ORDER BY wipes DESC, b.tenant, b.origin COLLATE "C", b.reason_code, b.why COLLATE "C";
