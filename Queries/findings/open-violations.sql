-- @name open-violations
-- @summary Whether any violation is open at an instant.
-- @description One row with status alarm for each violation that is open at the instant, the oldest first; for a
--   tenant without any, one row with status ok. A finding that later events no longer bear out (superseded) is not
--   open, and one that was acknowledged is not open any more. Read from the projection of findings.
-- @kind control
-- @severity violation
-- @rule all
-- @remediation mamaudit why ACCOUNT tells the events behind a finding, and mamaudit rules show RULE what to do. What
--   cannot be mended is acknowledged with a reason: mamaudit findings acknowledge ID --reason TEXT.
-- @param at timestamptz default "now" -- the instant
-- @param rule text default "" -- only rules that begin so, as W for all of wipes; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column resource text -- whom or what it is about: the account, else the device, else the app, else the tenant
-- @column status text -- alarm or ok
-- @column reason text -- why, in words
-- @column tenant uuid -- the Entra tenant id
-- @column finding text -- the id of the finding; null where the status is ok
-- @column rule text -- the rule
-- @column app text -- the bundle id; null where it is about all apps
-- @column device text -- the device; null where it is about all devices
-- @column opened_at timestamptz -- when it opened
-- @column age_s bigint -- seconds from then to the instant
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order tenant, opened_at, finding
-- @cost bounded
-- @example at=2026-04-01T00:00:00Z
-- @example at=2026-03-20T00:00:00Z rule=W tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example at=2026-02-20T00:00:00Z

\if :{?at} \else \set at 'now' \endif
\if :{?rule} \else \set rule '' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH tenants AS (
    SELECT a.tenant, max(a.through_recorded_at) AS through_recorded_at
    FROM reporting.v1_account AS a
    WHERE :'tenant'::text = '' OR a.tenant = NULLIF(:'tenant'::text, '')::uuid
    GROUP BY a.tenant
),
violations AS (
    SELECT
        f.tenant,
        coalesce(f.account, f.device, f.app, f.tenant::text) AS resource,
        f.reason,
        f.finding,
        f.rule,
        f.app,
        f.device,
        f.opened_at,
        extract(epoch FROM :'at'::timestamptz - f.opened_at)::bigint AS age_s
    FROM reporting.v1_finding AS f
    WHERE f.severity = 'violation'
        AND f.opened_at <= :'at'::timestamptz
        AND (f.closed_at IS NULL OR f.closed_at > :'at'::timestamptz)
        AND f.ended IS DISTINCT FROM 'superseded'
        AND (:'rule'::text = '' OR starts_with(f.rule, :'rule'::text))
)
SELECT
    coalesce(v.resource, t.tenant::text) AS resource,
    CASE WHEN v.finding IS NULL THEN 'ok' ELSE 'alarm' END AS status,
    coalesce(v.reason, 'No violation is open.') AS reason,
    t.tenant,
    v.finding,
    v.rule,
    v.app,
    v.device,
    v.opened_at,
    v.age_s,
    t.through_recorded_at
FROM tenants AS t
LEFT JOIN violations AS v ON v.tenant = t.tenant
ORDER BY t.tenant, v.opened_at, v.finding COLLATE "C";
