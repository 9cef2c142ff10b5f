-- @name what-changed-in-a-period
-- @summary Which accounts had which events in a period.
-- @description One row for each account and type of event in [since, until), by the instant at which the events count:
--   who was touched, by what, how often, and where the account stands now; mamaudit history has the single events.
--   Events that name an account by its UPN alone count with those of the account that the UPN belonged to; those of an
--   app or a device without an account come first. recorded_later counts those that arrived only after the
--   period: an answer given at its end lacked them. Read from the events themselves, with status and identity from the
--   projection of accounts: events recorded before since are passed over by an index, all others are read. A day of a
--   log of a million events takes a second, all of it seven: they are sorted by account, type and installation.
-- @kind report
-- @param since timestamptz default "-infinity" -- events that count at this instant or later
-- @param until timestamptz default "infinity" -- and before this one
-- @param type text default "" -- only types that begin so, as mam.wipe.; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column account text -- the object id, or upn:NAME where no object id is known for the name; null for events without
--   an account
-- @column identity text -- the last UPN given; null where none was, or it was erased
-- @column status text -- the status of the account now
-- @column type text -- the type of the events
-- @column events bigint -- how many events
-- @column recorded_later bigint -- how many of them were recorded at until or later
-- @column installations bigint -- on how many installations (an app on a device)
-- @column first_at timestamptz -- the first of them
-- @column last_at timestamptz -- the last of them
-- @column last_position bigint -- the position of the one recorded last
-- @order tenant, account, type
-- @cost full
-- @example since=2026-03-02T00:00:00Z until=2026-03-03T00:00:00Z
-- @example type=mam.wipe. tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example until=2026-02-20T00:00:00Z

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?type} \else \set type '' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH events AS (
    -- Whose each is, as belongs_to has it, but of what is quick to sort.
    SELECT
        e.tenant,
        CASE
            WHEN e.object_id IS NOT NULL THEN e.object_id
            WHEN NOT starts_with(e.belongs_to, 'upn:') THEN e.belongs_to::uuid
        END AS object_id,
        CASE WHEN e.object_id IS NULL AND starts_with(e.belongs_to, 'upn:') THEN e.upn END AS upn,
        e.type_number,
        e.type,
        e.device,
        e.app,
        e.effective_at,
        e.recorded_at,
        e.position
    FROM reporting.v1_event AS e
    WHERE e.effective_at >= :'since'::timestamptz
        AND e.effective_at < :'until'::timestamptz
        -- Follows from the line on since, and is what the index knows: no event counts later than it was recorded.
        AND e.recorded_at >= :'since'::timestamptz
        AND (:'type'::text = '' OR starts_with(e.type, :'type'::text))
        AND (:'tenant'::text = '' OR e.tenant = NULLIF(:'tenant'::text, '')::uuid)
),
places AS (
    -- One sort serves both groupings, led by what is quick to compare and tells most rows apart.
    SELECT
        e.object_id,
        e.upn,
        e.type_number,
        e.tenant,
        e.device,
        e.app,
        min(e.type) AS type,
        count(*) AS events,
        count(*) FILTER (WHERE e.recorded_at >= :'until'::timestamptz) AS recorded_later,
        min(e.effective_at) AS first_at,
        max(e.effective_at) AS last_at,
        max(e.position) AS last_position
    FROM events AS e
    GROUP BY e.object_id, e.upn, e.type_number, e.tenant, e.device, e.app
),
period AS (
    SELECT
        p.tenant,
        coalesce(p.object_id::text, 'upn:' || p.upn) AS account,
        min(p.type) AS type,
        sum(p.events)::bigint AS events,
        sum(p.recorded_later)::bigint AS recorded_later,
        count(*) FILTER (WHERE p.app IS NOT NULL AND p.device IS NOT NULL) AS installations,
        min(p.first_at) AS first_at,
        max(p.last_at) AS last_at,
        max(p.last_position) AS last_position
    FROM places AS p
    GROUP BY p.object_id, p.upn, p.type_number, p.tenant
)
SELECT
    p.tenant,
    p.account,
    a.identity,
    a.status,
    p.type,
    p.events,
    p.recorded_later,
    p.installations,
    p.first_at,
    p.last_at,
    p.last_position
FROM period AS p
LEFT JOIN reporting.v1_account AS a ON a.tenant = p.tenant AND a.account = p.account
ORDER BY p.tenant, p.account COLLATE "C" NULLS FIRST, p.type COLLATE "C";
