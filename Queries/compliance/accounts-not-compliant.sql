-- @name accounts-not-compliant
-- @summary Accounts that are not compliant with app protection, and where.
-- @description One row for each account and installation whose compliance is neither unknown nor compliant: the app
--   is the place where the user must act. An account whose status is wipePending is here too, though its status
--   names the wipe. Read from the projection of accounts.
-- @kind report
-- @param tenant text default "" -- one tenant alone; empty for all
-- @param compliance text default "any"
--   enum any|required|remediating|notCompliant|serviceFailure|networkFailure|interactionRequired|userCancelled
--   -- only those for which this is the reason
-- @column tenant uuid -- the Entra tenant id
-- @column account text -- the object id in lower case, or upn:NAME
-- @column identity text -- the last UPN given; null where none was, or it was erased
-- @column status text -- the status of the account over all its installations
-- @column app text -- the bundle id
-- @column device text -- the device
-- @column compliance text -- what keeps the account from being compliant here
-- @column enrollment text -- how far its enrollment is here
-- @column managed boolean -- whether policy is in force here
-- @column blocked boolean -- whether it is blocked here
-- @column data_present boolean -- whether its data is here; null where that is not known
-- @column last_check_in_at timestamptz -- the last check-in; null where none is known
-- @column last_event_at timestamptz -- the account's last event here
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order tenant, account, app, device
-- @cost bounded
-- @example
-- @example compliance=interactionRequired
-- @example tenant=6a10528e-5123-4534-afce-4c4ee04cd452 compliance=notCompliant

\if :{?tenant} \else \set tenant '' \endif
\if :{?compliance} \else \set compliance 'any' \endif

SELECT
    i.tenant,
    i.account,
    i.identity,
    a.status,
    i.app,
    i.device,
    i.compliance,
    i.enrollment,
    i.managed,
    i.blocked,
    i.data_present,
    i.last_check_in_at,
    i.last_event_at,
    i.through_recorded_at
FROM reporting.v1_account_installation AS i
JOIN reporting.v1_account AS a ON a.tenant = i.tenant AND a.account = i.account
WHERE i.compliance NOT IN ('unknown', 'compliant')
    AND :'compliance'::text IN ('any', i.compliance)
    AND (:'tenant'::text = '' OR i.tenant = NULLIF(:'tenant'::text, '')::uuid)
ORDER BY i.tenant, i.account COLLATE "C", i.app COLLATE "C", i.device COLLATE "C";
