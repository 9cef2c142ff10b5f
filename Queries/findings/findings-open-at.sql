-- @name findings-open-at
-- @summary Findings that are open at an instant, with their age and the app they belong to.
-- @description One row for each finding that had opened by the instant and had not ended by then; the oldest first.
--   Superseded findings are left out: later events showed that they had never been so. closed_at, ended and closed_by tell
--   what became of it after the instant. The instant moves the question, not the knowledge: the answer is by all
--   events of through_recorded_at. Read from the projection of findings; thirty thousand rows take a second to write.
-- @kind report
-- @param at timestamptz default "now" -- the instant
-- @param severity text default "any" enum any|violation|warning|note -- only those that matter so much
-- @param rule text default "" -- only rules that begin so, as W for all of wipes; empty for all
-- @param app text default "" -- one app alone, by its bundle id; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column finding text -- the id of the finding
-- @column rule text -- the rule
-- @column severity text -- violation, warning or note
-- @column title text -- what the rule finds
-- @column app text -- the app that it belongs to, by its bundle id; null where it is about all apps
-- @column account text -- whom it is about: the object id in lower case, or upn:NAME; null for nobody
-- @column identity text -- the last UPN given for that account; null where none was, or it was erased
-- @column device text -- the device; null where it is about all devices
-- @column opened_at timestamptz -- when it opened
-- @column age_s bigint -- seconds from then to the instant
-- @column due_at timestamptz -- the deadline that was missed; null for a rule without
-- @column reason text -- why, in words
-- @column opened_by bigint -- the position of the event that opened it
-- @column closed_at timestamptz -- when it ended, after the instant; null while it stands
-- @column ended text -- resolved or acknowledged; null while it stands
-- @column closed_by bigint -- the position of the event that ended it
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order opened_at, tenant, finding
-- @cost bounded
-- @example at=2026-04-01T00:00:00Z
-- @example at=2026-03-25T00:00:00Z severity=violation rule=W app=example.driftwood.mail
-- @example at=2026-02-26T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?at} \else \set at 'now' \endif
\if :{?severity} \else \set severity 'any' \endif
\if :{?rule} \else \set rule '' \endif
\if :{?app} \else \set app '' \endif
\if :{?tenant} \else \set tenant '' \endif

SELECT
    f.tenant,
    f.finding,
    f.rule,
    f.severity,
    r.title,
    f.app,
    f.account,
    f.identity,
    f.device,
    f.opened_at,
    extract(epoch FROM :'at'::timestamptz - f.opened_at)::bigint AS age_s,
    f.due_at,
    f.reason,
    f.opened_by,
    f.closed_at,
    f.ended,
    f.closed_by,
    f.through_recorded_at
FROM reporting.v1_finding AS f
LEFT JOIN reporting.v1_rule AS r ON r.rule = f.rule
WHERE f.opened_at <= :'at'::timestamptz
    AND (f.closed_at IS NULL OR f.closed_at > :'at'::timestamptz)
    AND f.ended IS DISTINCT FROM 'superseded'
    AND :'severity'::text IN ('any', f.severity)
    AND (:'rule'::text = '' OR starts_with(f.rule, :'rule'::text))
    AND :'app'::text IN ('', f.app)
    AND (:'tenant'::text = '' OR f.tenant = NULLIF(:'tenant'::text, '')::uuid)
ORDER BY f.opened_at, f.tenant, f.finding COLLATE "C";
