-- @name releases-compared
-- @summary What each release of an app met in a period: enrollments, compliance, wipes and findings.
-- @description One row for each version of an app on a version of the SDK from which anything came on the days of
--   [since, until), in UTC; by app, the last seen first. Shares are null where there is nothing to divide by. Versions
--   are null where the events give none, and the app is null for findings about all apps. Read from the rollups by
--   day.
-- @kind report
-- @param since timestamptz default "-infinity" -- days that end after this instant
-- @param until timestamptz default "infinity" -- and begin before this one
-- @param app text default "" -- one app alone, by its bundle id; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column app text -- the bundle id
-- @column app_version text -- the version of the app
-- @column sdk_version text -- the version of the SDK
-- @column first_day date -- the first day on which anything came from it
-- @column last_day date -- the last such day
-- @column enrollments bigint -- how many results of enrollments
-- @column enrollments_failed bigint -- how many of them failed
-- @column enrollments_failed_share double precision -- their share, from 0 to 1
-- @column compliance_results bigint -- how many results of remediations
-- @column compliance_failed bigint -- how many of them were none of success
-- @column compliance_failed_share double precision -- their share, from 0 to 1
-- @column wipes_completed bigint -- how many reports that a wipe was completed
-- @column wipes_failed bigint -- how many reports that a wipe failed
-- @column findings_opened bigint -- how many findings opened, superseded ones aside
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order tenant, app, last_day desc, app_version desc, sdk_version desc
-- @cost bounded
-- @example
-- @example since=2026-03-15T00:00:00Z until=2026-04-01T00:00:00Z app=example.driftwood.mail
-- @example until=2026-02-20T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?app} \else \set app '' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH seen AS (
    SELECT
        d.tenant,
        d.app,
        d.app_version,
        d.sdk_version,
        d.day,
        d.enrollments,
        d.enrollments_failed,
        d.compliance_results,
        d.compliance_failed,
        d.wipes_completed,
        d.wipes_failed,
        d.findings_opened,
        d.through_recorded_at
    FROM reporting.v1_daily_release AS d
    WHERE (d.day + 1)::timestamp AT TIME ZONE 'UTC' > :'since'::timestamptz
        AND d.day::timestamp AT TIME ZONE 'UTC' < :'until'::timestamptz
        -- Days on which nothing came from it are filled in with zeros.
        AND d.enrollments + d.compliance_results + d.wipes_completed + d.wipes_failed + d.findings_opened > 0
        AND (:'app'::text = '' OR d.app = :'app'::text)
        AND (:'tenant'::text = '' OR d.tenant = NULLIF(:'tenant'::text, '')::uuid)
)
SELECT
    s.tenant,
    s.app,
    s.app_version,
    s.sdk_version,
    min(s.day) AS first_day,
    max(s.day) AS last_day,
    sum(s.enrollments)::bigint AS enrollments,
    sum(s.enrollments_failed)::bigint AS enrollments_failed,
    round(sum(s.enrollments_failed) / NULLIF(sum(s.enrollments), 0), 4)::double precision AS enrollments_failed_share,
    sum(s.compliance_results)::bigint AS compliance_results,
    sum(s.compliance_failed)::bigint AS compliance_failed,
    round(
        sum(s.compliance_failed) / NULLIF(sum(s.compliance_results), 0), 4
    )::double precision AS compliance_failed_share,
    sum(s.wipes_completed)::bigint AS wipes_completed,
    sum(s.wipes_failed)::bigint AS wipes_failed,
    sum(s.findings_opened)::bigint AS findings_opened,
    max(s.through_recorded_at) AS through_recorded_at
FROM seen AS s
GROUP BY s.tenant, s.app, s.app_version, s.sdk_version
ORDER BY
    s.tenant, s.app COLLATE "C", last_day DESC, s.app_version COLLATE "C" DESC NULLS LAST,
    s.sdk_version COLLATE "C" DESC NULLS LAST;
