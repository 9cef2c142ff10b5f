-- @name wipes-not-confirmed
-- @summary Wipes that were not confirmed within a time.
-- @description One row for each wipe on each installation that began at least the given hours before as_of and had no
--   confirmation by then; the oldest first. A wipe of which only the reports of the app are known begins with the
--   first of them. A wipe needs the app to be opened, hence the last check-in. state and the instants are those of
--   through_recorded_at: a row with completed_at was confirmed after as_of. Unenrollments with a wipe count too, with
--   the origin unenrollment: rule W1 leaves them to rules L4a and E9, so it may find fewer. Read from the projection of accounts.
-- @kind report
-- @param as_of timestamptz default "now" -- the instant at which the confirmation is asked for
-- @param hours bigint default "24" -- how long a confirmation may take
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column account text -- the object id in lower case, or upn:NAME
-- @column identity text -- the last UPN given; null where none was, or it was erased
-- @column app text -- the bundle id; null for a request over several apps that met no installation
-- @column device text -- the device; null for a request over several devices that met no installation
-- @column state text -- requested, received, handled or failed: how far it came; completed after as_of
-- @column origin text -- who or what asked; null where no request is known
-- @column why text -- lost, stolen, leaver or other
-- @column request_id text -- the producer's id of the request
-- @column began_at timestamptz -- when it was asked for, or first reported
-- @column waiting_s bigint -- seconds from then to as_of
-- @column requested_position bigint -- the position of the request in the log; null where none is known
-- @column received_at timestamptz -- when the app received it
-- @column handled_at timestamptz -- when the app's wipe delegate answered
-- @column failed_at timestamptz -- when it failed last
-- @column completed_at timestamptz -- when it was confirmed, after as_of; else null
-- @column last_check_in_at timestamptz -- the account's last check-in there
-- @column ordinal bigint -- its place among the wipes of the account
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order began_at, tenant, account, ordinal
-- @cost bounded
-- @example as_of=2026-03-25T00:00:00Z
-- @example as_of=2026-04-01T00:00:00Z hours=240 tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example as_of=2026-03-05T00:00:00Z hours=1

\if :{?as_of} \else \set as_of 'now' \endif
\if :{?hours} \else \set hours '24' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH began AS (
    SELECT
        w.tenant,
        w.account,
        w.identity,
        w.app,
        w.device,
        w.state,
        w.origin,
        w.why,
        w.request_id,
        coalesce(w.requested_at, least(w.received_at, w.handled_at, w.failed_at)) AS began_at,
        w.requested_position,
        w.received_at,
        w.handled_at,
        w.failed_at,
        w.completed_at,
        w.ordinal,
        w.through_recorded_at
    FROM reporting.v1_wipe AS w
    WHERE (w.completed_at IS NULL OR w.completed_at > :'as_of'::timestamptz)
        AND (:'tenant'::text = '' OR w.tenant = NULLIF(:'tenant'::text, '')::uuid)
)
SELECT
    b.tenant,
    b.account,
    b.identity,
    b.app,
    b.device,
    b.state,
    b.origin,
    b.why,
    b.request_id,
    b.began_at,
    extract(epoch FROM :'as_of'::timestamptz - b.began_at)::bigint AS waiting_s,
    b.requested_position,
    b.received_at,
    b.handled_at,
    b.failed_at,
    b.completed_at,
    i.last_check_in_at,
    b.ordinal,
    b.through_recorded_at
FROM began AS b
LEFT JOIN reporting.v1_account_installation AS i
    ON i.tenant = b.tenant AND i.account = b.account AND i.app = b.app AND i.device = b.device
WHERE b.began_at + :'hours'::bigint * interval '1 hour' <= :'as_of'::timestamptz
ORDER BY b.began_at, b.tenant, b.account COLLATE "C", b.ordinal;
