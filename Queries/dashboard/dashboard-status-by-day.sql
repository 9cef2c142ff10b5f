-- @name dashboard-status-by-day
-- @summary How many accounts were in which status at the end of each day, and what share was managed.
-- @description One row for each day of [since, until), week or month, with the counts at its end, or at the end of the
--   last of its days that is asked for. Under management are all accounts but those that the service does not target,
--   that are unenrolled or wiped, or of which nothing is known yet. The share is that of managed accounts among them:
--   policy in force, no wipe under way, nothing found wanting by the last remediation, no failed enrollment. A managed
--   account may have open findings all the same. Read from the projection of rollups.
-- @kind timeseries
-- @param since timestamptz default "-infinity" -- days that end after this instant
-- @param until timestamptz default "infinity" -- and begin before this one
-- @param step text default "day" enum day|week|month -- how long a row lasts; weeks begin on Mondays
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column day date -- the first day (UTC) of the row
-- @column under_management bigint -- how many accounts are under management
-- @column managed bigint -- of these: policy in force, no wipe, no failed enrollment, the last check compliant
-- @column in_progress bigint -- of these: registered, enrolled or waiting for a restart, on the way to be managed
-- @column enrollment_failed bigint -- of these: an enrollment or an unenrollment has failed
-- @column not_compliant bigint -- of these: the last word on compliance is another than compliant
-- @column wipe_pending bigint -- of these: a wipe is under way or has failed
-- @column outside bigint -- how many are not under management
-- @column compliant_share double precision -- managed among those under management, from 0 to 1; null for none
-- @order tenant, day
-- @cost bounded
-- @example since=2026-03-10T00:00:00Z until=2026-03-17T00:00:00Z
-- @example since=2026-03-01T00:00:00Z until=2026-04-01T00:00:00Z step=week tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example since=2026-03-01T00:00:00Z until=2026-04-01T00:00:00Z

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?step} \else \set step 'day' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH days AS (
    SELECT
        s.tenant,
        s.day,
        date_trunc(:'step'::text, s.day::timestamp)::date AS begins,
        sum(s.accounts) FILTER (WHERE s.status NOT IN ('notTargeted', 'wiped', 'unenrolled', 'unknown')) AS inside,
        sum(s.accounts) FILTER (WHERE s.status IN ('notTargeted', 'wiped', 'unenrolled', 'unknown')) AS outside,
        sum(s.accounts) FILTER (WHERE s.status = 'managed') AS managed,
        sum(s.accounts) FILTER (WHERE s.status IN ('registered', 'enrolled', 'restartPending')) AS in_progress,
        sum(s.accounts) FILTER (WHERE s.status = 'enrollmentFailed') AS enrollment_failed,
        sum(s.accounts) FILTER (WHERE s.status = 'nonCompliant') AS not_compliant,
        sum(s.accounts) FILTER (WHERE s.status = 'wipePending') AS wipe_pending
    FROM reporting.v1_daily_status AS s
    WHERE s.day >= (:'since'::timestamptz AT TIME ZONE 'UTC')::date
        AND s.day < :'until'::timestamptz AT TIME ZONE 'UTC'
        AND (:'tenant'::text = '' OR s.tenant = NULLIF(:'tenant'::text, '')::uuid)
    GROUP BY s.tenant, s.day
)
SELECT DISTINCT ON (d.tenant, d.begins)
    d.tenant,
    d.begins AS day,
    coalesce(d.inside, 0)::bigint AS under_management,
    coalesce(d.managed, 0)::bigint AS managed,
    coalesce(d.in_progress, 0)::bigint AS in_progress,
    coalesce(d.enrollment_failed, 0)::bigint AS enrollment_failed,
    coalesce(d.not_compliant, 0)::bigint AS not_compliant,
    coalesce(d.wipe_pending, 0)::bigint AS wipe_pending,
    coalesce(d.outside, 0)::bigint AS outside,
    round(coalesce(d.managed, 0) / NULLIF(d.inside, 0), 4)::double precision AS compliant_share
FROM days AS d
ORDER BY d.tenant, d.begins, d.day DESC;
