-- @name sign-ins-after-wipe
-- @summary Who signed in on a device after a wipe there.
-- @description One row for each confirmation of a wipe and each account that signed in or was registered on the same
--   device afterwards, with the first time it did; the latest wipe first. A wipe after which nobody came has no row.
--   Who comes under a UPN alone is the account that the UPN belonged to. Read from the events themselves: those of the
--   two types, which an index leads to.
-- @kind report
-- @param since timestamptz default "-infinity" -- wipes that were confirmed at this instant or later
-- @param until timestamptz default "infinity" -- and before this one
-- @param device text default "" -- one device alone; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column device text -- the device
-- @column wiped_account text -- whose data was wiped
-- @column wiped_identity text -- the last UPN given for that account; null where none was, or it was erased
-- @column wiped_app text -- in which app
-- @column why text -- lost, stolen, leaver or other
-- @column wiped_at timestamptz -- when the wipe was confirmed
-- @column account text -- who came afterwards: the object id, or upn:NAME where no object id is known for the name
-- @column identity text -- the last UPN given for that account; null where none was, or it was erased
-- @column app text -- in which app
-- @column type text -- the type of the event: mam.account.signedIn or mam.account.registered
-- @column came_at timestamptz -- when
-- @column after_s bigint -- seconds after the wipe
-- @column is_same_account boolean -- whether it is the account that was wiped
-- @column position bigint -- the position of the event
-- @order wiped_at desc, tenant, device, wiped_account, wiped_app, came_at, position
-- @cost full
-- @example
-- @example since=2026-03-15T00:00:00Z device=331115F1-6229-45C5-A3DA-62C29740CDA8 tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example until=2026-03-01T00:00:00Z

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?device} \else \set device '' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH wiped AS (
    -- Two requests that one event confirms are one wipe of the device.
    SELECT DISTINCT ON (w.tenant, w.account, w.app, w.device, w.completed_at)
        w.tenant, w.device, w.account, w.identity, w.app, w.why, w.completed_at, w.ordinal
    FROM reporting.v1_wipe AS w
    WHERE w.completed_at >= :'since'::timestamptz
        AND w.completed_at < :'until'::timestamptz
        AND w.device IS NOT NULL
        AND :'device'::text IN ('', w.device)
        AND (:'tenant'::text = '' OR w.tenant = NULLIF(:'tenant'::text, '')::uuid)
    ORDER BY w.tenant, w.account, w.app, w.device, w.completed_at, w.why IS NULL, w.ordinal
),
came AS MATERIALIZED (
    SELECT e.tenant, e.device, e.belongs_to AS account, a.identity, e.app, e.type, e.effective_at, e.position
    FROM reporting.v1_event AS e
    LEFT JOIN reporting.v1_account AS a ON a.tenant = e.tenant AND a.account = e.belongs_to
    -- By number, since an index knows that: mam.account.signedIn and registered.
    WHERE e.type_number IN (1, 2)
        -- Whoever came after a wipe came after since, and no event counts later than it was recorded.
        AND e.recorded_at >= :'since'::timestamptz
        AND (:'tenant'::text = '' OR e.tenant = NULLIF(:'tenant'::text, '')::uuid)
),
ranked AS (
    SELECT
        w.tenant,
        w.device,
        w.account AS wiped_account,
        w.identity AS wiped_identity,
        w.app AS wiped_app,
        w.why,
        w.completed_at,
        c.account,
        c.identity,
        c.app,
        c.type,
        c.effective_at,
        c.position,
        row_number() OVER (
            PARTITION BY w.tenant, w.account, w.ordinal, c.account ORDER BY c.effective_at, c.position
        ) AS place
    FROM wiped AS w
    JOIN came AS c ON c.tenant = w.tenant AND c.device = w.device AND c.effective_at > w.completed_at
)
SELECT
    r.tenant,
    r.device,
    r.wiped_account,
    r.wiped_identity,
    r.wiped_app,
    r.why,
    r.completed_at AS wiped_at,
    r.account,
    r.identity,
    r.app,
    r.type,
    r.effective_at AS came_at,
    extract(epoch FROM r.effective_at - r.completed_at)::bigint AS after_s,
    r.account = r.wiped_account AS is_same_account,
    r.position
FROM ranked AS r
WHERE r.place = 1
ORDER BY r.completed_at DESC, r.tenant, r.device COLLATE "C", r.wiped_account COLLATE "C", r.wiped_app COLLATE "C",
    r.effective_at, r.position;
