-- @name compliance-loops
-- @summary Accounts that go in circles: found compliant, and denied for want of app protection again.
-- @description One row for each account and installation with a return in [since, until): a token denied for app
--   protection after a remediation whose result was compliant, with no other result between. Those with most returns
--   first. Several returns within a day are a finding of rule C9. Events that name an account by its UPN alone count
--   with those of the account that the UPN belonged to. Read from the events themselves: all of the two types are read,
--   whatever the period, since the result of before it counts too.
-- @kind report
-- @param since timestamptz default "-infinity" -- denials that count at this instant or later
-- @param until timestamptz default "infinity" -- and before this one
-- @param least bigint default "1" -- only those with so many returns
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column account text -- the object id, or upn:NAME where no object id is known for the name
-- @column identity text -- the last UPN given; null where none was, or it was erased
-- @column app text -- the bundle id
-- @column device text -- the device
-- @column returns bigint -- how often it was denied after it had been found compliant
-- @column shortest_s bigint -- the fewest seconds from the result to the denial
-- @column first_at timestamptz -- the first such denial
-- @column last_at timestamptz -- the last one
-- @column compliance text -- the account's compliance there now; null where it has no state there
-- @order returns desc, tenant, account, app, device
-- @cost full
-- @example
-- @example since=2026-03-01T00:00:00Z until=2026-03-15T00:00:00Z
-- @example least=2 tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?least} \else \set least '1' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH stream AS (
    SELECT e.tenant, e.belongs_to AS account, e.app, e.device, e.effective_at, e.position, e.type, e.code
    FROM reporting.v1_event AS e
    -- By number, since an index knows that: mam.token.denied, mam.remediation.completed.
    WHERE e.type_number IN (40, 44)
        AND (e.type_number <> 40 OR e.is_app_protection_denial)
        AND e.belongs_to IS NOT NULL
        AND (:'tenant'::text = '' OR e.tenant = NULLIF(:'tenant'::text, '')::uuid)
),
paired AS (
    SELECT
        s.tenant,
        s.account,
        s.app,
        s.device,
        s.type,
        s.effective_at,
        lag(s.type) OVER of_account AS type_before,
        lag(s.code) OVER of_account AS code_before,
        lag(s.effective_at) OVER of_account AS effective_before
    FROM stream AS s
    WINDOW of_account AS (
        PARTITION BY s.tenant, s.account, s.app, s.device ORDER BY s.effective_at, s.position
    )
),
loops AS (
    SELECT
        p.tenant,
        p.account,
        p.app,
        p.device,
        count(*) AS returns,
        min(extract(epoch FROM p.effective_at - p.effective_before))::bigint AS shortest_s,
        min(p.effective_at) AS first_at,
        max(p.effective_at) AS last_at
    FROM paired AS p
    WHERE p.type = 'mam.token.denied'
        AND p.type_before = 'mam.remediation.completed'
        AND p.code_before = 0
        AND p.effective_at >= :'since'::timestamptz
        AND p.effective_at < :'until'::timestamptz
    GROUP BY p.tenant, p.account, p.app, p.device
    HAVING count(*) >= :'least'::bigint
)
SELECT
    l.tenant,
    l.account,
    i.identity,
    l.app,
    l.device,
    l.returns,
    l.shortest_s,
    l.first_at,
    l.last_at,
    i.compliance
FROM loops AS l
LEFT JOIN reporting.v1_account_installation AS i
    ON i.tenant = l.tenant AND i.account = l.account AND i.app = l.app AND i.device = l.device
ORDER BY l.returns DESC, l.tenant, l.account COLLATE "C", l.app COLLATE "C", l.device COLLATE "C";
