-- @name dashboard-handover-lag
-- @summary How long after a hand-over of a shared device the data of the user before was cleared.
-- @description One row for each length of time, those without any too, each with the figures of all. Hand-overs that an
--   app saw in [since, until) and whose data was cleared by then count; the time runs from when the app saw it, not
--   from the sign-out, as that of shared-device-cleanup-lag does. Read from the events themselves: all of them are
--   read, whatever the period. Each event of a shared device is opened: a million events take a second.
-- @kind report
-- @param since timestamptz required -- hand-overs that the app saw at this instant or later
-- @param until timestamptz required -- and before this one
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column ordinal bigint -- the place of the length in their order, from 0
-- @column length text -- the length, such as 1–5 min
-- @column over_s bigint -- its lower bound in seconds, which it excludes (save 0)
-- @column up_to_s bigint -- its upper bound in seconds, which it includes; null for none
-- @column handovers bigint -- how many hand-overs took so long
-- @column all_handovers bigint -- how many hand-overs all lengths have together
-- @column median_s bigint -- the median of all, in seconds
-- @column decile_9_s bigint -- the ninth decile of all, in seconds; null for fewer than ten, where it is the longest
-- @column longest_s bigint -- the longest of all, in seconds
-- @order tenant, ordinal
-- @cost full
-- @example since=2026-03-14T00:00:00Z until=2026-03-25T00:00:00Z
-- @example since=2026-02-01T00:00:00Z until=2026-04-01T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example since=2026-03-01T00:00:00Z until=2026-04-01T00:00:00Z

\if :{?tenant} \else \set tenant '' \endif

WITH lags AS (
    SELECT h.tenant, greatest(h.lag_s, 0) AS took_s
    FROM reporting.v1_shared_device_handover AS h
    WHERE h.changed_at >= :'since'::timestamptz
        AND h.changed_at < :'until'::timestamptz
        AND h.cleared_at < :'until'::timestamptz
        AND (:'tenant'::text = '' OR h.tenant = NULLIF(:'tenant'::text, '')::uuid)
),
figures AS (
    SELECT
        g.tenant,
        count(*) AS all_handovers,
        percentile_disc(0.5) WITHIN GROUP (ORDER BY g.took_s) AS median_s,
        CASE WHEN count(*) >= 10 THEN percentile_disc(0.9) WITHIN GROUP (ORDER BY g.took_s) END AS decile_9_s,
        max(g.took_s) AS longest_s
    FROM lags AS g
    GROUP BY g.tenant
)
SELECT
    f.tenant,
    g.ordinal::bigint AS ordinal,
    g.length,
    g.over_s::bigint AS over_s,
    g.up_to_s::bigint AS up_to_s,
    count(l.took_s) AS handovers,
    f.all_handovers,
    f.median_s,
    f.decile_9_s,
    f.longest_s
FROM figures AS f
CROSS JOIN (
    VALUES
        (0, 'under 10 s', 0, 10),
        (1, '10–60 s', 10, 60),
        (2, '1–5 min', 60, 300),
        (3, '5–15 min', 300, 900),
        (4, '15–60 min', 900, 3600),
        (5, '1–4 h', 3600, 14400),
        (6, '4–24 h', 14400, 86400),
        (7, 'over 1 day', 86400, NULL)
) AS g (ordinal, length, over_s, up_to_s)
LEFT JOIN lags AS l
    ON l.tenant = f.tenant
        AND (l.took_s > g.over_s OR g.over_s = 0)
        AND (l.took_s <= g.up_to_s OR g.up_to_s IS NULL)
GROUP BY f.tenant, g.ordinal, g.length, g.over_s, g.up_to_s, f.all_handovers, f.median_s, f.decile_9_s, f.longest_s
ORDER BY f.tenant, g.ordinal;
