-- @name app-configurations-clean
-- @summary Whether the apps are configured for the SDK as its documentation asks.
-- @description One row for each app and rule about configurations (K) with a finding that is open at the instant: alarm
--   where it is a violation, info where it is a warning or a note; the most installations first. Every other app has
--   one row, ok. What an app never reported (mam.app.configured) cannot be judged. Read from the projections of devices
--   and findings.
-- @kind control
-- @severity violation
-- @rule K
-- @remediation Set the app's IntuneMAMSettings as the rule says (mamaudit rules show RULE), and check the next build's
--   Info.plist before it is released.
-- @param at timestamptz default "now" -- the instant
-- @param only text default "all" enum all|alarm -- alarm: only what fails
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column resource text -- the app; the tenant where no app is known
-- @column status text -- ok, alarm, info or skip
-- @column reason text -- on how many installations, and what is wrong
-- @column tenant uuid -- the Entra tenant id
-- @column app text -- the bundle id
-- @column rule text -- the rule; null where the status is ok
-- @column installations bigint -- on how many installations it is found
-- @column of_installations bigint -- of how many of the app
-- @column remedy text -- what to do
-- @column first_opened_at timestamptz -- when it was first found
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order status, installations desc, tenant, app, rule
-- @cost bounded
-- @example at=2026-04-01T00:00:00Z
-- @example at=2026-04-01T00:00:00Z only=alarm
-- @example at=2026-02-20T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?at} \else \set at 'now' \endif
\if :{?only} \else \set only 'all' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH tenants AS (
    SELECT a.tenant, max(a.through_recorded_at) AS through_recorded_at
    FROM reporting.v1_account AS a
    WHERE :'tenant'::text = '' OR a.tenant = NULLIF(:'tenant'::text, '')::uuid
    GROUP BY a.tenant
),
apps AS (
    SELECT i.tenant, i.app, count(*) AS installations
    FROM reporting.v1_installation AS i
    GROUP BY i.tenant, i.app
),
faults AS (
    SELECT
        f.tenant,
        f.app,
        f.rule,
        CASE f.severity WHEN 'violation' THEN 'alarm' ELSE 'info' END AS status,
        count(DISTINCT f.device) AS installations,
        min(f.opened_at) AS first_opened_at
    FROM reporting.v1_finding AS f
    WHERE starts_with(f.rule, 'K-')
        AND f.opened_at <= :'at'::timestamptz
        AND (f.closed_at IS NULL OR f.closed_at > :'at'::timestamptz)
        AND f.ended IS DISTINCT FROM 'superseded'
    GROUP BY f.tenant, f.app, f.rule, f.severity
)
SELECT
    coalesce(p.app, t.tenant::text) AS resource,
    CASE WHEN p.app IS NULL THEN 'skip' ELSE coalesce(f.status, 'ok') END AS status,
    CASE
        WHEN p.app IS NULL THEN 'No app is known.'
        WHEN f.rule IS NULL THEN 'Nothing is found fault with.'
        ELSE r.title || ' (' || f.rule || ') on ' || f.installations || ' of ' || p.installations || ' installations.'
    END AS reason,
    t.tenant,
    p.app,
    f.rule,
    coalesce(f.installations, 0) AS installations,
    coalesce(p.installations, 0) AS of_installations,
    r.remedy,
    f.first_opened_at,
    t.through_recorded_at
FROM tenants AS t
LEFT JOIN apps AS p ON p.tenant = t.tenant
LEFT JOIN faults AS f ON f.tenant = p.tenant AND f.app = p.app
LEFT JOIN reporting.v1_rule AS r ON r.rule = f.rule
WHERE :'only'::text = 'all' OR f.status = 'alarm'
ORDER BY
    array_position(ARRAY['alarm', 'info', 'ok'], CASE WHEN p.app IS NOT NULL THEN coalesce(f.status, 'ok') END),
    installations DESC, t.tenant, p.app COLLATE "C", f.rule COLLATE "C";
