-- @name dashboard-wipe-times
-- @summary How long the wipes that were confirmed in a period took from the request to the confirmation.
-- @description One row for each length of time, those without any too, each with the figures of all: half of the wipes
--   took no longer than the median, nine of ten no longer than the ninth decile. Each is a time that a wipe took. Wipes
--   that still wait have no time, and are not in; nor are those of which only the report of the app is known, which
--   have no request. A confirmation that answers two requests counts for both. Read from the projection of accounts.
-- @kind report
-- @param since timestamptz required -- confirmed at this instant or later
-- @param until timestamptz required -- and before this one
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column ordinal bigint -- the place of the length in their order, from 0
-- @column length text -- the length, such as 1–4 h
-- @column over_s bigint -- its lower bound in seconds, which it excludes (save 0)
-- @column up_to_s bigint -- its upper bound in seconds, which it includes; null for none
-- @column wipes bigint -- how many wipes took so long
-- @column all_wipes bigint -- how many wipes all lengths have together
-- @column median_s bigint -- the median of all, in seconds
-- @column decile_9_s bigint -- the ninth decile of all, in seconds; null for fewer than ten, where it is the longest
-- @column longest_s bigint -- the longest of all, in seconds
-- @column admin_wipes bigint -- how many of all an administrator asked for: the others the app or the service did
-- @column admin_median_s bigint -- the median of these, in seconds; null for none
-- @order tenant, ordinal
-- @cost bounded
-- @example since=2026-03-15T00:00:00Z until=2026-04-01T00:00:00Z
-- @example since=2026-03-10T00:00:00Z until=2026-03-20T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example since=2026-03-01T00:00:00Z until=2026-04-01T00:00:00Z

\if :{?tenant} \else \set tenant '' \endif

WITH wipes AS (
    SELECT w.tenant, w.origin = 'admin' AS is_admin, greatest(w.time_to_complete_s, 0) AS took_s
    FROM reporting.v1_wipe AS w
    WHERE w.completed_at >= :'since'::timestamptz
        AND w.completed_at < :'until'::timestamptz
        AND w.requested_at IS NOT NULL
        AND (:'tenant'::text = '' OR w.tenant = NULLIF(:'tenant'::text, '')::uuid)
),
figures AS (
    SELECT
        w.tenant,
        count(*) AS all_wipes,
        percentile_disc(0.5) WITHIN GROUP (ORDER BY w.took_s) AS median_s,
        CASE WHEN count(*) >= 10 THEN percentile_disc(0.9) WITHIN GROUP (ORDER BY w.took_s) END AS decile_9_s,
        max(w.took_s) AS longest_s,
        count(*) FILTER (WHERE w.is_admin) AS admin_wipes,
        percentile_disc(0.5) WITHIN GROUP (ORDER BY w.took_s) FILTER (WHERE w.is_admin) AS admin_median_s
    FROM wipes AS w
    GROUP BY w.tenant
)
SELECT
    f.tenant,
    g.ordinal::bigint AS ordinal,
    g.length,
    g.over_s::bigint AS over_s,
    g.up_to_s::bigint AS up_to_s,
    count(w.took_s) AS wipes,
    f.all_wipes,
    f.median_s,
    f.decile_9_s,
    f.longest_s,
    f.admin_wipes,
    f.admin_median_s
FROM figures AS f
CROSS JOIN (
    VALUES
        (0, 'under 5 min', 0, 300),
        (1, '5–15 min', 300, 900),
        (2, '15–60 min', 900, 3600),
        (3, '1–4 h', 3600, 14400),
        (4, '4–12 h', 14400, 43200),
        (5, '12–24 h', 43200, 86400),
        (6, '1–3 days', 86400, 259200),
        (7, '3–7 days', 259200, 604800),
        (8, 'over 7 days', 604800, NULL)
) AS g (ordinal, length, over_s, up_to_s)
LEFT JOIN wipes AS w
    ON w.tenant = f.tenant
        AND (w.took_s > g.over_s OR g.over_s = 0)
        AND (w.took_s <= g.up_to_s OR g.up_to_s IS NULL)
GROUP BY
    f.tenant, g.ordinal, g.length, g.over_s, g.up_to_s, f.all_wipes, f.median_s, f.decile_9_s, f.longest_s,
    f.admin_wipes, f.admin_median_s
ORDER BY f.tenant, g.ordinal;
