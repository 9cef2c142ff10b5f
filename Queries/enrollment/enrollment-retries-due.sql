-- @name enrollment-retries-due
-- @summary Failed enrollments that the SDK should have tried again by an instant.
-- @description One row for each account and installation whose enrollment failed and whose next attempt was due by
--   as_of, the longest overdue first. The SDK tries again 24 hours after the failure, and only while the app is used:
--   last_event_at tells whether it was since. The enrollment is that of through_recorded_at. Read from the projection
--   of accounts.
-- @kind report
-- @param as_of timestamptz default "now" -- the instant at which it is asked
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column account text -- the object id in lower case, or upn:NAME
-- @column identity text -- the last UPN given; null where none was, or it was erased
-- @column app text -- the bundle id
-- @column device text -- the device
-- @column code bigint -- the last status code (IntuneMAMEnrollmentStatusCode)
-- @column code_name text -- its name; null for an unknown number
-- @column next_retry_at timestamptz -- when the next attempt was due
-- @column overdue_s bigint -- seconds from then to as_of
-- @column used_since boolean -- whether the account has had an event there since it was due
-- @column last_event_at timestamptz -- the account's last event there
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order next_retry_at, tenant, account, app, device
-- @cursor next_retry_at, tenant, account, app, device
-- @cost bounded
-- @example as_of=2026-04-01T00:00:00Z
-- @example as_of=2026-03-15T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?as_of} \else \set as_of 'now' \endif
\if :{?tenant} \else \set tenant '' \endif

SELECT
    i.tenant,
    i.account,
    i.identity,
    i.app,
    i.device,
    i.enrollment_code AS code,
    i.enrollment_code_name AS code_name,
    i.next_retry_at,
    extract(epoch FROM :'as_of'::timestamptz - i.next_retry_at)::bigint AS overdue_s,
    i.last_event_at > i.next_retry_at AS used_since,
    i.last_event_at,
    i.through_recorded_at
FROM reporting.v1_account_installation AS i
WHERE i.next_retry_at <= :'as_of'::timestamptz
    AND (:'tenant'::text = '' OR i.tenant = NULLIF(:'tenant'::text, '')::uuid)
ORDER BY i.next_retry_at, i.tenant, i.account COLLATE "C", i.app COLLATE "C", i.device COLLATE "C";
