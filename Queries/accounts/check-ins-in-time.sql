-- @name check-ins-in-time
-- @summary Whether each managed account has checked in with the service in time.
-- @description One row for each account and installation that is enrolled or under policy, those that alarm first:
--   alarm where the last check-in (an enrollment or policy answer with code 100 to 103) is older than the days at
--   as_of, else ok; exactly the days is in time. Where no check-in is known, the account's first event stands for it.
--   An account whose row could not be folded again is an error. as_of moves the deadline alone: enrollment and policy
--   are those of through_recorded_at. Read from the projection of accounts.
-- @kind control
-- @severity warning
-- @rule none
-- @remediation Have the app opened with a network at hand: check-ins happen only while it is used. A device that is
--   gone is wiped, and its account unenrolled.
-- @param as_of timestamptz default "now" -- the instant by which a check-in is due
-- @param days bigint default "30" -- how old a check-in may be, in days of 24 hours
-- @param only text default "all" enum all|alarm -- alarm: only what fails, errors included
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column resource text -- the account, and where; the tenant where none is managed
-- @column status text -- ok, alarm, error or skip
-- @column reason text -- why, in words
-- @column tenant uuid -- the Entra tenant id
-- @column account text -- the object id in lower case, or upn:NAME
-- @column identity text -- the last UPN given; null where none was, or it was erased
-- @column app text -- the bundle id
-- @column device text -- the device
-- @column last_check_in_at timestamptz -- the last check-in; null where none is known
-- @column age_s bigint -- seconds from then to as_of, or from the account's first event
-- @column last_event_at timestamptz -- the account's last event there, so whether the app is still used
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order status, age_s desc, tenant, account, app, device
-- @cost bounded
-- @example as_of=2026-04-10T00:00:00Z days=14 only=alarm
-- @example as_of=2026-04-01T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?as_of} \else \set as_of 'now' \endif
\if :{?days} \else \set days '30' \endif
\if :{?only} \else \set only 'all' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH tenants AS (
    SELECT a.tenant, max(a.through_recorded_at) AS through_recorded_at
    FROM reporting.v1_account AS a
    WHERE :'tenant'::text = '' OR a.tenant = NULLIF(:'tenant'::text, '')::uuid
    GROUP BY a.tenant
),
checked AS (
    SELECT
        i.tenant,
        i.account,
        i.identity,
        i.app,
        i.device,
        i.last_check_in_at,
        i.last_event_at,
        a.stale,
        :'as_of'::timestamptz - coalesce(i.last_check_in_at, a.first_event_at) AS age
    FROM reporting.v1_account_installation AS i
    JOIN reporting.v1_account AS a ON a.tenant = i.tenant AND a.account = i.account
    -- A managed installation whose enrollment has failed since still holds policy, and so must check in.
    WHERE i.managed OR i.enrollment = 'enrolled'
),
judged AS (
    SELECT
        c.tenant,
        c.account,
        c.identity,
        c.app,
        c.device,
        c.last_check_in_at,
        c.last_event_at,
        extract(epoch FROM c.age)::bigint AS age_s,
        CASE
            WHEN c.stale THEN 'error'
            WHEN c.age > :'days'::bigint * interval '24 hours' THEN 'alarm'
            ELSE 'ok'
        END AS status
    FROM checked AS c
)
SELECT
    coalesce(j.account || ' in ' || j.app || ' on ' || j.device, t.tenant::text) AS resource,
    coalesce(j.status, 'skip') AS status,
    CASE
        WHEN j.account IS NULL THEN 'No account is managed.'
        WHEN j.status = 'error' THEN 'The account could not be folded again: see mamaudit projections status.'
        WHEN j.last_check_in_at IS NULL
            THEN 'No check-in is known, and the account came ' || j.age_s / 86400 || ' d ago.'
        ELSE 'The last check-in was ' || j.age_s / 86400 || ' d ago.'
    END AS reason,
    t.tenant,
    j.account,
    j.identity,
    j.app,
    j.device,
    j.last_check_in_at,
    j.age_s,
    j.last_event_at,
    t.through_recorded_at
FROM tenants AS t
LEFT JOIN judged AS j ON j.tenant = t.tenant
WHERE :'only'::text = 'all' OR j.status IN ('alarm', 'error')
ORDER BY
    array_position(ARRAY['error', 'alarm', 'info', 'ok', 'skip'], coalesce(j.status, 'skip')),
    j.age_s DESC, t.tenant, j.account COLLATE "C", j.app COLLATE "C", j.device COLLATE "C";
