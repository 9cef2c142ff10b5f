-- @name wipes-of-devices
-- @summary Which apps of a wiped device confirmed the wipe, which did not, and which were never asked.
-- @description One row for each app of each account on a device where a wipe of that account began in [since, until):
--   the last wipe of the account there. answer is confirmed; pending (asked for and not confirmed); failed; or
--   notAsked, where the account is on the device with an app that no wipe then named. Its data stays there. Ordered
--   by the device's latest wipe. Read from the projection of accounts.
-- @kind report
-- @param since timestamptz default "-infinity" -- wipes that began at this instant or later
-- @param until timestamptz default "infinity" -- and before this one
-- @param device text default "" -- one device alone; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column device text -- the device
-- @column account text -- whose data: the object id in lower case, or upn:NAME
-- @column identity text -- the last UPN given; null where none was, or it was erased
-- @column app text -- the bundle id
-- @column answer text -- confirmed, pending, failed or notAsked
-- @column began_at timestamptz -- when the last wipe there began; null where none was asked for
-- @column completed_at timestamptz -- when it was confirmed
-- @column data_present boolean -- whether data of the account is in the app now; null where that is not known
-- @column last_check_in_at timestamptz -- the account's last check-in there
-- @column device_wiped_at timestamptz -- when the last wipe of the account on the device began
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order device_wiped_at desc, tenant, device, account, app
-- @cost bounded
-- @example
-- @example since=2026-03-20T00:00:00Z until=2026-04-01T00:00:00Z
-- @example until=2026-02-01T00:00:00Z

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?device} \else \set device '' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH began AS (
    SELECT
        w.tenant,
        w.account,
        w.device,
        w.app,
        w.state,
        w.ordinal,
        coalesce(w.requested_at, least(w.received_at, w.handled_at, w.failed_at, w.completed_at)) AS began_at,
        w.completed_at
    FROM reporting.v1_wipe AS w
    WHERE w.device IS NOT NULL
        AND :'device'::text IN ('', w.device)
        AND (:'tenant'::text = '' OR w.tenant = NULLIF(:'tenant'::text, '')::uuid)
),
last_of_app AS (
    SELECT DISTINCT ON (b.tenant, b.account, b.device, b.app)
        b.tenant,
        b.account,
        b.device,
        b.app,
        b.state,
        b.began_at,
        b.completed_at
    FROM began AS b
    WHERE b.began_at >= :'since'::timestamptz AND b.began_at < :'until'::timestamptz
    ORDER BY b.tenant, b.account, b.device, b.app, b.began_at DESC, b.ordinal DESC
),
wiped AS (
    SELECT l.tenant, l.account, l.device, max(l.began_at) AS device_wiped_at
    FROM last_of_app AS l
    GROUP BY l.tenant, l.account, l.device
)
SELECT
    i.tenant,
    i.device,
    i.account,
    i.identity,
    i.app,
    CASE l.state
        WHEN 'completed' THEN 'confirmed'
        WHEN 'failed' THEN 'failed'
        ELSE CASE WHEN l.state IS NULL THEN 'notAsked' ELSE 'pending' END
    END AS answer,
    l.began_at,
    l.completed_at,
    i.data_present,
    i.last_check_in_at,
    w.device_wiped_at,
    i.through_recorded_at
FROM wiped AS w
JOIN reporting.v1_account_installation AS i
    ON i.tenant = w.tenant AND i.account = w.account AND i.device = w.device
LEFT JOIN last_of_app AS l
    ON l.tenant = i.tenant AND l.account = i.account AND l.device = i.device AND l.app = i.app
ORDER BY w.device_wiped_at DESC, i.tenant, i.device COLLATE "C", i.account COLLATE "C", i.app COLLATE "C";
