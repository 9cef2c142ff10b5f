-- @name policy-stragglers
-- @summary Managed accounts that a policy has not reached, or that another one has replaced it for.
-- @description One row for each account and installation under policy whose last mam.policy.changed is not the policy,
--   those that never had any first, then by the time of the last one. A change that does not name its policy counts as
--   another. Read from the events themselves: all of them are read. Each change is opened: a million events take a
--   second.
-- @kind report
-- @param policy text required -- the policy, by its id
-- @param app text default "" -- one app alone, by its bundle id; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column account text -- the object id in lower case, or upn:NAME
-- @column identity text -- the last UPN given; null where none was, or it was erased
-- @column app text -- the bundle id
-- @column device text -- the device
-- @column had_it_at timestamptz -- when the policy arrived last; null where it never did
-- @column last_policy text -- the policy of the last change; null where there was none, or it is not named
-- @column last_change_at timestamptz -- when that came
-- @column last_check_in_at timestamptz -- the last check-in; null where none is known
-- @column last_event_at timestamptz -- the account's last event there, so whether the app is still used
-- @order last_change_at, tenant, account, app, device
-- @cost full
-- @example policy=T_policy-2
-- @example policy=T_policy-1 app=example.driftwood.ledger tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example policy=unheard-of app=example.driftwood.rounds

\if :{?app} \else \set app '' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH changes AS (
    SELECT
        c.tenant,
        c.account,
        c.app,
        c.device,
        max(c.effective_at) FILTER (WHERE c.policy_id = :'policy'::text) AS had_it_at,
        (array_agg(c.policy_id ORDER BY c.effective_at DESC, c.position DESC))[1] AS last_policy,
        max(c.effective_at) AS last_change_at
    FROM reporting.v1_policy_change AS c
    WHERE :'app'::text IN ('', c.app)
        AND (:'tenant'::text = '' OR c.tenant = NULLIF(:'tenant'::text, '')::uuid)
    GROUP BY c.tenant, c.account, c.app, c.device
)
SELECT
    i.tenant,
    i.account,
    i.identity,
    i.app,
    i.device,
    c.had_it_at,
    c.last_policy,
    c.last_change_at,
    i.last_check_in_at,
    i.last_event_at
FROM reporting.v1_account_installation AS i
LEFT JOIN changes AS c
    ON c.tenant = i.tenant AND c.account = i.account AND c.app = i.app AND c.device = i.device
WHERE i.managed
    AND c.last_policy IS DISTINCT FROM :'policy'::text
    AND :'app'::text IN ('', i.app)
    AND (:'tenant'::text = '' OR i.tenant = NULLIF(:'tenant'::text, '')::uuid)
ORDER BY
    c.last_change_at NULLS FIRST, i.tenant, i.account COLLATE "C", i.app COLLATE "C", i.device COLLATE "C";
