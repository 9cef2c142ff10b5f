-- @name dashboard-handovers-by-day
-- @summary How the hand-overs of shared devices ended: the data cleared before the next user came, later, or not.
-- @description One row for each day of [since, until), week or month on which an app saw its user replaced by another,
--   or by nobody, and for the days of the log without any. What became of the data is told as it stood at the end of
--   the period. A user who comes back before anybody else takes up the data again: nothing had to be cleared. One who
--   comes back after another user found the data where that user had it too: it counts as not cleared. Read from the
--   events themselves: all of them are read, whatever the period, since who used the device before it counts too. Each
--   event of a shared device is opened: a million events take a second.
-- @kind timeseries
-- @param since timestamptz default "-infinity" -- hand-overs that the app saw at this instant or later
-- @param until timestamptz default "infinity" -- and before this one
-- @param step text default "day" enum day|week|month -- how long a row lasts; weeks begin on Mondays
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column day date -- the first day (UTC) of the row
-- @column cleared_before bigint -- hand-overs after which the data was cleared before the app had a user again
-- @column cleared_late bigint -- hand-overs after which it was cleared, but after the app had a user again
-- @column not_cleared bigint -- hand-overs after which it was not cleared, though another user came or nobody did
-- @column returned bigint -- hand-overs after which the user before came back before anybody else, with nothing cleared
-- @order tenant, day
-- @cost full
-- @example since=2026-03-10T00:00:00Z until=2026-03-18T00:00:00Z
-- @example since=2026-03-01T00:00:00Z until=2026-04-01T00:00:00Z step=month tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example since=2026-03-01T00:00:00Z until=2026-04-01T00:00:00Z

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?step} \else \set step 'day' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH handovers AS (
    SELECT
        h.tenant,
        date_trunc(:'step'::text, h.changed_at AT TIME ZONE 'UTC')::date AS day,
        CASE
            WHEN h.cleared_at < :'until'::timestamptz
                AND h.cleared_at <= coalesce(h.next_user_at, 'infinity') THEN 'before'
            WHEN h.cleared_at < :'until'::timestamptz THEN 'late'
            WHEN h.returned_at < :'until'::timestamptz AND h.returned_at <= h.next_user_at THEN 'returned'
            ELSE 'not'
        END AS outcome
    FROM reporting.v1_shared_device_handover AS h
    WHERE h.changed_at >= :'since'::timestamptz
        AND h.changed_at < :'until'::timestamptz
        AND (:'tenant'::text = '' OR h.tenant = NULLIF(:'tenant'::text, '')::uuid)
),
days AS (
    SELECT s.tenant, date_trunc(:'step'::text, s.day::timestamp)::date AS day
    FROM reporting.v1_daily_status AS s
    WHERE s.day >= (:'since'::timestamptz AT TIME ZONE 'UTC')::date
        AND s.day < :'until'::timestamptz AT TIME ZONE 'UTC'
        AND (:'tenant'::text = '' OR s.tenant = NULLIF(:'tenant'::text, '')::uuid)
    UNION
    -- The read models may be behind the events.
    SELECT h.tenant, h.day
    FROM handovers AS h
)
SELECT
    d.tenant,
    d.day,
    count(*) FILTER (WHERE h.outcome = 'before') AS cleared_before,
    count(*) FILTER (WHERE h.outcome = 'late') AS cleared_late,
    count(*) FILTER (WHERE h.outcome = 'not') AS not_cleared,
    count(*) FILTER (WHERE h.outcome = 'returned') AS returned
FROM days AS d
LEFT JOIN handovers AS h ON h.tenant = d.tenant AND h.day = d.day
GROUP BY d.tenant, d.day
ORDER BY d.tenant, d.day;
