-- @name no-old-violations
-- @summary Whether a violation has been open for longer than some days without being acknowledged.
-- @description One row for each violation that is open at the instant, the oldest first: alarm where it has been open
--   for longer than the days, info where it has not. For a tenant without an open violation, one row with status ok.
--   A finding that was acknowledged is not open any more, and one that later events no longer bear out (superseded)
--   never was. Read from the projection of findings.
-- @kind control
-- @severity violation
-- @rule all
-- @remediation mamaudit why ACCOUNT tells the events behind a finding, and mamaudit rules show RULE what to do. What
--   cannot be mended is acknowledged with a reason: mamaudit findings acknowledge ID --reason TEXT.
-- @param at timestamptz default "now" -- the instant
-- @param days bigint default "7" -- how long a violation may be open, in days of 24 hours
-- @param rule text default "" -- only rules that begin so, as W for all of wipes; empty for all
-- @param only text default "all" enum all|alarm -- alarm: only what fails
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column resource text -- whom or what it is about: the account, else the device, else the app, else the tenant
-- @column status text -- alarm, info or ok
-- @column reason text -- the age, the rule, and why it was found
-- @column tenant uuid -- the Entra tenant id
-- @column finding text -- the id of the finding; null where the status is ok
-- @column rule text -- the rule
-- @column title text -- what the rule finds
-- @column account text -- whom it is about; null for nobody
-- @column app text -- the bundle id; null where it is about all apps
-- @column device text -- the device; null where it is about all devices
-- @column opened_at timestamptz -- when it opened
-- @column age_s bigint -- seconds from then to the instant
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order opened_at, tenant, finding
-- @cost bounded
-- @example at=2026-04-01T00:00:00Z
-- @example at=2026-03-25T00:00:00Z days=3 rule=W only=alarm
-- @example at=2026-02-20T00:00:00Z

\if :{?at} \else \set at 'now' \endif
\if :{?days} \else \set days '7' \endif
\if :{?rule} \else \set rule '' \endif
\if :{?only} \else \set only 'all' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH tenants AS (
    SELECT a.tenant, max(a.through_recorded_at) AS through_recorded_at
    FROM reporting.v1_account AS a
    WHERE :'tenant'::text = '' OR a.tenant = NULLIF(:'tenant'::text, '')::uuid
    GROUP BY a.tenant
),
violations AS MATERIALIZED (
    SELECT
        f.tenant,
        coalesce(f.account, f.device, f.app, f.tenant::text) AS resource,
        CASE
            WHEN :'at'::timestamptz - f.opened_at > :'days'::bigint * interval '24 hours' THEN 'alarm'
            ELSE 'info'
        END AS status,
        f.reason,
        f.finding,
        f.rule,
        r.title,
        f.account,
        f.app,
        f.device,
        f.opened_at,
        extract(epoch FROM :'at'::timestamptz - f.opened_at)::bigint AS age_s
    FROM reporting.v1_finding AS f
    LEFT JOIN reporting.v1_rule AS r ON r.rule = f.rule
    WHERE f.severity = 'violation'
        AND f.opened_at <= :'at'::timestamptz
        AND (f.closed_at IS NULL OR f.closed_at > :'at'::timestamptz)
        AND f.ended IS DISTINCT FROM 'superseded'
        AND (:'rule'::text = '' OR starts_with(f.rule, :'rule'::text))
)
SELECT
    coalesce(v.resource, t.tenant::text) AS resource,
    coalesce(v.status, 'ok') AS status,
    coalesce(
        'Open for ' || v.age_s / 86400 || ' d (' || v.rule || '): ' || v.reason, 'No violation is open.'
    ) AS reason,
    t.tenant,
    v.finding,
    v.rule,
    v.title,
    v.account,
    v.app,
    v.device,
    v.opened_at,
    v.age_s,
    t.through_recorded_at
FROM tenants AS t
LEFT JOIN violations AS v ON v.tenant = t.tenant
WHERE :'only'::text = 'all' OR v.status = 'alarm'
ORDER BY v.opened_at, t.tenant, v.finding COLLATE "C";
