-- @name findings-by-age
-- @summary How old the open findings are, by severity.
-- @description One row for each severity and age of the findings that are open at the instant, the gravest and oldest
--   first; an age without a finding has its row too, with zero. A finding that later events no longer bear out
--   (superseded) is not open. Read from the projection of findings.
-- @kind report
-- @param at timestamptz default "now" -- the instant
-- @param rule text default "" -- only rules that begin so, as W for all of wipes; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column severity text -- violation, warning or note
-- @column age text -- over 90 days, 30 to 90 days, 7 to 30 days, 1 to 7 days or under a day; exactly 7 days are 7 to 30
-- @column from_s bigint -- the least age in seconds
-- @column below_s bigint -- the age below which it is; null for the oldest
-- @column findings bigint -- how many open findings
-- @column accounts bigint -- how many accounts they are about
-- @column oldest_opened_at timestamptz -- when the oldest of them opened
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order tenant, severity, from_s desc
-- @cost bounded
-- @example at=2026-04-01T00:00:00Z
-- @example at=2026-04-01T00:00:00Z rule=W
-- @example at=2026-03-10T00:00:00Z

\if :{?at} \else \set at 'now' \endif
\if :{?rule} \else \set rule '' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH tenants AS (
    SELECT a.tenant, max(a.through_recorded_at) AS through_recorded_at
    FROM reporting.v1_account AS a
    WHERE :'tenant'::text = '' OR a.tenant = NULLIF(:'tenant'::text, '')::uuid
    GROUP BY a.tenant
),
ages (age, from_s, below_s) AS (
    VALUES
        ('over 90 days', 7776000::bigint, NULL::bigint),
        ('30 to 90 days', 2592000, 7776000),
        ('7 to 30 days', 604800, 2592000),
        ('1 to 7 days', 86400, 604800),
        ('under a day', 0, 86400)
),
severities (severity, ordinal) AS (
    VALUES ('violation', 1), ('warning', 2), ('note', 3)
),
findings AS (
    SELECT
        f.tenant,
        f.severity,
        f.account,
        f.opened_at,
        extract(epoch FROM :'at'::timestamptz - f.opened_at) AS age_s
    FROM reporting.v1_finding AS f
    WHERE f.opened_at <= :'at'::timestamptz
        AND (f.closed_at IS NULL OR f.closed_at > :'at'::timestamptz)
        AND f.ended IS DISTINCT FROM 'superseded'
        AND (:'rule'::text = '' OR starts_with(f.rule, :'rule'::text))
)
SELECT
    t.tenant,
    s.severity,
    g.age,
    g.from_s,
    g.below_s,
    count(f.age_s) AS findings,
    count(DISTINCT f.account) AS accounts,
    min(f.opened_at) AS oldest_opened_at,
    t.through_recorded_at
FROM tenants AS t
CROSS JOIN severities AS s
CROSS JOIN ages AS g
LEFT JOIN findings AS f
    ON f.tenant = t.tenant
        AND f.severity = s.severity
        AND f.age_s >= g.from_s
        AND (g.below_s IS NULL OR f.age_s < g.below_s)
GROUP BY t.tenant, s.severity, s.ordinal, g.age, g.from_s, g.below_s, t.through_recorded_at
ORDER BY t.tenant, s.ordinal, g.from_s DESC;
