-- @name transfers-as-policy-says
-- @summary Whether the apps decide about transfers of data as policy says, and keep to it.
-- @description One row for each app with an open finding of the transfer rules (X) that opened in [since, at], and for
--   each such rule: alarm where the findings are violations, info where they are warnings; the most findings first.
--   Every other app has one row, ok. transfer-decisions-against-policy has the single decisions. Read from the
--   projections of devices and findings.
-- @kind control
-- @severity violation
-- @rule X
-- @remediation A wrong decision mostly means that the wrong identity was active when the app asked: compare the
--   identity at that instant with mamaudit why ACCOUNT, and have the app ask the SDK for the account whose data it is.
-- @param at timestamptz default "now" -- the instant
-- @param since timestamptz default "-infinity" -- only findings that opened at this instant or later
-- @param only text default "all" enum all|alarm -- alarm: only what fails
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column resource text -- the app; the tenant where no app is known
-- @column status text -- ok, alarm, info or skip
-- @column reason text -- how many findings, and what they are
-- @column tenant uuid -- the Entra tenant id
-- @column app text -- the bundle id
-- @column rule text -- the rule; null where the status is ok
-- @column findings bigint -- how many findings are open
-- @column accounts bigint -- how many accounts they are about
-- @column first_opened_at timestamptz -- when the first of them opened
-- @column last_opened_at timestamptz -- when the last of them opened
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order status, findings desc, tenant, app, rule
-- @cost bounded
-- @example at=2026-04-01T00:00:00Z
-- @example at=2026-04-01T00:00:00Z since=2026-03-20T00:00:00Z only=alarm
-- @example at=2026-02-20T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?at} \else \set at 'now' \endif
\if :{?since} \else \set since '-infinity' \endif
\if :{?only} \else \set only 'all' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH tenants AS (
    SELECT a.tenant, max(a.through_recorded_at) AS through_recorded_at
    FROM reporting.v1_account AS a
    WHERE :'tenant'::text = '' OR a.tenant = NULLIF(:'tenant'::text, '')::uuid
    GROUP BY a.tenant
),
apps AS (
    SELECT DISTINCT i.tenant, i.app
    FROM reporting.v1_installation AS i
),
faults AS (
    SELECT
        f.tenant,
        f.app,
        f.rule,
        CASE f.severity WHEN 'violation' THEN 'alarm' ELSE 'info' END AS status,
        count(*) AS findings,
        count(DISTINCT f.account) AS accounts,
        min(f.opened_at) AS first_opened_at,
        max(f.opened_at) AS last_opened_at
    FROM reporting.v1_finding AS f
    WHERE starts_with(f.rule, 'X')
        AND f.opened_at >= :'since'::timestamptz
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
        ELSE f.findings || ' open: ' || r.title || ' (' || f.rule || ').'
    END AS reason,
    t.tenant,
    p.app,
    f.rule,
    coalesce(f.findings, 0) AS findings,
    coalesce(f.accounts, 0) AS accounts,
    f.first_opened_at,
    f.last_opened_at,
    t.through_recorded_at
FROM tenants AS t
LEFT JOIN apps AS p ON p.tenant = t.tenant
LEFT JOIN faults AS f ON f.tenant = p.tenant AND f.app = p.app
LEFT JOIN reporting.v1_rule AS r ON r.rule = f.rule
WHERE :'only'::text = 'all' OR f.status = 'alarm'
ORDER BY
    array_position(ARRAY['alarm', 'info', 'ok'], CASE WHEN p.app IS NOT NULL THEN coalesce(f.status, 'ok') END),
    findings DESC, t.tenant, p.app COLLATE "C", f.rule COLLATE "C";
