-- @name dashboard-slowest-wipes
-- @summary The wipes confirmed in a period that took longest.
-- @description One row for each wipe, the slowest first. Read from the projection of accounts.
-- @kind report
-- @param since timestamptz required -- confirmed at this instant or later
-- @param until timestamptz required -- and before this one
-- @param limit bigint default "10" -- how many rows at most
-- @param identities text default "no" enum no|yes -- yes: with UPNs; no: accounts by object id alone
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column account text -- the object id in lower case, or upn:NAME; null where only a name is known and identities
--   is no
-- @column identity text -- the last UPN given; null where none was, it was erased, or identities is no
-- @column app text -- the bundle id
-- @column device text -- the device
-- @column origin text -- who or what asked
-- @column requested_at timestamptz -- when it was asked for
-- @column completed_at timestamptz -- when it was confirmed
-- @column took_s bigint -- how long it took, in seconds
-- @column of_wipes bigint -- how many there are, the rows beyond the limit included
-- @order took_s desc, tenant
-- @cost bounded
-- @example since=2026-03-10T00:00:00Z until=2026-03-20T00:00:00Z
-- @example since=2026-03-01T00:00:00Z until=2026-04-01T00:00:00Z limit=2 identities=yes tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example since=2026-03-01T00:00:00Z until=2026-04-01T00:00:00Z

\if :{?limit} \else \set limit '10' \endif
\if :{?identities} \else \set identities 'no' \endif
\if :{?tenant} \else \set tenant '' \endif

SELECT
    w.tenant,
    CASE WHEN :'identities'::text = 'yes' OR NOT starts_with(w.account, 'upn:') THEN w.account END AS account,
    CASE WHEN :'identities'::text = 'yes' THEN w.identity END AS identity,
    w.app,
    w.device,
    w.origin,
    w.requested_at,
    w.completed_at,
    greatest(w.time_to_complete_s, 0) AS took_s,
    count(*) OVER () AS of_wipes
FROM reporting.v1_wipe AS w
WHERE w.completed_at >= :'since'::timestamptz
    AND w.completed_at < :'until'::timestamptz
    AND w.requested_at IS NOT NULL
    AND (:'tenant'::text = '' OR w.tenant = NULLIF(:'tenant'::text, '')::uuid)
ORDER BY took_s DESC, w.tenant, w.account COLLATE "C", w.ordinal
LIMIT :'limit'::bigint;
