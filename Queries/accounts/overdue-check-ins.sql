-- @name overdue-check-ins
-- @summary Enrolled accounts whose app has not checked in with the service for too long.
-- @description One row for each account and installation that is enrolled or under policy and whose last check-in (an
--   enrollment or policy answer with code 100 to 103) is not later than the given days before as_of; the longest
--   overdue first. Where no check-in is known, the account's first event stands for it. as_of moves the deadline
--   alone: enrollment and policy are those of through_recorded_at. Read from the projection of accounts.
-- @kind report
-- @param as_of timestamptz default "now" -- the instant by which a check-in is due
-- @param days bigint default "30" -- how old a check-in may be, in days of 24 hours
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column account text -- the object id in lower case, or upn:NAME
-- @column identity text -- the last UPN given; null where none was, or it was erased
-- @column app text -- the bundle id
-- @column device text -- the device
-- @column last_check_in_at timestamptz -- the last check-in; null where none is known
-- @column overdue_s bigint -- seconds by which it is overdue at as_of
-- @column enrollment text -- how far its enrollment is here
-- @column policy text -- none, restartPending, active or removed
-- @column wipe text -- how far a wipe is here: it waits for a check-in
-- @column data_present boolean -- whether its data is here; null where that is not known
-- @column last_event_at timestamptz -- the account's last event here, so whether the app is still used
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order overdue_s desc, tenant, account, app, device
-- @cost bounded
-- @example as_of=2026-04-10T00:00:00Z days=14
-- @example as_of=2026-04-10T00:00:00Z days=21 tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example as_of=2026-03-01T00:00:00Z

\if :{?as_of} \else \set as_of 'now' \endif
\if :{?days} \else \set days '30' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH checked AS (
    SELECT
        i.tenant,
        i.account,
        i.identity,
        i.app,
        i.device,
        i.last_check_in_at,
        coalesce(i.last_check_in_at, a.first_event_at) + :'days'::bigint * interval '24 hours' AS due_at,
        i.enrollment,
        i.policy,
        i.wipe,
        i.data_present,
        i.last_event_at,
        i.through_recorded_at
    FROM reporting.v1_account_installation AS i
    JOIN reporting.v1_account AS a ON a.tenant = i.tenant AND a.account = i.account
    -- A managed installation whose enrollment has failed since still holds policy, and so must check in.
    WHERE (i.managed OR i.enrollment = 'enrolled')
        AND (:'tenant'::text = '' OR i.tenant = NULLIF(:'tenant'::text, '')::uuid)
)
SELECT
    c.tenant,
    c.account,
    c.identity,
    c.app,
    c.device,
    c.last_check_in_at,
    extract(epoch FROM :'as_of'::timestamptz - c.due_at)::bigint AS overdue_s,
    c.enrollment,
    c.policy,
    c.wipe,
    c.data_present,
    c.last_event_at,
    c.through_recorded_at
FROM checked AS c
WHERE c.due_at <= :'as_of'::timestamptz
ORDER BY overdue_s DESC, c.tenant, c.account COLLATE "C", c.app COLLATE "C", c.device COLLATE "C";
