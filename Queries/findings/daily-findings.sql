-- @name daily-findings
-- @summary How many findings opened, ended and stood on each day, by severity.
-- @description One row for each day of [since, until), in UTC, and each severity that ever occurs. A finding that
--   later events no longer bear out (superseded) never counts. Days go from that of the first event to that of
--   through_recorded_at, those without any too. Read from the rollups by day. findings-by-day does the same by the
--   midnights of any zone, from the findings themselves.
-- @kind timeseries
-- @param since timestamptz default "-infinity" -- days that end after this instant
-- @param until timestamptz default "infinity" -- and begin before this one
-- @param severity text default "any" enum any|violation|warning|note -- only those that matter so much
-- @param rule text default "" -- only rules that begin so, as W for all of wipes; empty for all
-- @param app text default "" -- one app alone, by its bundle id; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column day date -- the day (UTC)
-- @column severity text -- violation, warning or note
-- @column opened bigint -- how many opened
-- @column closed bigint -- how many ended, resolved or acknowledged
-- @column open_at_end bigint -- how many were open at the end of the day
-- @column through_position bigint -- every event below this position is in
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order tenant, day, severity
-- @cursor tenant, day, severity
-- @cost bounded
-- @example since=2026-03-15T00:00:00Z until=2026-04-01T00:00:00Z
-- @example since=2026-03-10T00:00:00Z until=2026-03-14T00:00:00Z severity=violation rule=W app=example.driftwood.mail tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?severity} \else \set severity 'any' \endif
\if :{?rule} \else \set rule '' \endif
\if :{?app} \else \set app '' \endif
\if :{?tenant} \else \set tenant '' \endif

SELECT
    d.tenant,
    d.day,
    d.severity,
    sum(d.opened)::bigint AS opened,
    sum(d.closed)::bigint AS closed,
    sum(d.open_at_end)::bigint AS open_at_end,
    max(d.through_position) AS through_position,
    max(d.through_recorded_at) AS through_recorded_at
FROM reporting.v1_daily_finding AS d
WHERE (d.day + 1)::timestamp AT TIME ZONE 'UTC' > :'since'::timestamptz
    AND d.day::timestamp AT TIME ZONE 'UTC' < :'until'::timestamptz
    AND :'severity'::text IN ('any', d.severity)
    AND (:'rule'::text = '' OR starts_with(d.rule, :'rule'::text))
    AND (:'app'::text = '' OR d.app = :'app'::text)
    AND (:'tenant'::text = '' OR d.tenant = NULLIF(:'tenant'::text, '')::uuid)
GROUP BY d.tenant, d.day, d.severity
ORDER BY d.tenant, d.day, d.severity COLLATE "C";
