-- @name findings-by-rule
-- @summary How many findings each rule has made, and how they stand at an instant.
-- @description One row for each rule and severity with a finding that had opened by the instant, those with most open
--   ones first. findings is the sum of open, resolved, acknowledged and superseded; a superseded finding is one that
--   later events no longer bear out. A rule without a finding has no row. Read from the projection of findings.
-- @kind report
-- @param at timestamptz default "now" -- the instant
-- @param severity text default "any" enum any|violation|warning|note -- only those that matter so much
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column rule text -- the rule
-- @column severity text -- violation, warning or note
-- @column title text -- what the rule finds
-- @column findings bigint -- how many findings
-- @column open bigint -- how many of them are open at the instant
-- @column resolved bigint -- how many had ended by then because what they waited for came, or the condition was over
-- @column acknowledged bigint -- how many had been acknowledged by then
-- @column superseded bigint -- how many no event known now bears out
-- @column accounts bigint -- how many accounts the open ones are about
-- @column installations bigint -- how many installations (an app on a device) the open ones are about
-- @column oldest_open_at timestamptz -- when the oldest open one opened; null where none is open
-- @column oldest_open_s bigint -- seconds from then to the instant
-- @column last_opened_at timestamptz -- when the last one opened, the superseded ones aside
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order open desc, tenant, rule, severity
-- @cost bounded
-- @example at=2026-04-01T00:00:00Z
-- @example at=2026-03-20T00:00:00Z severity=violation tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example at=2026-02-27T00:00:00Z

\if :{?at} \else \set at 'now' \endif
\if :{?severity} \else \set severity 'any' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH known AS (
    SELECT
        f.tenant,
        f.rule,
        f.severity,
        f.account,
        f.app,
        f.device,
        f.opened_at,
        CASE
            WHEN f.ended = 'superseded' THEN 'superseded'
            WHEN f.closed_at <= :'at'::timestamptz THEN f.ended
            ELSE 'open'
        END AS status,
        f.through_recorded_at
    FROM reporting.v1_finding AS f
    WHERE f.opened_at <= :'at'::timestamptz
        AND :'severity'::text IN ('any', f.severity)
        AND (:'tenant'::text = '' OR f.tenant = NULLIF(:'tenant'::text, '')::uuid)
)
SELECT
    k.tenant,
    k.rule,
    k.severity,
    r.title,
    count(*) AS findings,
    count(*) FILTER (WHERE k.status = 'open') AS open,
    count(*) FILTER (WHERE k.status = 'resolved') AS resolved,
    count(*) FILTER (WHERE k.status = 'acknowledged') AS acknowledged,
    count(*) FILTER (WHERE k.status = 'superseded') AS superseded,
    count(DISTINCT k.account) FILTER (WHERE k.status = 'open') AS accounts,
    count(DISTINCT (k.app, k.device)) FILTER (
        WHERE k.status = 'open' AND k.app IS NOT NULL AND k.device IS NOT NULL
    ) AS installations,
    min(k.opened_at) FILTER (WHERE k.status = 'open') AS oldest_open_at,
    extract(
        epoch FROM :'at'::timestamptz - min(k.opened_at) FILTER (WHERE k.status = 'open')
    )::bigint AS oldest_open_s,
    max(k.opened_at) FILTER (WHERE k.status <> 'superseded') AS last_opened_at,
    max(k.through_recorded_at) AS through_recorded_at
FROM known AS k
LEFT JOIN reporting.v1_rule AS r ON r.rule = k.rule
GROUP BY k.tenant, k.rule, k.severity, r.title
ORDER BY open DESC, k.tenant, k.rule COLLATE "C", k.severity COLLATE "C";
