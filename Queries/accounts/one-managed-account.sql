-- @name one-managed-account
-- @summary Whether an app on a device is managed under one account alone.
-- @description One row for each installation (an app on a device) with an account that is enrolled and registered,
--   those that alarm first: alarm where there are several, skip where the app's last configuration allows several
--   (MultiManagedIdentities), else ok. It tells how things are; who was ever managed under two accounts stands in the
--   findings of rule L3. Read from the projections of accounts and devices.
-- @kind control
-- @severity violation
-- @rule L3
-- @remediation Unenroll the account that does not belong there before the other one is enrolled: the app blocks the
--   second managed sign-in until the SDK has confirmed the first one's unenrollment (code 104).
-- @param app text default "" -- one app alone, by its bundle id; empty for all
-- @param only text default "all" enum all|alarm -- alarm: only what fails
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column resource text -- the app and the device; the tenant where no account is enrolled at all
-- @column status text -- ok, alarm or skip
-- @column reason text -- why, in words
-- @column tenant uuid -- the Entra tenant id
-- @column app text -- the bundle id
-- @column device text -- the device
-- @column accounts bigint -- how many accounts are enrolled there
-- @column enrolled jsonb -- these accounts: a JSON array
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order status, tenant, app, device
-- @cost bounded
-- @example app=example.driftwood.rounds
-- @example only=alarm
-- @example tenant=6a10528e-5123-4534-afce-4c4ee04cd452 app=example.driftwood.papers

\if :{?app} \else \set app '' \endif
\if :{?only} \else \set only 'all' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH tenants AS (
    SELECT a.tenant, max(a.through_recorded_at) AS through_recorded_at
    FROM reporting.v1_account AS a
    WHERE :'tenant'::text = '' OR a.tenant = NULLIF(:'tenant'::text, '')::uuid
    GROUP BY a.tenant
),
enrolled AS (
    SELECT
        i.tenant,
        i.app,
        i.device,
        count(*) AS accounts,
        jsonb_agg(i.account ORDER BY i.account COLLATE "C") AS enrolled
    FROM reporting.v1_account_installation AS i
    WHERE i.registered
        AND i.enrollment IN ('enrolled', 'unenrolling')
        AND :'app'::text IN ('', i.app)
    GROUP BY i.tenant, i.app, i.device
),
judged AS (
    SELECT
        e.tenant,
        e.app,
        e.device,
        e.accounts,
        e.enrolled,
        CASE
            WHEN e.accounts = 1 THEN 'ok'
            WHEN i.multi_managed_identities THEN 'skip'
            ELSE 'alarm'
        END AS status
    FROM enrolled AS e
    LEFT JOIN reporting.v1_installation AS i ON i.tenant = e.tenant AND i.app = e.app AND i.device = e.device
)
SELECT
    coalesce(j.app || ' on ' || j.device, t.tenant::text) AS resource,
    coalesce(j.status, 'skip') AS status,
    CASE j.status
        WHEN 'ok' THEN 'One account is enrolled.'
        WHEN 'alarm' THEN j.accounts || ' accounts are enrolled, and the app is for one.'
        WHEN 'skip' THEN j.accounts || ' accounts are enrolled, and the app is for several.'
        ELSE 'No account is enrolled.'
    END AS reason,
    t.tenant,
    j.app,
    j.device,
    j.accounts,
    j.enrolled,
    t.through_recorded_at
FROM tenants AS t
LEFT JOIN judged AS j ON j.tenant = t.tenant
WHERE :'only'::text = 'all' OR j.status = 'alarm'
ORDER BY
    array_position(ARRAY['error', 'alarm', 'info', 'ok', 'skip'], coalesce(j.status, 'skip')),
    t.tenant, j.app COLLATE "C", j.device COLLATE "C";
