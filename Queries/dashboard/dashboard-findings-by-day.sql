-- @name dashboard-findings-by-day
-- @summary How many findings opened and ended on each day, and how many of each severity were open after it.
-- @description One row for each day of [since, until), week or month. Notes do not count among those opened and closed:
--   they ask for nothing. A finding that later events no longer bear out (superseded) never counts. Read from the
--   projection of rollups.
-- @kind timeseries
-- @param since timestamptz default "-infinity" -- days that end after this instant
-- @param until timestamptz default "infinity" -- and begin before this one
-- @param step text default "day" enum day|week|month -- how long a row lasts; weeks begin on Mondays
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column day date -- the first day (UTC) of the row
-- @column opened bigint -- violations and warnings that opened
-- @column closed bigint -- violations and warnings that ended, resolved or acknowledged
-- @column violations bigint -- how many violations were open at the end
-- @column warnings bigint -- how many warnings were open at the end
-- @column notes bigint -- how many notes were open at the end
-- @order tenant, day
-- @cost bounded
-- @example since=2026-03-20T00:00:00Z until=2026-04-01T00:00:00Z
-- @example since=2026-03-01T00:00:00Z until=2026-04-01T00:00:00Z step=week tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example since=2026-03-01T00:00:00Z until=2026-04-01T00:00:00Z

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?step} \else \set step 'day' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH days AS (
    SELECT
        f.tenant,
        f.day,
        date_trunc(:'step'::text, f.day::timestamp)::date AS begins,
        sum(f.opened) FILTER (WHERE f.severity <> 'note') AS opened,
        sum(f.closed) FILTER (WHERE f.severity <> 'note') AS closed,
        sum(f.open_at_end) FILTER (WHERE f.severity = 'violation') AS violations,
        sum(f.open_at_end) FILTER (WHERE f.severity = 'warning') AS warnings,
        sum(f.open_at_end) FILTER (WHERE f.severity = 'note') AS notes
    FROM reporting.v1_daily_finding AS f
    WHERE f.day >= (:'since'::timestamptz AT TIME ZONE 'UTC')::date
        AND f.day < :'until'::timestamptz AT TIME ZONE 'UTC'
        AND (:'tenant'::text = '' OR f.tenant = NULLIF(:'tenant'::text, '')::uuid)
    GROUP BY f.tenant, f.day
)
SELECT
    d.tenant,
    d.begins AS day,
    coalesce(sum(d.opened), 0)::bigint AS opened,
    coalesce(sum(d.closed), 0)::bigint AS closed,
    -- Of what lasts, the last day tells.
    coalesce((array_agg(d.violations ORDER BY d.day DESC))[1], 0)::bigint AS violations,
    coalesce((array_agg(d.warnings ORDER BY d.day DESC))[1], 0)::bigint AS warnings,
    coalesce((array_agg(d.notes ORDER BY d.day DESC))[1], 0)::bigint AS notes
FROM days AS d
GROUP BY d.tenant, d.begins
ORDER BY d.tenant, d.begins;
