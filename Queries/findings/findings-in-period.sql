-- @name findings-in-period
-- @summary Every finding that opened in a period, with its life.
-- @description One row for each finding that opened in [since, until), by its opening. Superseded ones, which later
--   events no longer bear out, are in only where status asks for them or for all. What a rule finds is its answer to a
--   question: C2 has the denials that nobody remediated, E8 the registrations without a result, L3 those managed under
--   two accounts, W5 the wipes without a cause, X16 the decisions by an old policy, G1 the gaps in the log; mamaudit
--   rules docs has them all. Read from the projection of findings; a hundred thousand rows take one to two seconds to
--   write.
-- @kind report
-- @param since timestamptz default "-infinity" -- findings that opened at this instant or later
-- @param until timestamptz default "now" -- and before this one
-- @param rule text default "" -- only rules that begin so, as W for all of wipes; empty for all
-- @param severity text default "any" enum any|violation|warning|note -- only those that matter so much
-- @param status text default "borne-out" enum all|borne-out|standing|resolved|acknowledged|superseded
--   -- borne-out: all but superseded; standing: not ended
-- @param app text default "" -- one app alone, by its bundle id; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column finding text -- the id of the finding
-- @column rule text -- the rule
-- @column severity text -- violation, warning or note
-- @column title text -- what the rule finds
-- @column account text -- whom it is about; null for nobody
-- @column identity text -- the last UPN given for that account; null where none was, or it was erased
-- @column app text -- the bundle id; null where it is about all apps
-- @column device text -- the device; null where it is about all devices
-- @column opened_at timestamptz -- when it opened
-- @column due_at timestamptz -- the deadline that was missed; null for a rule without
-- @column closed_at timestamptz -- when it ended; null while it stands
-- @column ended text -- resolved, acknowledged or superseded; null while it stands
-- @column open_s bigint -- seconds from opening to end; null while it stands, and for a superseded one
-- @column reason text -- why, in words
-- @column opened_by bigint -- the position of the event that opened it
-- @column closed_by bigint -- the position of the event that ended it
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order opened_at, tenant, finding
-- @cursor opened_at, tenant, finding
-- @cost bounded
-- @example until=2026-03-10T00:00:00Z
-- @example since=2026-03-01T00:00:00Z until=2026-04-01T00:00:00Z rule=C status=standing severity=violation
-- @example until=2026-04-01T00:00:00Z rule=L3
-- @example until=2026-02-01T00:00:00Z

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'now' \endif
\if :{?rule} \else \set rule '' \endif
\if :{?severity} \else \set severity 'any' \endif
\if :{?status} \else \set status 'borne-out' \endif
\if :{?app} \else \set app '' \endif
\if :{?tenant} \else \set tenant '' \endif

SELECT
    f.tenant,
    f.finding,
    f.rule,
    f.severity,
    r.title,
    f.account,
    f.identity,
    f.app,
    f.device,
    f.opened_at,
    f.due_at,
    f.closed_at,
    f.ended,
    CASE
        WHEN f.ended <> 'superseded' THEN extract(epoch FROM f.closed_at - f.opened_at)::bigint
    END AS open_s,
    f.reason,
    f.opened_by,
    f.closed_by,
    f.through_recorded_at
FROM reporting.v1_finding AS f
LEFT JOIN reporting.v1_rule AS r ON r.rule = f.rule
WHERE f.opened_at >= :'since'::timestamptz
    AND f.opened_at < :'until'::timestamptz
    AND (:'rule'::text = '' OR starts_with(f.rule, :'rule'::text))
    AND :'severity'::text IN ('any', f.severity)
    AND CASE :'status'::text
        WHEN 'all' THEN true
        WHEN 'borne-out' THEN f.ended IS DISTINCT FROM 'superseded'
        WHEN 'standing' THEN f.ended IS NULL
        ELSE f.ended = :'status'::text
    END
    AND :'app'::text IN ('', f.app)
    AND (:'tenant'::text = '' OR f.tenant = NULLIF(:'tenant'::text, '')::uuid)
ORDER BY f.opened_at, f.tenant, f.finding COLLATE "C";
