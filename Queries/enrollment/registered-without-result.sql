-- @name registered-without-result
-- @summary Accounts that were registered with the SDK and never got an answer about their enrollment.
-- @description One row for each account and installation that is registered and for which no status code of an
--   enrollment or policy request is known, if its last event there was at least the given minutes before as_of; the
--   oldest first. as_of moves the deadline alone: the rest is that of through_recorded_at. Registrations that got no
--   result within 15 minutes of the app's use are findings of rule E8. Read from the projection of accounts.
-- @kind report
-- @param as_of timestamptz default "now" -- the instant at which it is asked
-- @param minutes bigint default "15" -- how long an answer may take
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column account text -- the object id in lower case, or upn:NAME
-- @column identity text -- the last UPN given; null where none was, or it was erased
-- @column app text -- the bundle id
-- @column device text -- the device
-- @column enrollment text -- how far its enrollment is here
-- @column events bigint -- how many events the account has there
-- @column last_event_at timestamptz -- the last of them
-- @column waiting_s bigint -- seconds from then to as_of
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order last_event_at, tenant, account, app, device
-- @cost bounded
-- @example as_of=2026-04-01T00:00:00Z
-- @example as_of=2026-04-01T00:00:00Z minutes=1440 tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?as_of} \else \set as_of 'now' \endif
\if :{?minutes} \else \set minutes '15' \endif
\if :{?tenant} \else \set tenant '' \endif

SELECT
    i.tenant,
    i.account,
    i.identity,
    i.app,
    i.device,
    i.enrollment,
    i.events,
    i.last_event_at,
    extract(epoch FROM :'as_of'::timestamptz - i.last_event_at)::bigint AS waiting_s,
    i.through_recorded_at
FROM reporting.v1_account_installation AS i
WHERE i.registered
    AND i.enrollment = 'registered'
    AND i.enrollment_code IS NULL
    AND i.last_event_at <= :'as_of'::timestamptz - :'minutes'::bigint * interval '1 minute'
    AND (:'tenant'::text = '' OR i.tenant = NULLIF(:'tenant'::text, '')::uuid)
ORDER BY i.last_event_at, i.tenant, i.account COLLATE "C", i.app COLLATE "C", i.device COLLATE "C";
