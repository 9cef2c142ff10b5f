-- @name shared-device-cleanup-pending
-- @summary Shared devices on which an app has still to clear the data of an earlier user.
-- @description One row for each account that stopped being the user of a shared device and whose data the app has not
--   reported as cleared since. Read from the projections of devices and accounts.
-- @kind report
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column device text -- the device
-- @column app text -- the bundle id of the app that has to clear
-- @column account text -- whose data it has to clear
-- @column identity text -- the last UPN given for that account; null where none was, or it was erased
-- @column device_mode text -- unknown, default or shared
-- @column shared_user text -- the user of the device now, as this app saw it; null where it is nobody
-- @column data_present boolean -- whether data of the account is in the app; null where that is not known
-- @column last_event_at timestamptz -- the account's last event there
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order tenant, device, app, account
-- @cost bounded
-- @example
-- @example tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?tenant} \else \set tenant '' \endif

SELECT
    i.tenant,
    i.device,
    i.app,
    p.account,
    o.identity,
    d.mode AS device_mode,
    i.shared_user,
    o.data_present,
    o.last_event_at,
    i.through_recorded_at
FROM reporting.v1_installation AS i
CROSS JOIN LATERAL jsonb_array_elements_text(i.cleanup_pending) AS p (account)
JOIN reporting.v1_device AS d ON d.tenant = i.tenant AND d.device = i.device
-- A user who is only named by another's event has no installation of his own.
LEFT JOIN reporting.v1_account_installation AS o
    ON o.tenant = i.tenant AND o.account = p.account AND o.app = i.app AND o.device = i.device
WHERE :'tenant'::text = '' OR i.tenant = NULLIF(:'tenant'::text, '')::uuid
ORDER BY i.tenant, i.device COLLATE "C", i.app COLLATE "C", p.account COLLATE "C";
