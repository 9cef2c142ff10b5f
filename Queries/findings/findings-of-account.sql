-- @name findings-of-account
-- @summary Every finding about one account, with its life.
-- @description One row for each finding that had opened by the instant, the latest first, with how it stands then.
--   The account is named by its object id, by upn:NAME, or by the last UPN given for it, in any casing; a UPN that was
--   erased finds nothing. opened_by and closed_by are positions of mamaudit history. Read from the projection of
--   findings.
-- @kind detail
-- @param account text required -- the account
-- @param at timestamptz default "now" -- the instant
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column finding text -- the id of the finding
-- @column rule text -- the rule
-- @column severity text -- violation, warning or note
-- @column status text -- open, resolved, acknowledged or superseded (no event known now bears it out)
-- @column app text -- the bundle id; null where it is about all apps
-- @column device text -- the device; null where it is about all devices
-- @column opened_at timestamptz -- when it opened
-- @column opened_by bigint -- the position of the event that opened it
-- @column due_at timestamptz -- the deadline that was missed; null for a rule without
-- @column closed_at timestamptz -- when it ended, also after the instant; null while it stands
-- @column closed_by bigint -- the position of the event that ended it
-- @column open_s bigint -- seconds that it was open by the instant; null for a superseded one
-- @column reason text -- why, in words
-- @column parameters jsonb -- the parameters that it was judged by
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order opened_at desc, tenant, finding
-- @cost bounded
-- @example account=dora.dahl@driftwood.example at=2026-04-01T00:00:00Z
-- @example account=F24091B5-F10E-4739-AFDD-B819E695F86A at=2026-03-10T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example account=nobody@driftwood.example

\if :{?at} \else \set at 'now' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH named AS (
    SELECT a.account
    FROM reporting.v1_account AS a
    WHERE lower(a.identity) = lower(:'account'::text)
    UNION
    SELECT lower(:'account'::text)
)
SELECT
    f.tenant,
    f.finding,
    f.rule,
    f.severity,
    CASE
        WHEN f.ended = 'superseded' THEN 'superseded'
        WHEN f.closed_at <= :'at'::timestamptz THEN f.ended
        ELSE 'open'
    END AS status,
    f.app,
    f.device,
    f.opened_at,
    f.opened_by,
    f.due_at,
    f.closed_at,
    f.closed_by,
    CASE
        WHEN f.ended IS DISTINCT FROM 'superseded'
            THEN extract(epoch FROM least(f.closed_at, :'at'::timestamptz) - f.opened_at)::bigint
    END AS open_s,
    f.reason,
    f.parameters,
    f.through_recorded_at
FROM reporting.v1_finding AS f
WHERE f.account COLLATE "C" IN (SELECT n.account FROM named AS n)
    AND f.opened_at <= :'at'::timestamptz
    AND (:'tenant'::text = '' OR f.tenant = NULLIF(:'tenant'::text, '')::uuid)
ORDER BY f.opened_at DESC, f.tenant, f.finding COLLATE "C";
