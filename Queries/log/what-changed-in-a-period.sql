-- @name what-changed-in-a-period
-- @summary Which accounts had which events in a period.
-- @description One row for each account and type of event in [since, until), by the instant at which the events count:
--   who was touched, by what, how often, and where the account stands now; mamaudit history has the single events.
--   Events of an app or a device without an account come first. recorded_later counts those that arrived only after the
--   period: an answer given at its end lacked them. Read from the events themselves, with status and identity from the
--   projection of accounts: events recorded before since are passed over by an index, all others are read. A day of a
--   log of a million events takes one to two seconds, all of it fifteen.
-- @kind report
-- @param since timestamptz default "-infinity" -- events that count at this instant or later
-- @param until timestamptz default "infinity" -- and before this one
-- @param type text default "" -- only types that begin so, as mam.wipe.; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column account text -- the object id, or upn:NAME as the event gave it; null for events without an account
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

WITH period AS (
    SELECT
        e.tenant,
        e.account,
        e.type,
        count(*) AS events,
        count(*) FILTER (WHERE e.recorded_at >= :'until'::timestamptz) AS recorded_later,
        count(DISTINCT (e.app, e.device)) FILTER (WHERE e.app IS NOT NULL AND e.device IS NOT NULL) AS installations,
        min(e.effective_at) AS first_at,
        max(e.effective_at) AS last_at,
        max(e.position) AS last_position
    FROM reporting.v1_event AS e
    WHERE e.effective_at >= :'since'::timestamptz
        AND e.effective_at < :'until'::timestamptz
        -- Follows from the line on since, and is what the index knows: no event counts later than it was recorded.
        AND e.recorded_at >= :'since'::timestamptz
        AND starts_with(e.type, :'type'::text)
        AND (:'tenant'::text = '' OR e.tenant = NULLIF(:'tenant'::text, '')::uuid)
    GROUP BY e.tenant, e.account, e.type
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
