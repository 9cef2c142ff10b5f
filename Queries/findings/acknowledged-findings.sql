-- @name acknowledged-findings
-- @summary Findings that somebody has acknowledged: who, when, and with what reason.
-- @description One row for each finding that an acknowledgement ended, the last one first. Who acknowledged it is
--   personal data: it stands in the log as a digest, and acknowledged_by has it as long as it is not erased. Read from
--   the projection of findings, and for each of them the one event that acknowledged it.
-- @kind report
-- @param since timestamptz default "-infinity" -- findings that were acknowledged at this instant or later
-- @param until timestamptz default "infinity" -- and before this one
-- @param rule text default "" -- only rules that begin so, as W for all of wipes; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column finding text -- the id of the finding
-- @column rule text -- the rule
-- @column severity text -- violation, warning or note
-- @column account text -- whom it is about; null for nobody
-- @column identity text -- the last UPN given for that account; null where none was, or it was erased
-- @column app text -- the bundle id; null where it is about all apps
-- @column device text -- the device; null where it is about all devices
-- @column opened_at timestamptz -- when it opened
-- @column closed_at timestamptz -- when it was acknowledged
-- @column open_s bigint -- seconds from the one to the other
-- @column acknowledged_by text -- who acknowledged it; null where nobody was named, or it was erased
-- @column acknowledgement text -- the reason that was given
-- @column reason text -- why it was found, in words
-- @column opened_by bigint -- the position of the event that opened it
-- @column closed_by bigint -- the position of the acknowledgement
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order closed_at desc, tenant, finding
-- @cost bounded
-- @example
-- @example rule=W tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example until=2026-03-01T00:00:00Z

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?rule} \else \set rule '' \endif
\if :{?tenant} \else \set tenant '' \endif

SELECT
    f.tenant,
    f.finding,
    f.rule,
    f.severity,
    f.account,
    f.identity,
    f.app,
    f.device,
    f.opened_at,
    f.closed_at,
    extract(epoch FROM f.closed_at - f.opened_at)::bigint AS open_s,
    f.acknowledged_by,
    e.data ->> 'reason' AS acknowledgement,
    f.reason,
    f.opened_by,
    f.closed_by,
    f.through_recorded_at
FROM reporting.v1_finding AS f
JOIN reporting.v1_event AS e ON e.tenant = f.tenant AND e.position = f.closed_by
WHERE f.ended = 'acknowledged'
    AND f.closed_at >= :'since'::timestamptz
    AND f.closed_at < :'until'::timestamptz
    AND (:'rule'::text = '' OR starts_with(f.rule, :'rule'::text))
    AND (:'tenant'::text = '' OR f.tenant = NULLIF(:'tenant'::text, '')::uuid)
ORDER BY f.closed_at DESC, f.tenant, f.finding COLLATE "C";
