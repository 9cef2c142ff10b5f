-- @name data-of-account
-- @summary Where data of an account is or was, and until when it could be reached.
-- @description One row for each installation that the account was on: whether its data is there, the last check-in by
--   which policy reached the app, the last wipe that was confirmed, and the last event of the account. The account is
--   named by its object id, by upn:NAME, or by the last UPN given for it, in any casing. Read from the projection of
--   accounts.
-- @kind detail
-- @param account text required -- the account
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column account text -- the object id in lower case, or upn:NAME
-- @column identity text -- the last UPN given; null where none was, or it was erased
-- @column app text -- the bundle id
-- @column device text -- the device
-- @column data_present boolean -- whether its data is there; null where that is not known
-- @column reachable_until timestamptz -- until when it could be reached: the wipe, else the last event; null while data is there or may be
-- @column enrollment text -- how far its enrollment is here
-- @column policy text -- none, restartPending, active or removed
-- @column blocked boolean -- whether the account is blocked here
-- @column wipe text -- how far the last wipe came; none where none was asked for
-- @column wiped_at timestamptz -- when a wipe was confirmed last
-- @column last_check_in_at timestamptz -- the last check-in with the service
-- @column last_event_at timestamptz -- the account's last event there
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order tenant, account, app, device
-- @cost bounded
-- @example account=Dora.Dahl@driftwood.example
-- @example account=31F49A6B-E245-4E84-9331-54EDCC6551B7 tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example account=upn:kiran.lehmann@driftwood.example
-- @example account=upn:nobody@driftwood.example

\if :{?tenant} \else \set tenant '' \endif

WITH wiped AS (
    SELECT w.tenant, w.account, w.app, w.device, max(w.completed_at) AS wiped_at
    FROM reporting.v1_wipe AS w
    GROUP BY w.tenant, w.account, w.app, w.device
)
SELECT
    i.tenant,
    i.account,
    i.identity,
    i.app,
    i.device,
    i.data_present,
    CASE WHEN NOT i.data_present THEN coalesce(w.wiped_at, i.last_event_at) END AS reachable_until,
    i.enrollment,
    i.policy,
    i.blocked,
    i.wipe,
    w.wiped_at,
    i.last_check_in_at,
    i.last_event_at,
    i.through_recorded_at
FROM reporting.v1_account_installation AS i
LEFT JOIN wiped AS w
    ON w.tenant = i.tenant AND w.account = i.account AND w.app = i.app AND w.device = i.device
WHERE (i.account = lower(:'account'::text) OR lower(i.identity) = lower(:'account'::text))
    AND (:'tenant'::text = '' OR i.tenant = NULLIF(:'tenant'::text, '')::uuid)
ORDER BY i.tenant, i.account COLLATE "C", i.app COLLATE "C", i.device COLLATE "C";
