-- @name dashboard-unconfirmed-wipes
-- @summary The wipes that had begun by an instant and were not confirmed by then.
-- @description One row for each wipe, the one that waits longest first. Unenrollments with a wipe count too, with the
--   origin unenrollment: rule W1 leaves them to rules L4a and E9, so it may find fewer. Read from the projection of accounts.
-- @kind report
-- @param until timestamptz required -- as it stood just before this instant
-- @param limit bigint default "10" -- how many rows at most
-- @param identities text default "no" enum no|yes -- yes: with UPNs; no: accounts by object id alone
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column account text -- the object id in lower case, or upn:NAME; null where only a name is known and identities
--   is no
-- @column identity text -- the last UPN given; null where none was, it was erased, or identities is no
-- @column app text -- the bundle id; null for a request over several apps that met no installation
-- @column device text -- the device; null for a request over several devices that met no installation
-- @column state text -- requested, received, handled or failed: the last thing known by the instant
-- @column origin text -- who or what asked; null where only the report of the app is known
-- @column began_at timestamptz -- when it was asked for, else the first thing known of it
-- @column waiting_s bigint -- how long ago that is, in seconds
-- @column last_check_in_at timestamptz -- the last check-in of the account there that is known now
-- @column of_wipes bigint -- how many there are, the rows beyond the limit included
-- @order began_at, tenant
-- @cost bounded
-- @example until=2026-03-20T00:00:00Z
-- @example until=2026-04-01T00:00:00Z limit=2 identities=yes tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example until=2026-04-01T00:00:00Z

\if :{?limit} \else \set limit '10' \endif
\if :{?identities} \else \set identities 'no' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH began AS (
    SELECT
        w.tenant,
        w.account,
        w.identity,
        w.app,
        w.device,
        w.origin,
        coalesce(w.requested_at, least(w.received_at, w.handled_at, w.failed_at)) AS began_at,
        w.received_at,
        w.handled_at,
        w.failed_at,
        w.ordinal
    FROM reporting.v1_wipe AS w
    WHERE (w.completed_at IS NULL OR w.completed_at >= :'until'::timestamptz)
        AND (:'tenant'::text = '' OR w.tenant = NULLIF(:'tenant'::text, '')::uuid)
),
unconfirmed AS (
    SELECT
        b.tenant,
        b.account,
        b.identity,
        b.app,
        b.device,
        b.origin,
        b.began_at,
        b.ordinal,
        -- What came after the instant does not count.
        CASE
            WHEN b.failed_at < :'until'::timestamptz
                AND b.failed_at >= coalesce(b.handled_at, b.received_at, b.failed_at) THEN 'failed'
            WHEN b.handled_at < :'until'::timestamptz THEN 'handled'
            WHEN b.received_at < :'until'::timestamptz THEN 'received'
            ELSE 'requested'
        END AS state,
        count(*) OVER () AS of_wipes
    FROM began AS b
    WHERE b.began_at < :'until'::timestamptz
    ORDER BY b.began_at, b.tenant, b.account COLLATE "C", b.ordinal
    LIMIT :'limit'::bigint
)
SELECT
    u.tenant,
    CASE WHEN :'identities'::text = 'yes' OR NOT starts_with(u.account, 'upn:') THEN u.account END AS account,
    CASE WHEN :'identities'::text = 'yes' THEN u.identity END AS identity,
    u.app,
    u.device,
    u.state,
    u.origin,
    u.began_at,
    -- Up to now where there is no end.
    extract(
        epoch FROM CASE WHEN isfinite(:'until'::timestamptz) THEN :'until'::timestamptz ELSE now() END - u.began_at
    )::bigint AS waiting_s,
    i.last_check_in_at,
    u.of_wipes
FROM unconfirmed AS u
LEFT JOIN reporting.v1_account_installation AS i
    ON i.tenant = u.tenant AND i.account = u.account AND i.app = u.app AND i.device = u.device
ORDER BY u.began_at, u.tenant, u.account COLLATE "C", u.ordinal;
