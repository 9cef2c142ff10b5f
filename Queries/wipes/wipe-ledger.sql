-- @name wipe-ledger
-- @summary Every wipe, from its request to its confirmation.
-- @description One row for each wipe on each installation that began in [since, until), the latest first. A wipe of
--   which only the reports of the app are known begins with the first of them. Read from the projection of accounts.
-- @kind report
-- @param since timestamptz default "-infinity" -- wipes that began at this instant or later
-- @param until timestamptz default "infinity" -- and before this one
-- @param state text default "any" enum any|requested|received|handled|failed|completed -- only those that came this far
-- @param account text default "" -- one account alone: its object id, upn:NAME, or last UPN; empty for all
-- @param device text default "" -- one device alone; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column account text -- the object id in lower case, or upn:NAME
-- @column identity text -- the last UPN given; null where none was, or it was erased
-- @column app text -- the bundle id; null for a request over several apps that met no installation
-- @column device text -- the device; null for a request over several devices that met no installation
-- @column state text -- requested, received, handled, failed or completed: the last thing known
-- @column origin text -- who or what asked; null where no request is known
-- @column reason_code bigint -- the reason code of the SDK
-- @column why text -- lost, stolen, leaver or other
-- @column request_id text -- the producer's id of the request
-- @column began_at timestamptz -- when it was asked for, or first reported
-- @column requested_at timestamptz -- when it was asked for; null where no request is known
-- @column requested_position bigint -- the position of the request in the log
-- @column received_at timestamptz -- when the app received it
-- @column handled_at timestamptz -- when the app's wipe delegate answered
-- @column wiped boolean -- what the delegate answered: false leaves the files to the SDK
-- @column failed_at timestamptz -- when it failed last
-- @column completed_at timestamptz -- when it was confirmed
-- @column time_to_complete_s bigint -- seconds from request to confirmation
-- @column ordinal bigint -- its place among the wipes of the account
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order began_at desc, tenant, account, ordinal
-- @cost bounded
-- @example
-- @example since=2026-03-20T00:00:00Z until=2026-03-25T00:00:00Z
-- @example account=BELA.BAUER@driftwood.example device=F0645FA2-D196-4BA2-BDC4-5796BCED6986
-- @example state=completed tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?state} \else \set state 'any' \endif
\if :{?account} \else \set account '' \endif
\if :{?device} \else \set device '' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH ledger AS (
    SELECT
        w.tenant,
        w.account,
        w.identity,
        w.app,
        w.device,
        w.state,
        w.origin,
        w.reason_code,
        w.why,
        w.request_id,
        coalesce(w.requested_at, least(w.received_at, w.handled_at, w.failed_at, w.completed_at)) AS began_at,
        w.requested_at,
        w.requested_position,
        w.received_at,
        w.handled_at,
        w.wiped,
        w.failed_at,
        w.completed_at,
        w.time_to_complete_s,
        w.ordinal,
        w.through_recorded_at
    FROM reporting.v1_wipe AS w
    WHERE :'state'::text IN ('any', w.state)
        AND (
            :'account'::text = ''
            OR w.account = lower(:'account'::text)
            OR lower(w.identity) = lower(:'account'::text)
        )
        AND :'device'::text IN ('', w.device)
        AND (:'tenant'::text = '' OR w.tenant = NULLIF(:'tenant'::text, '')::uuid)
)
SELECT
    l.tenant,
    l.account,
    l.identity,
    l.app,
    l.device,
    l.state,
    l.origin,
    l.reason_code,
    l.why,
    l.request_id,
    l.began_at,
    l.requested_at,
    l.requested_position,
    l.received_at,
    l.handled_at,
    l.wiped,
    l.failed_at,
    l.completed_at,
    l.time_to_complete_s,
    l.ordinal,
    l.through_recorded_at
FROM ledger AS l
WHERE l.began_at >= :'since'::timestamptz AND l.began_at < :'until'::timestamptz
ORDER BY l.began_at DESC, l.tenant, l.account COLLATE "C", l.ordinal;
