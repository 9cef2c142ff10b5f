-- @name superseded-findings
-- @summary Findings that stood once and that later events do not bear out.
-- @description One row for each finding that was there by the events recorded before some append, and is not there by
--   all events known now; the last one first. closed_at is when that append was recorded, and closed_by the first
--   event of it that was judged: an event that arrived late, or told who a name is. Read from the projection of
--   findings.
-- @kind report
-- @param since timestamptz default "-infinity" -- findings whose ground was taken away at this instant or later
-- @param until timestamptz default "infinity" -- and before this one
-- @param rule text default "" -- only rules that begin so, as W for all of wipes; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column finding text -- the id of the finding
-- @column rule text -- the rule
-- @column severity text -- violation, warning or note
-- @column account text -- whom it was about; null for nobody
-- @column identity text -- the last UPN given for that account; null where none was, or it was erased
-- @column app text -- the bundle id; null where it was about all apps
-- @column device text -- the device; null where it was about all devices
-- @column opened_at timestamptz -- when it opened, as it seemed
-- @column opened_by bigint -- the position of the event that opened it
-- @column closed_at timestamptz -- when the append was recorded that took its ground away
-- @column closed_by bigint -- the position of the first event of that append that was judged
-- @column stood_s bigint -- seconds from its opening to that append: how long it could be read
-- @column reason text -- why it was thought so, in words
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order closed_at desc, tenant, finding
-- @cost bounded
-- @example
-- @example rule=G1 tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example until=2026-02-26T12:00:00Z

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
    f.opened_by,
    f.closed_at,
    f.closed_by,
    extract(epoch FROM f.closed_at - f.opened_at)::bigint AS stood_s,
    f.reason,
    f.through_recorded_at
FROM reporting.v1_finding AS f
WHERE f.ended = 'superseded'
    AND f.closed_at >= :'since'::timestamptz
    AND f.closed_at < :'until'::timestamptz
    AND (:'rule'::text = '' OR starts_with(f.rule, :'rule'::text))
    AND (:'tenant'::text = '' OR f.tenant = NULLIF(:'tenant'::text, '')::uuid)
ORDER BY f.closed_at DESC, f.tenant, f.finding COLLATE "C";
