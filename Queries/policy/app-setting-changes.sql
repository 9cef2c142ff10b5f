-- @name app-setting-changes
-- @summary Where a setting of an app changed from one configuration to the next.
-- @description One row for each configuration of an installation (mam.app.configured) in [since, until) whose value of
--   the setting is another than that of the one before; in the order in which they count. A first configuration is no
--   change. Values are as sent, null where the setting is absent. Read from the events themselves: all of the type are
--   read, whatever the period, since the configuration of before it counts too. Each configuration is opened, and the two
--   of each change again: a million events take less than a second.
-- @kind report
-- @param setting text default "MultiIdentity" -- the name of the setting in IntuneMAMSettings
-- @param since timestamptz default "-infinity" -- configurations that count at this instant or later
-- @param until timestamptz default "infinity" -- and before this one
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column changed_at timestamptz -- when it counts
-- @column app text -- the bundle id
-- @column device text -- the device
-- @column value text -- the value from then on
-- @column value_before text -- the value before
-- @column app_version text -- the version of the app
-- @column app_version_before text -- the version of the app before
-- @column sdk_version text -- the version of the SDK
-- @column sdk_version_before text -- the version of the SDK before
-- @column position bigint -- the position of the event
-- @order changed_at, tenant, position
-- @cost full
-- @example setting=MultiIdentity
-- @example setting=ADALRedirectUri since=2026-03-01T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example setting=SplashDuration

\if :{?setting} \else \set setting 'MultiIdentity' \endif
\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH configured AS (
    SELECT
        e.tenant,
        e.effective_at,
        e.app,
        e.device,
        e.data -> 'settings' ->> :'setting'::text AS value,
        e.position
    FROM reporting.v1_event AS e
    -- By number, since an index knows that: mam.app.configured.
    WHERE e.type_number = 24
        AND (:'tenant'::text = '' OR e.tenant = NULLIF(:'tenant'::text, '')::uuid)
),
compared AS (
    SELECT
        c.tenant,
        c.effective_at,
        c.app,
        c.device,
        c.value,
        lag(c.value) OVER of_installation AS value_before,
        c.position,
        lag(c.position) OVER of_installation AS position_before
    FROM configured AS c
    WINDOW of_installation AS (PARTITION BY c.device, c.app, c.tenant ORDER BY c.effective_at, c.position)
)
SELECT
    c.tenant,
    c.effective_at AS changed_at,
    c.app,
    c.device,
    c.value,
    c.value_before,
    e.app_version,
    b.app_version AS app_version_before,
    e.sdk_version,
    b.sdk_version AS sdk_version_before,
    c.position
FROM compared AS c
-- The versions of the few that changed, by their positions: to tell them of all would open each record three times.
CROSS JOIN LATERAL (
    SELECT e.app_version, e.sdk_version
    FROM reporting.v1_event AS e
    WHERE e.tenant = c.tenant AND e.position = c.position
    OFFSET 0
) AS e
CROSS JOIN LATERAL (
    SELECT e.app_version, e.sdk_version
    FROM reporting.v1_event AS e
    WHERE e.tenant = c.tenant AND e.position = c.position_before
    OFFSET 0
) AS b
WHERE c.position_before IS NOT NULL
    AND c.value IS DISTINCT FROM c.value_before
    AND c.effective_at >= :'since'::timestamptz
    AND c.effective_at < :'until'::timestamptz
ORDER BY c.effective_at, c.tenant, c.position;
