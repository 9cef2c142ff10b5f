-- @name data-access-while-not-compliant
-- @summary Accounts whose data was accessed while they were not compliant.
-- @description One row for each account, installation and spell of one compliance other than compliant in which data of
--   the account was accessed in [since, until); the first accesses first. A spell begins with a token denied for app
--   protection (required), a remediation that was asked for (remediating), or the result of one, and ends with the next
--   of these. Events that name an account by its UPN alone count with those of the account that the UPN belonged to.
--   Read from the events themselves: all of the four types are read, whatever the period, since the compliance of before
--   it counts too. Each denial is opened: a million events take one to two seconds.
-- @kind report
-- @param since timestamptz default "-infinity" -- accesses that count at this instant or later
-- @param until timestamptz default "infinity" -- and before this one
-- @param app text default "" -- one app alone, by its bundle id; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column account text -- the object id, or upn:NAME where no object id is known for the name
-- @column identity text -- the last UPN given; null where none was, or it was erased
-- @column app text -- the bundle id
-- @column device text -- the device
-- @column compliance text -- required, remediating, notCompliant, serviceFailure, networkFailure, interactionRequired or userCancelled
-- @column since_at timestamptz -- since when
-- @column since_position bigint -- the position of the event that says so
-- @column accesses bigint -- how many accesses
-- @column first_at timestamptz -- the first of them
-- @column last_at timestamptz -- the last of them
-- @order first_at, tenant, account, app, device, since_position
-- @cost full
-- @example
-- @example since=2026-03-15T00:00:00Z until=2026-04-01T00:00:00Z app=example.driftwood.mail
-- @example until=2026-03-01T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?app} \else \set app '' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH stream AS (
    SELECT
        e.tenant,
        e.belongs_to AS account,
        e.app,
        e.device,
        e.effective_at,
        e.position,
        CASE e.type
            WHEN 'mam.token.denied' THEN 'required'
            WHEN 'mam.remediation.requested' THEN 'remediating'
            WHEN 'mam.remediation.completed' THEN (
                ARRAY[
                    'compliant', 'notCompliant', 'serviceFailure', 'networkFailure', 'interactionRequired',
                    'userCancelled'
                ]
            )[e.code + 1]
        END AS compliance
    FROM reporting.v1_event AS e
    -- By number, since an index knows that: mam.token.denied, mam.remediation.requested and completed, mam.data.accessed.
    WHERE e.type_number IN (40, 43, 44, 66)
        AND (e.type_number <> 40 OR e.is_app_protection_denial)
        AND e.belongs_to IS NOT NULL
        AND :'app'::text IN ('', e.app)
        AND (:'tenant'::text = '' OR e.tenant = NULLIF(:'tenant'::text, '')::uuid)
),
-- A result begins a spell, and what follows until the next one is in it.
numbered AS (
    SELECT
        s.tenant,
        s.account,
        s.app,
        s.device,
        s.effective_at,
        s.position,
        s.compliance,
        count(s.compliance) OVER (
            PARTITION BY s.tenant, s.account, s.app, s.device ORDER BY s.effective_at, s.position
        ) AS spell
    FROM stream AS s
),
spells AS (
    SELECT
        n.tenant,
        n.account,
        n.app,
        n.device,
        max(n.compliance) AS compliance,
        min(n.effective_at) FILTER (WHERE n.compliance IS NOT NULL) AS since_at,
        min(n.position) FILTER (WHERE n.compliance IS NOT NULL) AS since_position,
        count(*) FILTER (
            WHERE n.compliance IS NULL
                AND n.effective_at >= :'since'::timestamptz
                AND n.effective_at < :'until'::timestamptz
        ) AS accesses,
        min(n.effective_at) FILTER (
            WHERE n.compliance IS NULL
                AND n.effective_at >= :'since'::timestamptz
                AND n.effective_at < :'until'::timestamptz
        ) AS first_at,
        max(n.effective_at) FILTER (
            WHERE n.compliance IS NULL
                AND n.effective_at >= :'since'::timestamptz
                AND n.effective_at < :'until'::timestamptz
        ) AS last_at
    FROM numbered AS n
    WHERE n.spell > 0
    GROUP BY n.tenant, n.account, n.app, n.device, n.spell
)
SELECT
    p.tenant,
    p.account,
    a.identity,
    p.app,
    p.device,
    p.compliance,
    p.since_at,
    p.since_position,
    p.accesses,
    p.first_at,
    p.last_at
FROM spells AS p
LEFT JOIN reporting.v1_account AS a ON a.tenant = p.tenant AND a.account = p.account
WHERE p.accesses > 0 AND p.compliance <> 'compliant'
ORDER BY p.first_at, p.tenant, p.account COLLATE "C", p.app COLLATE "C", p.device COLLATE "C", p.since_position;
