-- @name cleared-before-next-user
-- @summary Whether each app of a shared device cleared the data of a user before the next one, or in time.
-- @description One row for each app on each device that is shared, or that ever was handed over, those that alarm
--   first: alarm where a finding of rule S1 (the next user used the app first) or S3 (nothing was cleared for long
--   after the last user had left) about that app and device opened in [since, at] and is open at the instant, else ok.
--   An app that never saw the user before cannot be judged. A tenant without a shared device has one row, skip. Read
--   from the projections of devices and findings.
-- @kind control
-- @severity violation
-- @rule S1 S3
-- @remediation Clear everything of the user before, in each app, when the account of the device changes, and report it;
--   listen for the notification also in the background. What is past and explained is acknowledged: mamaudit findings
--   acknowledge ID --reason TEXT.
-- @param at timestamptz default "now" -- the instant
-- @param since timestamptz default "-infinity" -- only findings that opened at this instant or later
-- @param only text default "all" enum all|alarm -- alarm: only what fails
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column resource text -- the app and the device; the tenant where none is shared
-- @column status text -- ok, alarm or skip
-- @column reason text -- why, in words
-- @column tenant uuid -- the Entra tenant id
-- @column device text -- the device
-- @column app text -- the bundle id
-- @column findings bigint -- how many findings say so
-- @column rules text -- their rules
-- @column previous text -- whose data was not cleared in time by the last of them
-- @column last_opened_at timestamptz -- when the last of them opened
-- @column cleanup_pending jsonb -- the accounts whose data the app has still to clear, now: a JSON array
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order status, tenant, device, app
-- @cost bounded
-- @example at=2026-04-01T00:00:00Z
-- @example at=2026-04-01T00:00:00Z since=2026-03-15T00:00:00Z only=alarm
-- @example at=2026-02-26T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?at} \else \set at 'now' \endif
\if :{?since} \else \set since '-infinity' \endif
\if :{?only} \else \set only 'all' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH tenants AS (
    SELECT a.tenant, max(a.through_recorded_at) AS through_recorded_at
    FROM reporting.v1_account AS a
    WHERE :'tenant'::text = '' OR a.tenant = NULLIF(:'tenant'::text, '')::uuid
    GROUP BY a.tenant
),
faults AS (
    SELECT
        f.tenant,
        f.device,
        f.app,
        count(*) AS findings,
        string_agg(DISTINCT f.rule, ' ' ORDER BY f.rule) AS rules,
        (array_agg(f.account ORDER BY f.opened_at DESC, f.finding DESC))[1] AS previous,
        max(f.opened_at) AS last_opened_at
    FROM reporting.v1_finding AS f
    WHERE f.rule IN ('S1', 'S3')
        AND f.opened_at >= :'since'::timestamptz
        AND f.opened_at <= :'at'::timestamptz
        AND (f.closed_at IS NULL OR f.closed_at > :'at'::timestamptz)
        AND f.ended IS DISTINCT FROM 'superseded'
    GROUP BY f.tenant, f.device, f.app
),
judged AS (
    SELECT
        i.tenant,
        i.device,
        i.app,
        i.cleanup_pending,
        f.findings,
        f.rules,
        f.previous,
        f.last_opened_at
    FROM reporting.v1_installation AS i
    JOIN reporting.v1_device AS d ON d.tenant = i.tenant AND d.device = i.device
    LEFT JOIN faults AS f ON f.tenant = i.tenant AND f.device = i.device AND f.app = i.app
    WHERE d.mode = 'shared' OR d.shared_user IS NOT NULL OR i.cleanup_pending <> '[]' OR f.findings IS NOT NULL
)
SELECT
    coalesce(j.app || ' on ' || j.device, t.tenant::text) AS resource,
    CASE WHEN j.device IS NULL THEN 'skip' WHEN j.findings IS NULL THEN 'ok' ELSE 'alarm' END AS status,
    CASE
        WHEN j.device IS NULL THEN 'No device is shared.'
        WHEN j.findings IS NULL THEN 'Nothing is found fault with.'
        ELSE 'Not cleared in time (' || j.rules || '), at last the data of ' || j.previous || '.'
    END AS reason,
    t.tenant,
    j.device,
    j.app,
    coalesce(j.findings, 0) AS findings,
    j.rules,
    j.previous,
    j.last_opened_at,
    j.cleanup_pending,
    t.through_recorded_at
FROM tenants AS t
LEFT JOIN judged AS j ON j.tenant = t.tenant
WHERE :'only'::text = 'all' OR j.findings > 0
ORDER BY
    CASE WHEN j.device IS NULL THEN 2 WHEN j.findings IS NULL THEN 1 ELSE 0 END,
    t.tenant, j.device COLLATE "C", j.app COLLATE "C";
