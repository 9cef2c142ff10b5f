-- @name events-of-account
-- @summary Every event recorded about one account, in the order in which they count.
-- @description One row for each event of the account in [since, until). The account is named by its object id, by
--   upn:NAME, or by the last UPN given for it, in any casing; the events that name it by that UPN alone are in too, as
--   long as the UPN was that account's. Personal values stand in data as digests. mamaudit history tells besides what
--   each event changed, and knows earlier UPNs of the account too. Read from the events themselves, by the index over accounts.
-- @kind detail
-- @param account text required -- the account
-- @param since timestamptz default "-infinity" -- events that count at this instant or later
-- @param until timestamptz default "infinity" -- and before this one
-- @param type text default "" -- only types that begin so, as mam.wipe.; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column effective_at timestamptz -- when it counts: the earlier of when it happened and when it was recorded
-- @column position bigint -- its place in the log
-- @column type text -- the type of the event
-- @column account text -- the account as the event names it
-- @column identity text -- the last UPN given for the account that the event is of; null where none was, or it was erased
-- @column app text -- the bundle id
-- @column device text -- the device
-- @column code bigint -- the number of the enumeration of the type (status code, status, result, reason, mode)
-- @column code_name text -- its name; null for an unknown number
-- @column data jsonb -- the data of the event
-- @column occurred_at timestamptz -- when it happened, by the clock of the producer
-- @column recorded_at timestamptz -- when it was appended, by the clock of the store
-- @order effective_at, tenant, position
-- @cursor effective_at, tenant, position
-- @cost full
-- @example account=fritz.fontaine@driftwood.example since=2026-03-20T00:00:00Z until=2026-04-01T00:00:00Z
-- @example account=DORA.DAHL@driftwood.example type=mam.remediation. tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example account=upn:kiran.lehmann@driftwood.example type=mam.wipe.
-- @example account=nobody@driftwood.example

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?type} \else \set type '' \endif
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
)
SELECT
    e.tenant,
    e.effective_at,
    e.position,
    e.type,
    e.account,
    e.identity,
    e.app,
    e.device,
    e.code,
    e.code_name,
    e.data,
    e.occurred_at,
    e.recorded_at
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
    AND e.effective_at >= :'since'::timestamptz
    AND e.effective_at < :'until'::timestamptz
    AND (:'type'::text = '' OR starts_with(e.type, :'type'::text))
    AND (:'tenant'::text = '' OR e.tenant = NULLIF(:'tenant'::text, '')::uuid)
ORDER BY e.effective_at, e.tenant, e.position;
