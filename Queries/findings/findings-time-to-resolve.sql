-- @name findings-time-to-resolve
-- @summary How long findings stay open, by rule.
-- @description One row for each rule and severity with a finding that ended in [since, until); the slowest first, by
--   the mean. The time is that from opening to end: for a rule with a deadline it begins at the deadline. Findings
--   that stand and those that later events no longer bear out (superseded) have no end and are not counted. Read from
--   the projection of findings.
-- @kind report
-- @param since timestamptz default "-infinity" -- findings that ended at this instant or later
-- @param until timestamptz default "now" -- and before this one
-- @param ended text default "any" enum any|resolved|acknowledged -- only those that ended so
-- @param severity text default "any" enum any|violation|warning|note -- only those that matter so much
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column rule text -- the rule
-- @column severity text -- violation, warning or note
-- @column title text -- what the rule finds
-- @column findings bigint -- how many findings ended
-- @column acknowledged bigint -- how many of them were acknowledged
-- @column mean_s bigint -- the mean of the seconds that they were open
-- @column median_s bigint -- the median: half of them took no longer
-- @column max_s bigint -- the longest
-- @column last_closed_at timestamptz -- when the last of them ended
-- @order mean_s desc, tenant, rule, severity
-- @cost bounded
-- @example until=2026-04-01T00:00:00Z
-- @example since=2026-03-10T00:00:00Z until=2026-03-20T00:00:00Z ended=resolved severity=violation
-- @example until=2026-03-10T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'now' \endif
\if :{?ended} \else \set ended 'any' \endif
\if :{?severity} \else \set severity 'any' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH closed AS (
    SELECT
        f.tenant,
        f.rule,
        f.severity,
        f.ended,
        f.closed_at,
        extract(epoch FROM f.closed_at - f.opened_at)::double precision AS open_s
    FROM reporting.v1_finding AS f
    WHERE f.closed_at >= :'since'::timestamptz
        AND f.closed_at < :'until'::timestamptz
        AND f.ended <> 'superseded'
        AND :'ended'::text IN ('any', f.ended)
        AND :'severity'::text IN ('any', f.severity)
        AND (:'tenant'::text = '' OR f.tenant = NULLIF(:'tenant'::text, '')::uuid)
)
SELECT
    c.tenant,
    c.rule,
    c.severity,
    r.title,
    count(*) AS findings,
    count(*) FILTER (WHERE c.ended = 'acknowledged') AS acknowledged,
    avg(c.open_s)::bigint AS mean_s,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY c.open_s)::bigint AS median_s,
    max(c.open_s)::bigint AS max_s,
    max(c.closed_at) AS last_closed_at
FROM closed AS c
LEFT JOIN reporting.v1_rule AS r ON r.rule = c.rule
GROUP BY c.tenant, c.rule, c.severity, r.title
ORDER BY mean_s DESC, c.tenant, c.rule COLLATE "C", c.severity COLLATE "C";
