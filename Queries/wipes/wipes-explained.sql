-- @name wipes-explained
-- @summary Whether each wipe has a known cause.
-- @description One row for each wipe on each installation that began in [since, as_of], those that alarm first: alarm
--   where it was confirmed and the events before it name no cause (an open finding of rule W5), ok where it is known
--   who or what asked for it, info where no request is known, or one of unknown origin, and nothing is found fault
--   with. A tenant without any wipe then has one row, skip. Read from the projections of accounts and findings.
-- @kind control
-- @severity violation
-- @rule W5
-- @remediation Ask the user and the administrators; look at mamaudit history ACCOUNT for what went before, and for a
--   condition of launch or the offline limit in the policy. Explain what cannot be found with mamaudit findings
--   acknowledge ID --reason TEXT.
-- @param as_of timestamptz default "now" -- the instant at which it is asked
-- @param since timestamptz default "-infinity" -- only wipes that began at this instant or later
-- @param only text default "all" enum all|alarm -- alarm: only what fails
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column resource text -- the account and where the wipe is; the tenant where there was none
-- @column status text -- ok, alarm, info or skip
-- @column reason text -- who or what asked, or why it is found fault with
-- @column tenant uuid -- the Entra tenant id
-- @column account text -- the object id in lower case, or upn:NAME
-- @column identity text -- the last UPN given; null where none was, or it was erased
-- @column app text -- the bundle id; null for a request over several apps that met no installation
-- @column device text -- the device; null for a request over several devices that met no installation
-- @column origin text -- who or what asked; null where no request is known
-- @column reason_code bigint -- the reason code of the SDK
-- @column why text -- lost, stolen, leaver or other
-- @column began_at timestamptz -- when it was asked for, or first reported
-- @column completed_at timestamptz -- when it was confirmed; null where it is not
-- @column finding text -- the id of the finding that says so; null where the status is another
-- @column ordinal bigint -- its place among the wipes of the account
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order status, began_at, tenant, account, ordinal
-- @cost bounded
-- @example as_of=2026-04-01T00:00:00Z
-- @example as_of=2026-04-01T00:00:00Z since=2026-03-24T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example as_of=2026-03-01T00:00:00Z

\if :{?as_of} \else \set as_of 'now' \endif
\if :{?since} \else \set since '-infinity' \endif
\if :{?only} \else \set only 'all' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH tenants AS (
    SELECT a.tenant, max(a.through_recorded_at) AS through_recorded_at
    FROM reporting.v1_account AS a
    WHERE :'tenant'::text = '' OR a.tenant = NULLIF(:'tenant'::text, '')::uuid
    GROUP BY a.tenant
),
unexplained AS (
    SELECT f.tenant, f.account, f.app, f.device, f.opened_at, min(f.finding) AS finding, min(f.reason) AS reason
    FROM reporting.v1_finding AS f
    WHERE f.rule = 'W5'
        AND f.opened_at <= :'as_of'::timestamptz
        AND (f.closed_at IS NULL OR f.closed_at > :'as_of'::timestamptz)
        AND f.ended IS DISTINCT FROM 'superseded'
    GROUP BY f.tenant, f.account, f.app, f.device, f.opened_at
),
began AS (
    SELECT
        w.tenant,
        w.account,
        w.identity,
        w.app,
        w.device,
        w.origin,
        w.reason_code,
        w.why,
        w.completed_at,
        w.ordinal,
        coalesce(w.requested_at, least(w.received_at, w.handled_at, w.failed_at, w.completed_at)) AS began_at
    FROM reporting.v1_wipe AS w
),
judged AS (
    SELECT
        b.tenant,
        b.account,
        b.identity,
        b.app,
        b.device,
        b.origin,
        b.reason_code,
        b.why,
        b.began_at,
        b.completed_at,
        b.ordinal,
        u.finding,
        u.reason AS fault,
        CASE
            WHEN u.finding IS NOT NULL THEN 'alarm'
            WHEN b.origin <> 'unknown' THEN 'ok'
            ELSE 'info'
        END AS status
    FROM began AS b
    LEFT JOIN unexplained AS u
        ON u.tenant = b.tenant
            AND u.account = b.account
            AND u.app = b.app
            AND u.device = b.device
            -- The finding opens when the wipe is confirmed.
            AND u.opened_at = b.completed_at
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
        WHEN j.status = 'alarm' THEN j.fault
        WHEN j.status = 'ok' THEN 'Asked for by ' || j.origin || coalesce(' (' || j.why || ')', '') || '.'
        WHEN j.origin IS NULL THEN 'No request is known, and nothing is found fault with.'
        ELSE 'The request does not say what asked for it.'
    END AS reason,
    t.tenant,
    j.account,
    j.identity,
    j.app,
    j.device,
    j.origin,
    j.reason_code,
    j.why,
    j.began_at,
    j.completed_at,
    j.finding,
    j.ordinal,
    t.through_recorded_at
FROM tenants AS t
LEFT JOIN judged AS j ON j.tenant = t.tenant
WHERE :'only'::text = 'all' OR j.status = 'alarm'
ORDER BY
    array_position(ARRAY['error', 'alarm', 'info', 'ok', 'skip'], coalesce(j.status, 'skip')),
    j.began_at, t.tenant, j.account COLLATE "C", j.ordinal;
