-- @name findings-by-version
-- @summary Which versions of the SDK and of the apps the findings come from.
-- @description One row for each app, version of it, version of the SDK and rule with a finding that opened in
--   [since, until); the most frequent first. The versions are those of the event that opened the finding; they are
--   null where it gives none, and so is the app where a finding is about all apps. A finding that later events no
--   longer bear out (superseded) is not counted. Read from the projection of findings.
-- @kind report
-- @param since timestamptz default "-infinity" -- findings that opened at this instant or later
-- @param until timestamptz default "now" -- and before this one
-- @param severity text default "any" enum any|violation|warning|note -- only those that matter so much
-- @param rule text default "" -- only rules that begin so, as K- for the configuration; empty for all
-- @param app text default "" -- one app alone, by its bundle id; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column app text -- the bundle id
-- @column app_version text -- the version of the app
-- @column sdk_version text -- the version of the SDK
-- @column rule text -- the rule
-- @column severity text -- violation, warning or note
-- @column title text -- what the rule finds
-- @column findings bigint -- how many findings
-- @column standing bigint -- how many of them have not ended by until
-- @column accounts bigint -- how many accounts they are about
-- @column devices bigint -- on how many devices
-- @column first_opened_at timestamptz -- when the first of them opened
-- @column last_opened_at timestamptz -- when the last of them opened
-- @order findings desc, tenant, app, app_version, sdk_version, rule, severity
-- @cost bounded
-- @example until=2026-04-01T00:00:00Z
-- @example since=2026-03-10T00:00:00Z until=2026-03-20T00:00:00Z severity=violation
-- @example until=2026-04-01T00:00:00Z rule=W app=example.driftwood.mail tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'now' \endif
\if :{?severity} \else \set severity 'any' \endif
\if :{?rule} \else \set rule '' \endif
\if :{?app} \else \set app '' \endif
\if :{?tenant} \else \set tenant '' \endif

SELECT
    f.tenant,
    f.app,
    f.opened_app_version AS app_version,
    f.opened_sdk_version AS sdk_version,
    f.rule,
    f.severity,
    r.title,
    count(*) AS findings,
    count(*) FILTER (WHERE f.closed_at IS NULL OR f.closed_at >= :'until'::timestamptz) AS standing,
    count(DISTINCT f.account) AS accounts,
    count(DISTINCT f.device) AS devices,
    min(f.opened_at) AS first_opened_at,
    max(f.opened_at) AS last_opened_at
FROM reporting.v1_finding AS f
LEFT JOIN reporting.v1_rule AS r ON r.rule = f.rule
WHERE f.opened_at >= :'since'::timestamptz
    AND f.opened_at < :'until'::timestamptz
    AND f.ended IS DISTINCT FROM 'superseded'
    AND :'severity'::text IN ('any', f.severity)
    AND (:'rule'::text = '' OR starts_with(f.rule, :'rule'::text))
    AND :'app'::text IN ('', f.app)
    AND (:'tenant'::text = '' OR f.tenant = NULLIF(:'tenant'::text, '')::uuid)
GROUP BY f.tenant, f.app, f.opened_app_version, f.opened_sdk_version, f.rule, f.severity, r.title
ORDER BY findings DESC, f.tenant, f.app COLLATE "C", f.opened_app_version COLLATE "C",
    f.opened_sdk_version COLLATE "C", f.rule COLLATE "C", f.severity COLLATE "C";
