-- @name enrollment-failures-by-version
-- @summary How often enrollment failed in each week, by version of the SDK and status code.
-- @description One row for each week (by its Monday, in UTC), version of the SDK and status code of an
--   mam.enrollment.completed event in [since, until) that tells a failure: 200 and above, without 208 (enrolled
--   already) and 225 (not targeted). attempts are all results of that week and version, the failures among them. Read
--   from the events themselves: those recorded before since are passed over by an index, all others are read. Each
--   result is opened for its version: a million events take a second.
-- @kind timeseries
-- @param since timestamptz default "-infinity" -- results that count at this instant or later
-- @param until timestamptz default "infinity" -- and before this one
-- @param app text default "" -- one app alone, by its bundle id; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column week date -- the Monday that the week begins with
-- @column sdk_version text -- the version of the SDK; null where the event does not give it
-- @column code bigint -- the status code (IntuneMAMEnrollmentStatusCode)
-- @column code_name text -- its name; null for an unknown number
-- @column failures bigint -- how many events
-- @column attempts bigint -- of how many results
-- @column share double precision -- the one over the other
-- @column accounts bigint -- how many accounts met it
-- @order tenant, week, sdk_version, failures desc, code
-- @cost full
-- @example
-- @example since=2026-03-01T00:00:00Z until=2026-04-01T00:00:00Z app=example.driftwood.mail
-- @example tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?app} \else \set app '' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH results AS (
    SELECT
        e.tenant,
        date_trunc('week', e.effective_at AT TIME ZONE 'UTC')::date AS week,
        e.sdk_version,
        e.code,
        e.code_name,
        count(*) AS results,
        count(DISTINCT e.belongs_to) AS accounts
    FROM reporting.v1_event AS e
    -- By number, since an index knows that: mam.enrollment.completed.
    WHERE e.type_number = 3
        AND e.effective_at >= :'since'::timestamptz
        AND e.effective_at < :'until'::timestamptz
        -- Follows from the line on since, and is what the index knows: no event counts later than it was recorded.
        AND e.recorded_at >= :'since'::timestamptz
        AND :'app'::text IN ('', e.app)
        AND (:'tenant'::text = '' OR e.tenant = NULLIF(:'tenant'::text, '')::uuid)
    GROUP BY e.tenant, week, e.sdk_version, e.code, e.code_name
),
totals AS (
    SELECT
        r.tenant,
        r.week,
        r.sdk_version,
        r.code,
        r.code_name,
        r.results,
        r.accounts,
        sum(r.results) OVER (PARTITION BY r.tenant, r.week, r.sdk_version)::bigint AS attempts
    FROM results AS r
)
SELECT
    t.tenant,
    t.week,
    t.sdk_version,
    t.code,
    t.code_name,
    t.results AS failures,
    t.attempts,
    round(t.results::numeric / t.attempts, 4)::double precision AS share,
    t.accounts
FROM totals AS t
WHERE t.code >= 200 AND t.code NOT IN (208, 225)
ORDER BY t.tenant, t.week, t.sdk_version COLLATE "C", failures DESC, t.code;
