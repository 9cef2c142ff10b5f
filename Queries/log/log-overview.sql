-- @name log-overview
-- @summary What each tenant's log holds, and how far the read models are.
-- @description One row for each tenant: how many events, accounts, devices, apps and installations, the span of the
--   events, and the findings that are open at the instant. events counts all that is in, those without an account too.
--   Read from the projections of accounts, devices and findings.
-- @kind report
-- @param at timestamptz default "now" -- the instant at which findings are open
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column events bigint -- how many events are in
-- @column accounts bigint -- how many accounts
-- @column devices bigint -- how many devices
-- @column apps bigint -- how many apps
-- @column installations bigint -- how many installations (an app on a device)
-- @column open_violations bigint -- how many violations are open at the instant
-- @column open_warnings bigint -- how many warnings
-- @column first_event_at timestamptz -- the first event of an account
-- @column last_event_at timestamptz -- the last one
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order tenant
-- @cursor tenant
-- @cost bounded
-- @example at=2026-04-01T00:00:00Z
-- @example at=2026-03-01T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?at} \else \set at 'now' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH accounts AS (
    SELECT
        a.tenant,
        count(*) AS accounts,
        min(a.first_event_at) AS first_event_at,
        max(a.last_event_at) AS last_event_at,
        min(a.through_position) AS events,
        min(a.through_recorded_at) AS through_recorded_at
    FROM reporting.v1_account AS a
    WHERE :'tenant'::text = '' OR a.tenant = NULLIF(:'tenant'::text, '')::uuid
    GROUP BY a.tenant
),
installations AS (
    SELECT i.tenant, count(*) AS installations, count(DISTINCT i.app) AS apps, count(DISTINCT i.device) AS devices
    FROM reporting.v1_installation AS i
    GROUP BY i.tenant
),
findings AS (
    SELECT
        f.tenant,
        count(*) FILTER (WHERE f.severity = 'violation') AS violations,
        count(*) FILTER (WHERE f.severity = 'warning') AS warnings
    FROM reporting.v1_finding AS f
    WHERE f.opened_at <= :'at'::timestamptz
        AND (f.closed_at IS NULL OR f.closed_at > :'at'::timestamptz)
        AND f.ended IS DISTINCT FROM 'superseded'
    GROUP BY f.tenant
)
SELECT
    a.tenant,
    a.events,
    a.accounts,
    coalesce(i.devices, 0) AS devices,
    coalesce(i.apps, 0) AS apps,
    coalesce(i.installations, 0) AS installations,
    coalesce(f.violations, 0) AS open_violations,
    coalesce(f.warnings, 0) AS open_warnings,
    a.first_event_at,
    a.last_event_at,
    a.through_recorded_at
FROM accounts AS a
LEFT JOIN installations AS i ON i.tenant = a.tenant
LEFT JOIN findings AS f ON f.tenant = a.tenant
ORDER BY a.tenant;
