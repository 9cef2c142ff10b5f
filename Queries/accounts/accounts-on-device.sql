-- @name accounts-on-device
-- @summary Everything known of one device: its apps, who is on them, and what is open there.
-- @description One row for each app of the device and each account there, with how far the account is; an app without
--   an account has one row too. open_findings are the violations and warnings about that account, app and device that
--   are open at the instant; where the account is null, those of the app that name nobody. at moves the findings alone:
--   the rest is that of through_recorded_at. Read from the projections of devices, accounts and findings.
-- @kind detail
-- @param device text required -- the device, as its producer names it
-- @param at timestamptz default "now" -- the instant at which findings are open
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column device text -- the device
-- @column device_mode text -- unknown, default or shared
-- @column app text -- the bundle id
-- @column phase text -- launched, suspended, resumed or terminated: what the app did last
-- @column shared_user text -- the user of the shared device, as this app saw it; null where it is nobody
-- @column account text -- the object id in lower case, or upn:NAME; null where no account is on the app
-- @column identity text -- the last UPN given; null where none was, or it was erased
-- @column enrollment text -- how far its enrollment is here
-- @column policy text -- none, restartPending, active or removed
-- @column compliance text -- its compliance here
-- @column wipe text -- how far a wipe is here; none where none was asked for
-- @column blocked boolean -- whether it is blocked here
-- @column data_present boolean -- whether its data is here; null where that is not known
-- @column cleanup_pending boolean -- whether the app has still to clear its data, as that of an earlier user
-- @column open_findings bigint -- how many violations and warnings are open
-- @column rules text -- the rules that found them
-- @column last_check_in_at timestamptz -- the last check-in; null where none is known
-- @column last_event_at timestamptz -- the account's last event here
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order tenant, app, account
-- @cost bounded
-- @example device=FA1B753A-84DC-4049-91BC-9FD966075D2D at=2026-04-01T00:00:00Z
-- @example device=3FD10F17-12BC-439B-A664-337FAC02B4B8 at=2026-04-01T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example device=nothing

\if :{?at} \else \set at 'now' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH open AS (
    SELECT
        f.tenant,
        f.app,
        f.account,
        count(*) AS findings,
        string_agg(DISTINCT f.rule, ' ' ORDER BY f.rule) AS rules
    FROM reporting.v1_finding AS f
    WHERE f.device = :'device'::text
        AND f.severity IN ('violation', 'warning')
        AND f.opened_at <= :'at'::timestamptz
        AND (f.closed_at IS NULL OR f.closed_at > :'at'::timestamptz)
        AND f.ended IS DISTINCT FROM 'superseded'
    GROUP BY f.tenant, f.app, f.account
)
SELECT
    i.tenant,
    i.device,
    d.mode AS device_mode,
    i.app,
    i.phase,
    i.shared_user,
    a.account,
    a.identity,
    a.enrollment,
    a.policy,
    a.compliance,
    a.wipe,
    a.blocked,
    a.data_present,
    a.account IS NOT NULL AND i.cleanup_pending ? a.account AS cleanup_pending,
    coalesce(o.findings, 0) AS open_findings,
    o.rules,
    a.last_check_in_at,
    a.last_event_at,
    i.through_recorded_at
FROM reporting.v1_installation AS i
JOIN reporting.v1_device AS d ON d.tenant = i.tenant AND d.device = i.device
LEFT JOIN reporting.v1_account_installation AS a
    ON a.tenant = i.tenant AND a.app = i.app AND a.device = i.device
LEFT JOIN open AS o
    ON o.tenant = i.tenant AND o.app = i.app AND o.account IS NOT DISTINCT FROM a.account
WHERE i.device = :'device'::text
    AND (:'tenant'::text = '' OR i.tenant = NULLIF(:'tenant'::text, '')::uuid)
ORDER BY i.tenant, i.app COLLATE "C", a.account COLLATE "C";
