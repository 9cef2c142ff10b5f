-- @name dashboard-releases
-- @summary What each release of an app on each version of the SDK met in a period.
-- @description One row for each release of which a rollup of the period tells anything: those that opened most findings
--   first, then those with most failed enrollments. Read from the projection of rollups.
-- @kind report
-- @param since timestamptz required -- days that end after this instant
-- @param until timestamptz required -- and begin before this one
-- @param limit bigint default "20" -- how many rows at most
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column app text -- the bundle id
-- @column app_version text -- the version of the app that the events give; null where they give none
-- @column sdk_version text -- the version of the SDK that the events give; null where they give none
-- @column enrollments bigint -- results of enrollments, those too that say neither success nor failure, which the other
--   figures of the dashboard leave out
-- @column enrollments_failed bigint -- of these: that it failed
-- @column remediations bigint -- results of remediations
-- @column remediations_failed bigint -- of these: other than compliant
-- @column wipes_completed bigint -- reports that a wipe was completed
-- @column wipes_failed bigint -- reports that a wipe failed
-- @column findings_opened bigint -- findings that opened
-- @column of_releases bigint -- how many there are, the rows beyond the limit included
-- @order findings_opened desc, enrollments_failed desc, tenant, app
-- @cost bounded
-- @example since=2026-03-16T00:00:00Z until=2026-04-01T00:00:00Z
-- @example since=2026-03-09T00:00:00Z until=2026-03-16T00:00:00Z limit=1 tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example since=2026-03-01T00:00:00Z until=2026-04-01T00:00:00Z

\if :{?limit} \else \set limit '20' \endif
\if :{?tenant} \else \set tenant '' \endif

SELECT
    r.tenant,
    r.app,
    r.app_version,
    r.sdk_version,
    sum(r.enrollments)::bigint AS enrollments,
    sum(r.enrollments_failed)::bigint AS enrollments_failed,
    sum(r.compliance_results)::bigint AS remediations,
    sum(r.compliance_failed)::bigint AS remediations_failed,
    sum(r.wipes_completed)::bigint AS wipes_completed,
    sum(r.wipes_failed)::bigint AS wipes_failed,
    sum(r.findings_opened)::bigint AS findings_opened,
    count(*) OVER () AS of_releases
FROM reporting.v1_daily_release AS r
WHERE r.day >= (:'since'::timestamptz AT TIME ZONE 'UTC')::date
    AND r.day < :'until'::timestamptz AT TIME ZONE 'UTC'
    AND r.app IS NOT NULL
    AND (:'tenant'::text = '' OR r.tenant = NULLIF(:'tenant'::text, '')::uuid)
GROUP BY r.tenant, r.app, r.app_version, r.sdk_version
HAVING sum(
    r.enrollments + r.compliance_results + r.wipes_completed + r.wipes_failed + r.findings_opened
) > 0
ORDER BY
    findings_opened DESC,
    enrollments_failed DESC,
    r.tenant,
    r.app COLLATE "C",
    r.app_version COLLATE "C",
    r.sdk_version COLLATE "C"
LIMIT :'limit'::bigint;
