-- @name daily-releases
-- @summary What each release of an app met on each day.
-- @description One row for each day of [since, until), in UTC, and each version of an app on a version of the SDK,
--   from the first day on which anything came from it to the last, days between without any too. Versions are null
--   where the events give none. Read from the rollups by day. releases-compared has one row a release.
-- @kind timeseries
-- @param since timestamptz default "-infinity" -- days that end after this instant
-- @param until timestamptz default "infinity" -- and begin before this one
-- @param app text default "" -- one app alone, by its bundle id; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column day date -- the day (UTC)
-- @column app text -- the bundle id; null for findings about all apps
-- @column app_version text -- the version of the app
-- @column sdk_version text -- the version of the SDK
-- @column enrollments bigint -- how many results of enrollments
-- @column enrollments_failed bigint -- how many of them failed
-- @column compliance_results bigint -- how many results of remediations
-- @column compliance_failed bigint -- how many of them were none of success
-- @column wipes_completed bigint -- how many reports that a wipe was completed
-- @column wipes_failed bigint -- how many reports that a wipe failed
-- @column findings_opened bigint -- how many findings opened, superseded ones aside
-- @column through_position bigint -- every event below this position is in
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order tenant, day, app, app_version, sdk_version
-- @cost bounded
-- @example since=2026-03-01T00:00:00Z until=2026-03-08T00:00:00Z
-- @example since=2026-03-20T00:00:00Z until=2026-04-01T00:00:00Z app=example.driftwood.rounds tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?app} \else \set app '' \endif
\if :{?tenant} \else \set tenant '' \endif

SELECT
    d.tenant,
    d.day,
    d.app,
    d.app_version,
    d.sdk_version,
    d.enrollments,
    d.enrollments_failed,
    d.compliance_results,
    d.compliance_failed,
    d.wipes_completed,
    d.wipes_failed,
    d.findings_opened,
    d.through_position,
    d.through_recorded_at
FROM reporting.v1_daily_release AS d
WHERE (d.day + 1)::timestamp AT TIME ZONE 'UTC' > :'since'::timestamptz
    AND d.day::timestamp AT TIME ZONE 'UTC' < :'until'::timestamptz
    AND (:'app'::text = '' OR d.app = :'app'::text)
    AND (:'tenant'::text = '' OR d.tenant = NULLIF(:'tenant'::text, '')::uuid)
ORDER BY d.tenant, d.day, d.app COLLATE "C", d.app_version COLLATE "C", d.sdk_version COLLATE "C";
