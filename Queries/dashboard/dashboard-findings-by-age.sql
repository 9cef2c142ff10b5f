-- @name dashboard-findings-by-age
-- @summary How long the findings that are open at an instant have been open, by severity.
-- @description One row for each age and severity, those without any too. Read from the projection of findings.
-- @kind report
-- @param until timestamptz required -- open just before this instant
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column ordinal bigint -- the place of the age in their order, from 0
-- @column age text -- for how long: under 1 day, 1–7 days, 7–30 days, 30–90 days or over 90 days
-- @column severity text -- violation, warning or note
-- @column findings bigint -- how many are open
-- @order tenant, ordinal
-- @cost bounded
-- @example until=2026-03-20T00:00:00Z
-- @example until=2026-03-25T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example until=2026-04-01T00:00:00Z

\if :{?tenant} \else \set tenant '' \endif

WITH open_findings AS (
    SELECT
        f.tenant,
        f.severity,
        -- Up to now where there is no end.
        (
            extract(epoch FROM CASE WHEN isfinite(:'until'::timestamptz) THEN :'until'::timestamptz ELSE now() END - f.opened_at)
            / 86400
        )::double precision AS days
    FROM reporting.v1_finding AS f
    WHERE f.opened_at < :'until'::timestamptz
        AND (f.closed_at IS NULL OR f.closed_at >= :'until'::timestamptz)
        AND f.ended IS DISTINCT FROM 'superseded'
        AND (:'tenant'::text = '' OR f.tenant = NULLIF(:'tenant'::text, '')::uuid)
),
tenants AS (
    SELECT DISTINCT o.tenant FROM open_findings AS o
)
SELECT
    t.tenant,
    g.ordinal::bigint AS ordinal,
    g.age,
    s.severity,
    count(o.severity) AS findings
FROM tenants AS t
CROSS JOIN (
    VALUES
        (0, 'under 1 day', 0, 1),
        (1, '1–7 days', 1, 7),
        (2, '7–30 days', 7, 30),
        (3, '30–90 days', 30, 90),
        (4, 'over 90 days', 90, 100000000)
) AS g (ordinal, age, over_days, up_to_days)
CROSS JOIN (VALUES (0, 'violation'), (1, 'warning'), (2, 'note')) AS s (rank, severity)
LEFT JOIN open_findings AS o
    ON o.tenant = t.tenant AND o.severity = s.severity AND o.days > g.over_days AND o.days <= g.up_to_days
GROUP BY t.tenant, g.ordinal, g.age, s.rank, s.severity
ORDER BY t.tenant, g.ordinal, s.rank;
