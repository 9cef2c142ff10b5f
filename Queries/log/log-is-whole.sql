-- @name log-is-whole
-- @summary Whether anything is found fault with in the log itself.
-- @description One row for each rule about the log (G): gaps in what a source numbers, failed verifications, events
--   dated after their arrival, refused conflicts, imports that leave a gap; those that alarm first. alarm where a
--   violation of the rule is open at the instant, info where a warning is, skip where the log has nothing that the rule
--   could judge (no verification, no import), else ok. It judges what has arrived, and not whether anything was altered
--   since. error where rows of accounts or devices could not be folded: they may be out of date, and findings that
--   follow from them may be missing; there is then a row more, without a rule. Read from the projections of findings,
--   accounts and devices and the daily counts.
-- @kind control
-- @severity violation
-- @rule G1 G2 G3 G4 G5
-- @remediation Have the source send again what is missing, set wrong clocks, and find out why a source used an id
--   twice. After a failed verification, compare the log with its last trusted checkpoint before anything is written.
-- @param at timestamptz default "now" -- the instant
-- @param only text default "all" enum all|alarm -- alarm: only what fails
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column resource text -- the tenant and the rule
-- @column status text -- ok, alarm, info, skip or error
-- @column reason text -- what the last open finding says, or why there is nothing to judge
-- @column tenant uuid -- the Entra tenant id
-- @column rule text -- the rule; null where rows could not be folded
-- @column title text -- what the rule finds
-- @column findings bigint -- how many findings are open
-- @column first_opened_at timestamptz -- when the first of them opened
-- @column last_opened_at timestamptz -- when the last of them opened
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order status, tenant, rule
-- @cost bounded
-- @example at=2026-04-01T00:00:00Z
-- @example at=2026-04-01T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?at} \else \set at 'now' \endif
\if :{?only} \else \set only 'all' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH tenants AS (
    SELECT a.tenant, max(a.through_recorded_at) AS through_recorded_at
    FROM reporting.v1_account AS a
    WHERE :'tenant'::text = '' OR a.tenant = NULLIF(:'tenant'::text, '')::uuid
    GROUP BY a.tenant
),
-- Two rules judge events that not every log has.
judged AS (
    SELECT DISTINCT d.tenant, CASE d.type WHEN 'log.verified' THEN 'G2' ELSE 'G5' END AS rule
    FROM reporting.v1_daily_event AS d
    WHERE d.type IN ('log.verified', 'mam.import.completed')
        AND d.day <= (:'at'::timestamptz AT TIME ZONE 'UTC')::date
        AND d.events > 0
),
stale AS (
    SELECT s.tenant, sum(s.number)::bigint AS number
    FROM (
        SELECT a.tenant, count(*) AS number FROM reporting.v1_account AS a WHERE a.stale GROUP BY a.tenant
        UNION ALL
        SELECT d.tenant, count(*) FROM reporting.v1_device AS d WHERE d.stale GROUP BY d.tenant
    ) AS s
    GROUP BY s.tenant
),
faults AS (
    SELECT
        f.tenant,
        f.rule,
        CASE WHEN bool_or(f.severity = 'violation') THEN 'alarm' ELSE 'info' END AS status,
        count(*) AS findings,
        min(f.opened_at) AS first_opened_at,
        max(f.opened_at) AS last_opened_at,
        (array_agg(f.reason ORDER BY f.opened_at DESC, f.finding DESC))[1] AS reason
    FROM reporting.v1_finding AS f
    WHERE starts_with(f.rule, 'G')
        AND f.opened_at <= :'at'::timestamptz
        AND (f.closed_at IS NULL OR f.closed_at > :'at'::timestamptz)
        AND f.ended IS DISTINCT FROM 'superseded'
    GROUP BY f.tenant, f.rule
),
judged_rules AS (
    SELECT
        t.tenant || ' ' || r.rule AS resource,
        s.status,
        CASE
            WHEN f.rule IS NOT NULL THEN f.reason
            WHEN s.status = 'ok' THEN 'Nothing is found fault with.'
            WHEN r.rule = 'G2' THEN 'The log was never verified.'
            ELSE 'Nothing was imported.'
        END AS reason,
        t.tenant,
        r.rule,
        r.title,
        coalesce(f.findings, 0) AS findings,
        f.first_opened_at,
        f.last_opened_at,
        t.through_recorded_at
    FROM tenants AS t
    CROSS JOIN reporting.v1_rule AS r
    LEFT JOIN faults AS f ON f.tenant = t.tenant AND f.rule = r.rule
    LEFT JOIN judged AS j ON j.tenant = t.tenant AND j.rule = r.rule
    CROSS JOIN LATERAL (
        SELECT coalesce(f.status, CASE WHEN j.rule IS NULL AND r.rule IN ('G2', 'G5') THEN 'skip' ELSE 'ok' END) AS status
    ) AS s
    WHERE r.area = 'log' AND (:'only'::text = 'all' OR f.status = 'alarm')
    UNION ALL
    SELECT
        t.tenant || ' read models',
        'error',
        s.number
            || CASE s.number WHEN 1 THEN ' row' ELSE ' rows' END
            || ' of accounts or devices could not be folded and may be out of date; see mamaudit projections status.',
        t.tenant,
        NULL,
        'Read models that could not be folded',
        0,
        NULL,
        NULL,
        t.through_recorded_at
    FROM tenants AS t
    JOIN stale AS s ON s.tenant = t.tenant
)
SELECT
    j.resource,
    j.status,
    j.reason,
    j.tenant,
    j.rule,
    j.title,
    j.findings,
    j.first_opened_at,
    j.last_opened_at,
    j.through_recorded_at
FROM judged_rules AS j
ORDER BY
    array_position(ARRAY['error', 'alarm', 'info', 'ok', 'skip'], j.status), j.tenant, j.rule COLLATE "C";
