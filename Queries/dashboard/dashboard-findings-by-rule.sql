-- @name dashboard-findings-by-rule
-- @summary Which rules found what in a period, and what of it is open at its end.
-- @description One row for each rule and severity of which a finding was open at any instant of [since, until), notes
--   aside, the worst first. A finding that later events no longer bear out (superseded) never counts. Read from the
--   projection of findings.
-- @kind report
-- @param since timestamptz required -- open at this instant or later
-- @param until timestamptz required -- and before this one
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column rule text -- the rule
-- @column title text -- what it demands
-- @column severity text -- violation or warning
-- @column open_at_end bigint -- how many are open at the end
-- @column accounts bigint -- how many accounts these are about; 0 where the rule speaks of none
-- @column devices bigint -- how many devices they are about
-- @column opened bigint -- how many opened in the period
-- @column closed bigint -- how many ended in the period, resolved or acknowledged
-- @column oldest_opened_at timestamptz -- since when the oldest of those open at the end is; null for none
-- @order tenant
-- @cost bounded
-- @example since=2026-03-10T00:00:00Z until=2026-03-20T00:00:00Z
-- @example since=2026-03-20T00:00:00Z until=2026-03-21T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example since=2026-03-01T00:00:00Z until=2026-04-01T00:00:00Z

\if :{?tenant} \else \set tenant '' \endif

WITH findings AS (
    SELECT
        f.tenant,
        f.rule,
        f.severity,
        f.account,
        f.device,
        f.opened_at,
        f.closed_at,
        f.closed_at IS NULL OR f.closed_at >= :'until'::timestamptz AS is_open
    FROM reporting.v1_finding AS f
    WHERE f.opened_at < :'until'::timestamptz
        AND (f.closed_at IS NULL OR f.closed_at >= :'since'::timestamptz)
        AND f.ended IS DISTINCT FROM 'superseded'
        AND f.severity <> 'note'
        AND (:'tenant'::text = '' OR f.tenant = NULLIF(:'tenant'::text, '')::uuid)
),
counts AS (
    SELECT
        f.tenant,
        f.rule,
        f.severity,
        count(*) FILTER (WHERE f.is_open) AS open_at_end,
        count(DISTINCT f.account) FILTER (WHERE f.is_open) AS accounts,
        count(DISTINCT f.device) FILTER (WHERE f.is_open) AS devices,
        count(*) FILTER (WHERE f.opened_at >= :'since'::timestamptz) AS opened,
        count(*) FILTER (WHERE NOT f.is_open) AS closed,
        min(f.opened_at) FILTER (WHERE f.is_open) AS oldest_opened_at
    FROM findings AS f
    GROUP BY f.tenant, f.rule, f.severity
)
SELECT
    c.tenant,
    c.rule,
    r.title,
    c.severity,
    c.open_at_end,
    c.accounts,
    c.devices,
    c.opened,
    c.closed,
    c.oldest_opened_at
FROM counts AS c
LEFT JOIN reporting.v1_rule AS r ON r.rule = c.rule
ORDER BY c.tenant, c.open_at_end = 0, c.severity = 'warning', c.open_at_end DESC, c.opened DESC, c.rule COLLATE "C";
