-- @name versions-at-floor
-- @summary Whether the releases in use are at or over the least versions of the SDK and of the app.
-- @description One row for each version of an app on a version of the SDK from which anything came on the days of
--   [since, until), in UTC, those that alarm first: alarm where the version of the SDK is lower than sdk, or that of
--   the app lower than app_version, else ok. Versions compare number by number (21.10 is over 21.7); a version that is
--   not of numbers and dots is an error, and so is a least version. One that the events do not give is info. Read from
--   the rollups by day.
-- @kind control
-- @severity warning
-- @rule none
-- @remediation Have the app updated on the devices, or block old versions with a condition of launch (the least version
--   of the app or of the SDK) in the app protection policy.
-- @param sdk text default "20.0.0" -- the least version of the SDK; those before 20.0.0 are not supported any more
-- @param app text default "" -- one app alone, by its bundle id; empty for all
-- @param app_version text default "" -- the least version of the app; empty for any
-- @param since timestamptz default "-infinity" -- days that end after this instant
-- @param until timestamptz default "infinity" -- and begin before this one
-- @param only text default "all" enum all|alarm -- alarm: only what fails, errors included
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column resource text -- the app, its version and that of the SDK; the tenant where nothing came
-- @column status text -- ok, alarm, error, info or skip
-- @column reason text -- why, in words
-- @column tenant uuid -- the Entra tenant id
-- @column app text -- the bundle id
-- @column app_version text -- the version of the app; null where the events do not give it
-- @column sdk_version text -- the version of the SDK; null where the events do not give it
-- @column first_day date -- the first day on which anything came from it
-- @column last_day date -- the last such day
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order status, tenant, app, app_version, sdk_version
-- @cost bounded
-- @example sdk=21.0.0
-- @example sdk=21.7 app=example.driftwood.mail app_version=6.15 since=2026-03-15T00:00:00Z until=2026-04-01T00:00:00Z
-- @example sdk=latest only=alarm
-- @example until=2026-02-20T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?sdk} \else \set sdk '20.0.0' \endif
\if :{?app} \else \set app '' \endif
\if :{?app_version} \else \set app_version '' \endif
\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?only} \else \set only 'all' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH tenants AS (
    SELECT a.tenant, max(a.through_recorded_at) AS through_recorded_at
    FROM reporting.v1_account AS a
    WHERE :'tenant'::text = '' OR a.tenant = NULLIF(:'tenant'::text, '')::uuid
    GROUP BY a.tenant
),
releases AS (
    SELECT d.tenant, d.app, d.app_version, d.sdk_version, min(d.day) AS first_day, max(d.day) AS last_day
    FROM reporting.v1_daily_release AS d
    WHERE (d.day + 1)::timestamp AT TIME ZONE 'UTC' > :'since'::timestamptz
        AND d.day::timestamp AT TIME ZONE 'UTC' < :'until'::timestamptz
        -- Days on which nothing came from it are filled in with zeros.
        AND d.enrollments + d.compliance_results + d.wipes_completed + d.wipes_failed + d.findings_opened > 0
        AND d.app IS NOT NULL
        AND (:'app'::text = '' OR d.app = :'app'::text)
    GROUP BY d.tenant, d.app, d.app_version, d.sdk_version
),
-- Numbers as decimals of any length, since what a producer sends need not fit a bigint. Only what is of numbers and
-- dots gets that far; zeros at the end do not count: 21.7 is 21.7.0.
parsed AS (
    SELECT
        r.tenant,
        r.app,
        r.app_version,
        r.sdk_version,
        r.first_day,
        r.last_day,
        v.sdk,
        v.least_sdk,
        v.app_numbers,
        v.least_app
    FROM releases AS r
    CROSS JOIN LATERAL (
        SELECT
            max(n.numbers) FILTER (WHERE n.kind = 1) AS sdk,
            max(n.numbers) FILTER (WHERE n.kind = 2) AS least_sdk,
            max(n.numbers) FILTER (WHERE n.kind = 3) AS app_numbers,
            max(n.numbers) FILTER (WHERE n.kind = 4) AS least_app
        FROM (
            SELECT
                t.kind,
                CASE
                    WHEN t.version ~ '^[0-9]+([.][0-9]+)*$'
                        THEN string_to_array(regexp_replace(t.version, '([.]0+)+$', ''), '.')::numeric[]
                END AS numbers
            FROM (
                VALUES (1, r.sdk_version), (2, :'sdk'::text), (3, r.app_version), (4, :'app_version'::text)
            ) AS t (kind, version)
        ) AS n
    ) AS v
),
judged AS (
    SELECT
        p.tenant,
        p.app,
        p.app_version,
        p.sdk_version,
        p.first_day,
        p.last_day,
        CASE
            WHEN p.least_sdk IS NULL OR (p.least_app IS NULL AND :'app_version'::text <> '') THEN 'error'
            WHEN p.sdk IS NULL AND p.sdk_version IS NOT NULL THEN 'error'
            WHEN p.app_numbers IS NULL AND p.app_version IS NOT NULL AND :'app_version'::text <> '' THEN 'error'
            WHEN p.sdk < p.least_sdk OR p.app_numbers < p.least_app THEN 'alarm'
            WHEN p.sdk IS NULL OR (p.app_numbers IS NULL AND :'app_version'::text <> '') THEN 'info'
            ELSE 'ok'
        END AS status,
        CASE
            WHEN p.least_sdk IS NULL THEN 'The least version of the SDK is not of numbers and dots.'
            WHEN p.least_app IS NULL AND :'app_version'::text <> ''
                THEN 'The least version of the app is not of numbers and dots.'
            WHEN p.sdk IS NULL AND p.sdk_version IS NOT NULL THEN 'The version of the SDK is not of numbers and dots.'
            WHEN p.app_numbers IS NULL AND p.app_version IS NOT NULL AND :'app_version'::text <> ''
                THEN 'The version of the app is not of numbers and dots.'
            WHEN p.sdk < p.least_sdk THEN 'The SDK is older than ' || :'sdk'::text || '.'
            WHEN p.app_numbers < p.least_app THEN 'The app is older than ' || :'app_version'::text || '.'
            WHEN p.sdk IS NULL OR (p.app_numbers IS NULL AND :'app_version'::text <> '')
                THEN 'The events do not give the version.'
            ELSE 'It is new enough.'
        END AS reason
    FROM parsed AS p
)
SELECT
    coalesce(
        j.app || ' ' || coalesce(j.app_version, '(no version)') || ' with SDK '
            || coalesce(j.sdk_version, '(no version)'),
        t.tenant::text
    ) AS resource,
    coalesce(j.status, 'skip') AS status,
    coalesce(j.reason, 'Nothing came from any app in that time.') AS reason,
    t.tenant,
    j.app,
    j.app_version,
    j.sdk_version,
    j.first_day,
    j.last_day,
    t.through_recorded_at
FROM tenants AS t
LEFT JOIN judged AS j ON j.tenant = t.tenant
WHERE :'only'::text = 'all' OR j.status IN ('alarm', 'error')
ORDER BY
    array_position(ARRAY['error', 'alarm', 'info', 'ok', 'skip'], coalesce(j.status, 'skip')),
    t.tenant, j.app COLLATE "C", j.app_version COLLATE "C", j.sdk_version COLLATE "C";
