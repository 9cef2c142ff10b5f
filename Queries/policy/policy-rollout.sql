-- @name policy-rollout
-- @summary Which policies arrived, when first and when last, and how many accounts still have them.
-- @description One row for each policy that an mam.policy.changed names, the latest first. An arrival is such an event
--   for an account on an installation; the last account is the straggler of the first arrival on each. in_force counts
--   the accounts and installations whose last change is this policy. Who changed a policy stands in the records of the
--   service. Read from the events themselves: all of them are read. Each change is opened: a million events take a
--   second.
-- @kind report
-- @param policy text default "" -- one policy alone, by its id; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column policy_id text -- the policy
-- @column arrivals bigint -- how many events name it
-- @column accounts bigint -- at how many accounts it arrived
-- @column installations bigint -- on how many installations (an app on a device)
-- @column in_force bigint -- how many accounts on installations have it now
-- @column first_at timestamptz -- when it arrived first
-- @column last_first_at timestamptz -- when it arrived first at the last one
-- @column rollout_s bigint -- seconds from the one to the other
-- @column last_account text -- the account of that last one
-- @column last_app text -- its app
-- @column last_device text -- its device
-- @column last_at timestamptz -- when it arrived last, also again
-- @order first_at desc, tenant, policy_id
-- @cost full
-- @example
-- @example policy=T_policy-1 tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example policy=unheard-of

\if :{?policy} \else \set policy '' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH arrivals AS (
    SELECT
        c.tenant,
        c.policy_id,
        c.account,
        c.app,
        c.device,
        c.effective_at,
        c.position,
        lead(c.position) OVER of_account IS NULL AS is_last,
        row_number() OVER (
            PARTITION BY c.tenant, c.policy_id, c.account, c.app, c.device ORDER BY c.effective_at, c.position
        ) = 1 AS is_first
    FROM reporting.v1_policy_change AS c
    WHERE :'tenant'::text = '' OR c.tenant = NULLIF(:'tenant'::text, '')::uuid
    WINDOW of_account AS (
        PARTITION BY c.tenant, c.account, c.app, c.device ORDER BY c.effective_at, c.position
    )
),
ranked AS (
    SELECT
        a.tenant,
        a.policy_id,
        a.account,
        a.app,
        a.device,
        a.effective_at,
        a.is_last,
        a.is_first,
        row_number() OVER (
            PARTITION BY a.tenant, a.policy_id, a.is_first ORDER BY a.effective_at DESC, a.position DESC
        ) AS place
    FROM arrivals AS a
    WHERE a.policy_id IS NOT NULL AND :'policy'::text IN ('', a.policy_id)
)
SELECT
    r.tenant,
    r.policy_id,
    count(*) AS arrivals,
    count(DISTINCT r.account) AS accounts,
    count(DISTINCT (r.app, r.device)) AS installations,
    count(*) FILTER (WHERE r.is_last) AS in_force,
    min(r.effective_at) AS first_at,
    max(r.effective_at) FILTER (WHERE r.is_first) AS last_first_at,
    extract(epoch FROM max(r.effective_at) FILTER (WHERE r.is_first) - min(r.effective_at))::bigint AS rollout_s,
    max(r.account) FILTER (WHERE r.is_first AND r.place = 1) AS last_account,
    max(r.app) FILTER (WHERE r.is_first AND r.place = 1) AS last_app,
    max(r.device) FILTER (WHERE r.is_first AND r.place = 1) AS last_device,
    max(r.effective_at) AS last_at
FROM ranked AS r
GROUP BY r.tenant, r.policy_id
ORDER BY first_at DESC, r.tenant, r.policy_id COLLATE "C";
