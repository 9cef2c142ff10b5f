-- @name policy-setting-in-force
-- @summary Which value of a policy setting is in force, for how many accounts, and since when.
-- @description One row for each app, policy and value of the setting in the last mam.policy.changed of each account on
--   an installation, by app, the most accounts first. value is as sent, null where that change does not give the
--   setting; the names of settings are those of Graph. Read from the events themselves: all of them are read. Each
--   change is opened: a million events take a second.
-- @kind report
-- @param setting text default "allowedOutboundDataTransferDestinations" -- the name of the setting
-- @param app text default "" -- one app alone, by its bundle id; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column app text -- the bundle id
-- @column policy_id text -- the policy; null where the change does not name it
-- @column value text -- the value
-- @column accounts bigint -- how many accounts have it
-- @column installations bigint -- on how many installations (an app on a device)
-- @column managed bigint -- for how many accounts on installations policy is in force still
-- @column first_at timestamptz -- the earliest of these changes
-- @column last_at timestamptz -- the latest of them
-- @order tenant, app, accounts desc, policy_id, value
-- @cost full
-- @example
-- @example setting=pinRequired app=example.driftwood.mail
-- @example setting=periodOfflineBeforeWipeIsEnforced tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?setting} \else \set setting 'allowedOutboundDataTransferDestinations' \endif
\if :{?app} \else \set app '' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH last_changes AS (
    SELECT DISTINCT ON (c.tenant, c.account, c.app, c.device)
        c.tenant,
        c.account,
        c.app,
        c.device,
        c.policy_id,
        c.settings ->> :'setting'::text AS value,
        c.effective_at
    FROM reporting.v1_policy_change AS c
    WHERE :'app'::text IN ('', c.app)
        AND (:'tenant'::text = '' OR c.tenant = NULLIF(:'tenant'::text, '')::uuid)
    ORDER BY c.tenant, c.account, c.app, c.device, c.effective_at DESC, c.position DESC
)
SELECT
    c.tenant,
    c.app,
    c.policy_id,
    c.value,
    count(DISTINCT c.account) AS accounts,
    count(DISTINCT c.device) AS installations,
    count(*) FILTER (WHERE i.managed) AS managed,
    min(c.effective_at) AS first_at,
    max(c.effective_at) AS last_at
FROM last_changes AS c
LEFT JOIN reporting.v1_account_installation AS i
    ON i.tenant = c.tenant AND i.account = c.account AND i.app = c.app AND i.device = c.device
GROUP BY c.tenant, c.app, c.policy_id, c.value
ORDER BY c.tenant, c.app COLLATE "C", accounts DESC, c.policy_id COLLATE "C", c.value COLLATE "C";
