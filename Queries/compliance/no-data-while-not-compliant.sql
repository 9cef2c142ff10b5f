-- @name no-data-while-not-compliant
-- @summary Whether an account that is not compliant has data in an app.
-- @description One row for each account and installation whose compliance is known, those that alarm first: alarm where
--   it is not compliant and its data is there, info where it is not compliant and nothing is known of its data, else
--   ok. It tells how things are; when data was accessed meanwhile stands in data-access-while-not-compliant. A finding of
--   rule C4 differs: it opens where no wipe was asked for within a day of a result other than compliant, and then stays
--   until one is asked for, though the account be compliant by then. A tenant without such an account has one row, skip.
--   Read from the projection of accounts.
-- @kind control
-- @severity violation
-- @rule C4
-- @remediation The user must finish the remediation in the app; an app that cannot become compliant has to wipe the
--   account's data. Block the sign-in or ask for a wipe where neither happens.
-- @param app text default "" -- one app alone, by its bundle id; empty for all
-- @param only text default "all" enum all|alarm -- alarm: only what fails
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column resource text -- the account, and where; the tenant where none was judged
-- @column status text -- ok, alarm, info or skip
-- @column reason text -- why, in words
-- @column tenant uuid -- the Entra tenant id
-- @column account text -- the object id in lower case, or upn:NAME
-- @column identity text -- the last UPN given; null where none was, or it was erased
-- @column app text -- the bundle id
-- @column device text -- the device
-- @column compliance text -- compliant, or what keeps the account from being so
-- @column data_present boolean -- whether its data is here; null where that is not known
-- @column wipe text -- how far a wipe is here; none where none was asked for
-- @column last_event_at timestamptz -- the account's last event here
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order status, tenant, account, app, device
-- @cost bounded
-- @example
-- @example only=alarm
-- @example app=example.driftwood.rounds tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?app} \else \set app '' \endif
\if :{?only} \else \set only 'all' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH tenants AS (
    SELECT a.tenant, max(a.through_recorded_at) AS through_recorded_at
    FROM reporting.v1_account AS a
    WHERE :'tenant'::text = '' OR a.tenant = NULLIF(:'tenant'::text, '')::uuid
    GROUP BY a.tenant
),
judged AS (
    SELECT
        i.tenant,
        i.account,
        i.identity,
        i.app,
        i.device,
        i.compliance,
        i.data_present,
        i.wipe,
        i.last_event_at,
        CASE
            WHEN i.compliance = 'compliant' OR NOT i.data_present THEN 'ok'
            WHEN i.data_present THEN 'alarm'
            ELSE 'info'
        END AS status
    FROM reporting.v1_account_installation AS i
    WHERE i.compliance <> 'unknown' AND :'app'::text IN ('', i.app)
)
SELECT
    coalesce(j.account || ' in ' || j.app || ' on ' || j.device, t.tenant::text) AS resource,
    coalesce(j.status, 'skip') AS status,
    CASE
        WHEN j.account IS NULL THEN 'Nothing is known of the compliance of any account.'
        WHEN j.compliance = 'compliant' THEN 'It is compliant.'
        WHEN j.status = 'ok' THEN 'It is not compliant (' || j.compliance || '), and its data is gone.'
        WHEN j.status = 'alarm' THEN 'It is not compliant (' || j.compliance || '), and its data is there.'
        ELSE 'It is not compliant (' || j.compliance || '); nothing is known of its data.'
    END AS reason,
    t.tenant,
    j.account,
    j.identity,
    j.app,
    j.device,
    j.compliance,
    j.data_present,
    j.wipe,
    j.last_event_at,
    t.through_recorded_at
FROM tenants AS t
LEFT JOIN judged AS j ON j.tenant = t.tenant
WHERE :'only'::text = 'all' OR j.status = 'alarm'
ORDER BY
    array_position(ARRAY['error', 'alarm', 'info', 'ok', 'skip'], coalesce(j.status, 'skip')),
    t.tenant, j.account COLLATE "C", j.app COLLATE "C", j.device COLLATE "C";
