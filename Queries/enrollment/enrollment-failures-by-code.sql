-- @name enrollment-failures-by-code
-- @summary How often enrollment failed, by status code.
-- @description One row for each status code of an mam.enrollment.completed event in [since, until) that tells a
--   failure: 200 and above, without 208 (enrolled already) and 225 (not targeted); the most frequent first. A number
--   that the SDK's enumeration does not have counts too, with neither name nor meaning. Read from the events
--   themselves: those recorded before since are passed over by an index, all others are read.
-- @kind report
-- @param since timestamptz default "-infinity" -- failures that count at this instant or later
-- @param until timestamptz default "infinity" -- and before this one
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column code bigint -- the status code (IntuneMAMEnrollmentStatusCode)
-- @column code_name text -- its name; null for an unknown number
-- @column code_meaning text -- what it means and what to do; null for an unknown number
-- @column failures bigint -- how many events
-- @column accounts bigint -- how many accounts met it
-- @column apps bigint -- in how many apps
-- @column devices bigint -- on how many devices
-- @column first_at timestamptz -- the first of them
-- @column last_at timestamptz -- the last of them
-- @order failures desc, tenant, code
-- @cost full
-- @example
-- @example since=2026-03-15T00:00:00Z until=2026-04-01T00:00:00Z
-- @example tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?tenant} \else \set tenant '' \endif

SELECT
    e.tenant,
    e.code,
    e.code_name,
    e.code_meaning,
    count(*) AS failures,
    count(DISTINCT e.belongs_to) AS accounts,
    count(DISTINCT e.app) AS apps,
    count(DISTINCT e.device) AS devices,
    min(e.effective_at) AS first_at,
    max(e.effective_at) AS last_at
FROM reporting.v1_event AS e
-- By number, since an index knows that: mam.enrollment.completed.
WHERE e.type_number = 3
    AND e.code >= 200
    AND e.code NOT IN (208, 225)
    AND e.effective_at >= :'since'::timestamptz
    AND e.effective_at < :'until'::timestamptz
    -- Follows from the line on since, and is what the index knows: no event counts later than it was recorded.
    AND e.recorded_at >= :'since'::timestamptz
    AND (:'tenant'::text = '' OR e.tenant = NULLIF(:'tenant'::text, '')::uuid)
GROUP BY e.tenant, e.code, e.code_name, e.code_meaning
ORDER BY failures DESC, e.tenant, e.code;
