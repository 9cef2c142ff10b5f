-- @name blocked-accounts
-- @summary Accounts that are blocked, and where.
-- @description One row for each account and installation where the app confirmed a block that has not been lifted.
--   Where data_present is true, the data of a blocked account is still in the app. Read from the projection of
--   accounts.
-- @kind report
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column account text -- the object id in lower case, or upn:NAME
-- @column identity text -- the last UPN given; null where none was, or it was erased
-- @column app text -- the bundle id
-- @column device text -- the device
-- @column enrollment text -- how far its enrollment is here
-- @column policy text -- none, restartPending, active or removed
-- @column compliance text -- its compliance here
-- @column wipe text -- how far a wipe is here; none where none was asked for
-- @column data_present boolean -- whether its data is here; null where that is not known
-- @column last_event_at timestamptz -- the account's last event here
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order tenant, account, app, device
-- @cost bounded
-- @example
-- @example tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?tenant} \else \set tenant '' \endif

SELECT
    i.tenant,
    i.account,
    i.identity,
    i.app,
    i.device,
    i.enrollment,
    i.policy,
    i.compliance,
    i.wipe,
    i.data_present,
    i.last_event_at,
    i.through_recorded_at
FROM reporting.v1_account_installation AS i
WHERE i.blocked
    AND (:'tenant'::text = '' OR i.tenant = NULLIF(:'tenant'::text, '')::uuid)
ORDER BY i.tenant, i.account COLLATE "C", i.app COLLATE "C", i.device COLLATE "C";
