-- @name wipes-confirmed-in-time
-- @summary Whether each wipe was confirmed within a time.
-- @description One row for each wipe on each installation that began in [since, as_of], those that alarm first: ok
--   where it was confirmed within the hours from its beginning, alarm where it was confirmed later or is not confirmed
--   although the hours are over, info where they are not over yet. A tenant without any wipe then has one row, skip.
--   A wipe of which only the reports of the app are known begins with the first of them. Exactly the hours is in
--   time. Unenrollments with a wipe count too, with the origin unenrollment: rule W1 leaves them to rules L4a and E9, so
--   it may find fewer. Read from the projection of accounts.
-- @kind control
-- @severity violation
-- @rule W1
-- @remediation A wipe runs only when the app is opened: reach the user or collect the device, block the account's
--   sign-in meanwhile, and look at mamaudit why ACCOUNT for how far the wipe came.
-- @param as_of timestamptz default "now" -- the instant at which it is asked
-- @param since timestamptz default "-infinity" -- only wipes that began at this instant or later
-- @param hours bigint default "24" -- how long a confirmation may take
-- @param only text default "all" enum all|alarm -- alarm: only what fails
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column resource text -- the account and where the wipe is; the tenant where there was none
-- @column status text -- ok, alarm, info or skip
-- @column reason text -- why, in words
-- @column tenant uuid -- the Entra tenant id
-- @column account text -- the object id in lower case, or upn:NAME
-- @column identity text -- the last UPN given; null where none was, or it was erased
-- @column app text -- the bundle id; null for a request over several apps that met no installation
-- @column device text -- the device; null for a request over several devices that met no installation
-- @column began_at timestamptz -- when it was asked for, or first reported
-- @column completed_at timestamptz -- when it was confirmed, by as_of
-- @column took_s bigint -- seconds from the one to the other, or to as_of
-- @column state text -- requested, received, handled, failed or completed: the last thing known
-- @column origin text -- who or what asked; null where no request is known, and for the tenant
-- @column ordinal bigint -- its place among the wipes of the account
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order status, began_at, tenant, account, ordinal
-- @cost bounded
-- @example as_of=2026-03-31T00:00:00Z
-- @example as_of=2026-03-25T00:00:00Z since=2026-03-20T00:00:00Z hours=1 only=alarm
-- @example as_of=2026-03-01T00:00:00Z

\if :{?as_of} \else \set as_of 'now' \endif
\if :{?since} \else \set since '-infinity' \endif
\if :{?hours} \else \set hours '24' \endif
\if :{?only} \else \set only 'all' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH tenants AS (
    SELECT a.tenant, max(a.through_recorded_at) AS through_recorded_at
    FROM reporting.v1_account AS a
    WHERE :'tenant'::text = '' OR a.tenant = NULLIF(:'tenant'::text, '')::uuid
    GROUP BY a.tenant
),
began AS (
    SELECT
        w.tenant,
        w.account,
        w.identity,
        w.app,
        w.device,
        w.state,
        w.origin,
        w.ordinal,
        coalesce(w.requested_at, least(w.received_at, w.handled_at, w.failed_at, w.completed_at)) AS began_at,
        CASE WHEN w.completed_at <= :'as_of'::timestamptz THEN w.completed_at END AS completed_at
    FROM reporting.v1_wipe AS w
),
judged AS (
    SELECT
        b.tenant,
        b.account,
        b.identity,
        b.app,
        b.device,
        b.state,
        b.origin,
        b.ordinal,
        b.began_at,
        b.completed_at,
        extract(epoch FROM coalesce(b.completed_at, :'as_of'::timestamptz) - b.began_at)::bigint AS took_s,
        CASE
            WHEN coalesce(b.completed_at, :'as_of'::timestamptz) - b.began_at
                > :'hours'::bigint * interval '1 hour' THEN 'alarm'
            WHEN b.completed_at IS NULL THEN 'info'
            ELSE 'ok'
        END AS status
    FROM began AS b
    WHERE b.began_at >= :'since'::timestamptz AND b.began_at <= :'as_of'::timestamptz
)
SELECT
    coalesce(
        j.account || ' in ' || coalesce(j.app, 'every app') || ' on ' || coalesce(j.device, 'every device'),
        t.tenant::text
    ) AS resource,
    coalesce(j.status, 'skip') AS status,
    CASE
        WHEN j.account IS NULL THEN 'No wipe began in that time.'
        WHEN j.status = 'info' THEN 'It has ' || :'hours'::bigint || ' h from its beginning, which are not over.'
        WHEN j.completed_at IS NULL
            THEN 'Not confirmed ' || j.took_s / 3600 || ' h after it began; it is ' || j.state || '.'
        WHEN j.status = 'alarm' THEN 'Confirmed only ' || j.took_s / 3600 || ' h after it began.'
        ELSE 'Confirmed ' || j.took_s / 60 || ' min after it began.'
    END AS reason,
    t.tenant,
    j.account,
    j.identity,
    j.app,
    j.device,
    j.began_at,
    j.completed_at,
    j.took_s,
    j.state,
    j.origin,
    j.ordinal,
    t.through_recorded_at
FROM tenants AS t
LEFT JOIN judged AS j ON j.tenant = t.tenant
WHERE :'only'::text = 'all' OR j.status = 'alarm'
ORDER BY
    array_position(ARRAY['error', 'alarm', 'info', 'ok', 'skip'], coalesce(j.status, 'skip')),
    j.began_at, t.tenant, j.account COLLATE "C", j.ordinal;
