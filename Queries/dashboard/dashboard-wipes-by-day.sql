-- @name dashboard-wipes-by-day
-- @summary How many wipes were asked for, confirmed and failed on each day, and how many were unconfirmed after it.
-- @description One row for each day of [since, until), week or month. Requests are counted: a confirmation that answers
--   two of them confirms two. Read from the projection of rollups.
-- @kind timeseries
-- @param since timestamptz default "-infinity" -- days that end after this instant
-- @param until timestamptz default "infinity" -- and begin before this one
-- @param step text default "day" enum day|week|month -- how long a row lasts; weeks begin on Mondays
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column day date -- the first day (UTC) of the row
-- @column requested bigint -- how many were asked for
-- @column completed bigint -- how many were confirmed
-- @column failed bigint -- how many failed, and have not failed again since
-- @column unconfirmed bigint -- how many had begun by the end and were not confirmed
-- @order tenant, day
-- @cost bounded
-- @example since=2026-03-14T00:00:00Z until=2026-03-21T00:00:00Z
-- @example since=2026-03-01T00:00:00Z until=2026-04-01T00:00:00Z step=week tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example since=2026-03-01T00:00:00Z until=2026-04-01T00:00:00Z

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?step} \else \set step 'day' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH days AS (
    SELECT
        w.tenant,
        w.day,
        date_trunc(:'step'::text, w.day::timestamp)::date AS begins,
        sum(w.requested) AS requested,
        sum(w.completed) AS completed,
        sum(w.failed) AS failed,
        sum(w.open_at_end) AS unconfirmed
    FROM reporting.v1_daily_wipe AS w
    WHERE w.day >= (:'since'::timestamptz AT TIME ZONE 'UTC')::date
        AND w.day < :'until'::timestamptz AT TIME ZONE 'UTC'
        AND (:'tenant'::text = '' OR w.tenant = NULLIF(:'tenant'::text, '')::uuid)
    GROUP BY w.tenant, w.day
)
SELECT
    d.tenant,
    d.begins AS day,
    sum(d.requested)::bigint AS requested,
    sum(d.completed)::bigint AS completed,
    sum(d.failed)::bigint AS failed,
    -- Of what lasts, the last day tells.
    (array_agg(d.unconfirmed ORDER BY d.day DESC))[1]::bigint AS unconfirmed
FROM days AS d
GROUP BY d.tenant, d.begins
ORDER BY d.tenant, d.begins;
