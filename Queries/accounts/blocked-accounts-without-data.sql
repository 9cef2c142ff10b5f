-- @name blocked-accounts-without-data
-- @summary Whether the data of blocked accounts is gone.
-- @description One row for each account and installation where the app confirmed a block that has not been lifted,
--   those that alarm first: alarm where its data is still in the app, ok where it is not, info where that is not
--   known. A tenant without a blocked account has one row, skip. Read from the projection of accounts.
-- @kind control
-- @severity warning
-- @rule A13
-- @remediation A blocked account must not be shown; where it is not to come back, ask for a wipe of it on the device.
-- @param only text default "all" enum all|alarm -- alarm: only what fails
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column resource text -- the account, and where; the tenant where none is blocked
-- @column status text -- ok, alarm, info or skip
-- @column reason text -- why, in words
-- @column tenant uuid -- the Entra tenant id
-- @column account text -- the object id in lower case, or upn:NAME
-- @column identity text -- the last UPN given; null where none was, or it was erased
-- @column app text -- the bundle id
-- @column device text -- the device
-- @column wipe text -- how far a wipe is here; none where none was asked for
-- @column last_event_at timestamptz -- the account's last event here
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order status, tenant, account, app, device
-- @cost bounded
-- @example
-- @example only=alarm tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?only} \else \set only 'all' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH tenants AS (
    SELECT a.tenant, max(a.through_recorded_at) AS through_recorded_at
    FROM reporting.v1_account AS a
    WHERE :'tenant'::text = '' OR a.tenant = NULLIF(:'tenant'::text, '')::uuid
    GROUP BY a.tenant
),
blocked AS (
    SELECT
        i.tenant,
        i.account,
        i.identity,
        i.app,
        i.device,
        i.wipe,
        i.last_event_at,
        CASE WHEN i.data_present IS NULL THEN 'info' WHEN i.data_present THEN 'alarm' ELSE 'ok' END AS status
    FROM reporting.v1_account_installation AS i
    WHERE i.blocked
)
SELECT
    coalesce(b.account || ' in ' || b.app || ' on ' || b.device, t.tenant::text) AS resource,
    coalesce(b.status, 'skip') AS status,
    CASE b.status
        WHEN 'alarm' THEN 'Its data is still there.'
        WHEN 'info' THEN 'Nothing is known of its data.'
        WHEN 'ok' THEN 'Its data is gone.'
        ELSE 'No account is blocked.'
    END AS reason,
    t.tenant,
    b.account,
    b.identity,
    b.app,
    b.device,
    b.wipe,
    b.last_event_at,
    t.through_recorded_at
FROM tenants AS t
LEFT JOIN blocked AS b ON b.tenant = t.tenant
WHERE :'only'::text = 'all' OR b.status = 'alarm'
ORDER BY
    array_position(ARRAY['error', 'alarm', 'info', 'ok', 'skip'], coalesce(b.status, 'skip')),
    t.tenant, b.account COLLATE "C", b.app COLLATE "C", b.device COLLATE "C";
