-- @name late-events
-- @summary How many events of each app and device arrived after later ones of the same.
-- @description One row for each installation with such an event that was recorded in [since, until), the most behind
--   first. An event is late where one that counts later stands before it in the log: an answer that was given between
--   the two lacked it, and mamaudit diff --known-from shows what it changed. Read from the events themselves: all of
--   them are read, whatever the period, since those before it count too. Each is compared with those before it,
--   for which they are sorted by installation: a million events take four seconds.
-- @kind report
-- @param since timestamptz default "-infinity" -- events that were recorded at this instant or later
-- @param until timestamptz default "infinity" -- and before this one
-- @param app text default "" -- one app alone, by its bundle id; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column app text -- the bundle id
-- @column device text -- the device
-- @column events bigint -- how many events of the installation were recorded
-- @column late bigint -- how many of them after one that counts later
-- @column max_behind_s bigint -- the most seconds that one was behind
-- @column first_late_at timestamptz -- when the first late one counts
-- @column last_late_at timestamptz -- when the last one counts
-- @column last_late_position bigint -- the position of the one that was recorded last
-- @order max_behind_s desc, tenant, app, device
-- @cost full
-- @example
-- @example app=example.driftwood.ledger tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example until=2026-02-01T00:00:00Z

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?app} \else \set app '' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH compared AS (
    -- The device first: a sort by what tells most rows apart is the quickest.
    SELECT
        e.tenant,
        e.app,
        e.device,
        e.effective_at,
        e.recorded_at,
        e.position,
        max(e.effective_at) OVER (
            PARTITION BY e.device, e.app, e.tenant
            ORDER BY e.position
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS latest_before
    FROM reporting.v1_event AS e
    WHERE e.app IS NOT NULL
        AND e.device IS NOT NULL
        AND :'app'::text IN ('', e.app)
        AND (:'tenant'::text = '' OR e.tenant = NULLIF(:'tenant'::text, '')::uuid)
)
SELECT
    c.tenant,
    c.app,
    c.device,
    count(*) AS events,
    count(*) FILTER (WHERE c.latest_before > c.effective_at) AS late,
    extract(epoch FROM max(c.latest_before - c.effective_at))::bigint AS max_behind_s,
    min(c.effective_at) FILTER (WHERE c.latest_before > c.effective_at) AS first_late_at,
    max(c.effective_at) FILTER (WHERE c.latest_before > c.effective_at) AS last_late_at,
    max(c.position) FILTER (WHERE c.latest_before > c.effective_at) AS last_late_position
FROM compared AS c
WHERE c.recorded_at >= :'since'::timestamptz AND c.recorded_at < :'until'::timestamptz
GROUP BY c.device, c.app, c.tenant
HAVING count(*) FILTER (WHERE c.latest_before > c.effective_at) > 0
ORDER BY max_behind_s DESC, c.tenant, c.app COLLATE "C", c.device COLLATE "C";
