-- @name dashboard-late-handovers
-- @summary The hand-overs of shared devices after which the next user met data of the user before.
-- @description One row for each hand-over of [since, until) after which another user came to the app before the data
--   was cleared, as far as is known by then: first those whose data is not cleared, then those where it took longest.
--   The data lay beside another user from then on until it was cleared, or the user before came back to it, or the
--   period ended, whichever came first.
--   Read from the events themselves: all of them are read, whatever the period. Each event of a shared device is
--   opened: a million events take a second.
-- @kind report
-- @param since timestamptz required -- hand-overs that the app saw at this instant or later
-- @param until timestamptz required -- and before this one
-- @param limit bigint default "10" -- how many rows at most
-- @param identities text default "no" enum no|yes -- yes: with UPNs; no: accounts by object id alone
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column device text -- the device
-- @column app text -- the bundle id of the app that saw it
-- @column previous text -- the user before; null where only a name is known and identities is no
-- @column previous_identity text -- the last UPN given for that account; null where none was, or identities is no
-- @column changed_at timestamptz -- when the app saw it
-- @column next_user_at timestamptz -- when the app had a user again
-- @column cleared_at timestamptz -- when the data was cleared; null where it was not by then
-- @column returned_at timestamptz -- when the user before came back, with nothing cleared; null where not by then
-- @column exposed_s bigint -- how long the data was there beside another user, in seconds
-- @column of_handovers bigint -- how many there are, the rows beyond the limit included
-- @order tenant, exposed_s desc
-- @cost full
-- @example since=2026-03-14T00:00:00Z until=2026-03-17T00:00:00Z
-- @example since=2026-03-01T00:00:00Z until=2026-04-01T00:00:00Z limit=1 identities=yes tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example since=2026-03-01T00:00:00Z until=2026-04-01T00:00:00Z

\if :{?limit} \else \set limit '10' \endif
\if :{?identities} \else \set identities 'no' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH late AS (
    SELECT
        h.tenant,
        h.device,
        h.app,
        h.previous,
        h.changed_at,
        h.next_user_at,
        CASE WHEN h.cleared_at < :'until'::timestamptz THEN h.cleared_at END AS cleared_at,
        CASE WHEN h.returned_at < :'until'::timestamptz THEN h.returned_at END AS returned_at,
        h.position,
        count(*) OVER () AS of_handovers
    FROM reporting.v1_shared_device_handover AS h
    WHERE h.changed_at >= :'since'::timestamptz
        AND h.changed_at < :'until'::timestamptz
        AND h.next_user_at < :'until'::timestamptz
        AND (h.cleared_at IS NULL OR h.cleared_at > h.next_user_at)
        AND (h.returned_at IS NULL OR h.returned_at > h.next_user_at)
        AND (:'tenant'::text = '' OR h.tenant = NULLIF(:'tenant'::text, '')::uuid)
),
-- Few, before their names are looked up.
shown AS MATERIALIZED (
    SELECT
        l.tenant,
        l.device,
        l.app,
        l.previous,
        l.changed_at,
        l.next_user_at,
        l.cleared_at,
        l.returned_at,
        -- Up to now where there is no end.
        extract(
            epoch FROM least(
                l.cleared_at,
                l.returned_at,
                CASE WHEN isfinite(:'until'::timestamptz) THEN :'until'::timestamptz ELSE now() END
            ) - l.next_user_at
        )::bigint AS exposed_s,
        l.position,
        l.of_handovers
    FROM late AS l
    ORDER BY l.tenant, l.cleared_at IS NOT NULL, exposed_s DESC, l.position, l.previous COLLATE "C"
    LIMIT :'limit'::bigint
)
SELECT
    s.tenant,
    s.device,
    s.app,
    CASE
        WHEN :'identities'::text = 'yes' OR s.previous ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' THEN s.previous
    END AS previous,
    CASE WHEN :'identities'::text = 'yes' THEN a.identity END AS previous_identity,
    s.changed_at,
    s.next_user_at,
    s.cleared_at,
    s.returned_at,
    s.exposed_s,
    s.of_handovers
FROM shown AS s
LEFT JOIN reporting.v1_account AS a ON a.tenant = s.tenant AND a.account = s.previous
ORDER BY s.tenant, s.cleared_at IS NOT NULL, s.exposed_s DESC, s.position, s.previous COLLATE "C";
