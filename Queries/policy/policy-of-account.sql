-- @name policy-of-account
-- @summary Which policy an account had in each app at an instant.
-- @description One row for each installation of the account that a policy had reached by at: the last
--   mam.policy.changed by then, of whatever source, with its policy and settings. is_in_force is false where a wipe, an
--   unenrollment, or word from the service that no policy is meant for the account came after it and by at; replaced_at
--   is when the next change came. Whether the app had been restarted to take it up is told by mamaudit state ACCOUNT
--   --as-of. The account is named by its object id, by upn:NAME, or by the last UPN given for it, in any casing; the
--   events that name it by that UPN alone are in too, as long as the UPN was that account's. Read from the events
--   themselves, by the index over accounts.
-- @kind detail
-- @param account text required -- the account
-- @param at timestamptz default "now" -- the instant
-- @param app text default "" -- one app alone, by its bundle id; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column account text -- the object id in lower case, or upn:NAME
-- @column identity text -- the last UPN given; null where none was, or it was erased
-- @column app text -- the bundle id
-- @column device text -- the device
-- @column source text -- where the policy came from: mdm, mam or other, as sent
-- @column policy_id text -- the id of the policy; null where the event did not give it
-- @column outbound text -- the setting allowedOutboundDataTransferDestinations
-- @column inbound text -- the setting allowedInboundDataTransferSources
-- @column settings jsonb -- all settings, as sent; null where the event gave none
-- @column since_at timestamptz -- since when: when the change counts
-- @column replaced_at timestamptz -- when the next change came; null where none has
-- @column removed_at timestamptz -- when policy was first removed after it, by at; null where it was not
-- @column is_in_force boolean -- whether it still stood at that instant
-- @column position bigint -- the position of the event that changed it
-- @order tenant, account, app, device
-- @cost full
-- @example account=Dora.Dahl@driftwood.example at=2026-03-20T00:00:00Z
-- @example account=upn:anton.bauer@driftwood.example at=2026-03-10T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example account=bela.bauer@driftwood.example at=2026-04-01T00:00:00Z app=example.driftwood.mail
-- @example account=nobody@driftwood.example

\if :{?at} \else \set at 'now' \endif
\if :{?app} \else \set app '' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH named AS (
    SELECT a.account AS name
    FROM reporting.v1_account AS a
    WHERE lower(a.identity) = lower(:'account'::text)
    UNION
    SELECT 'upn:' || lower(a.identity)
    FROM reporting.v1_account AS a
    WHERE a.account = lower(:'account'::text) OR lower(a.identity) = lower(:'account'::text)
    UNION
    SELECT lower(:'account'::text)
),
stream AS (
    SELECT
        e.tenant,
        e.belongs_to AS account,
        e.identity,
        e.app,
        e.device,
        e.effective_at,
        e.position,
        e.type,
        -- A record is read once, and that of a change alone.
        CASE WHEN e.type = 'mam.policy.changed' THEN e.data END AS data
    FROM reporting.v1_event AS e
    -- By the two columns that an index leads from.
    WHERE (
            e.object_id = ANY (
                ARRAY(
                    SELECT n.name::uuid
                    FROM named AS n
                    WHERE n.name ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
                )
            )
            OR e.upn = ANY (ARRAY(SELECT substr(n.name, 5) FROM named AS n WHERE starts_with(n.name, 'upn:')))
        )
        -- A UPN may have been another's before or since; who asks for the name itself gets all that it names.
        AND (e.belongs_to = ANY (ARRAY(SELECT n.name FROM named AS n)) OR e.account = lower(:'account'::text))
        -- What removes policy besides: not targeted, unenrolled, wiped.
        AND (
            e.type IN ('mam.policy.changed', 'mam.wipe.completed')
            OR (e.type IN ('mam.enrollment.completed', 'mam.policy.completed') AND e.code IN (103, 225))
            OR (e.type = 'mam.unenrollment.completed' AND e.code = 104)
        )
        AND e.app IS NOT NULL
        AND e.device IS NOT NULL
        AND :'app'::text IN ('', e.app)
        AND (:'tenant'::text = '' OR e.tenant = NULLIF(:'tenant'::text, '')::uuid)
),
changes AS MATERIALIZED (
    SELECT
        s.tenant,
        s.account,
        s.identity,
        s.app,
        s.device,
        s.data ->> 'source' AS source,
        s.data ->> 'policyId' AS policy_id,
        s.data -> 'settings' AS settings,
        s.effective_at,
        s.position
    FROM stream AS s
    WHERE s.type = 'mam.policy.changed'
),
ordered AS (
    SELECT
        c.tenant,
        c.account,
        c.identity,
        c.app,
        c.device,
        c.source,
        c.policy_id,
        c.settings,
        c.effective_at,
        c.position,
        lead(c.effective_at) OVER of_installation AS replaced_at,
        lead(c.position) OVER of_installation AS next_position
    FROM changes AS c
    WINDOW of_installation AS (
        PARTITION BY c.tenant, c.account, c.app, c.device ORDER BY c.effective_at, c.position
    )
)
SELECT
    o.tenant,
    o.account,
    o.identity,
    o.app,
    o.device,
    o.source,
    o.policy_id,
    o.settings ->> 'allowedOutboundDataTransferDestinations' AS outbound,
    o.settings ->> 'allowedInboundDataTransferSources' AS inbound,
    o.settings,
    o.effective_at AS since_at,
    o.replaced_at,
    r.removed_at,
    r.removed_at IS NULL AS is_in_force,
    o.position
FROM ordered AS o
CROSS JOIN LATERAL (
    SELECT min(s.effective_at) AS removed_at
    FROM stream AS s
    WHERE s.type <> 'mam.policy.changed'
        AND s.tenant = o.tenant
        AND s.account = o.account
        AND s.app = o.app
        AND s.device = o.device
        AND (s.effective_at, s.position) > (o.effective_at, o.position)
        AND s.effective_at <= :'at'::timestamptz
) AS r
WHERE o.effective_at <= :'at'::timestamptz
    AND (o.next_position IS NULL OR o.replaced_at > :'at'::timestamptz)
ORDER BY o.tenant, o.account COLLATE "C", o.app COLLATE "C", o.device COLLATE "C";
