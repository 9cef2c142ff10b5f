-- @name findings-by-day
-- @summary How many findings opened and closed on each day, and how many were open at its end.
-- @description One row for each day of [since, until), those without any finding too, from the day of the first event
--   to the day of through_recorded_at. open of a day is open of the day before, and opened, less closed. A finding
--   that later events no longer bear out (superseded) was never open and is not counted. Read from the projection of
--   findings.
-- @kind timeseries
-- @param since timestamptz default "-infinity" -- days that end after this instant
-- @param until timestamptz default "infinity" -- and begin before this one
-- @param zone text default "UTC" -- the time zone whose midnights part the days, as Europe/Berlin
-- @param severity text default "any" enum any|violation|warning|note -- only those that matter so much
-- @param rule text default "" -- only rules that begin so, as W for all of wipes; empty for all
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column day date -- the day
-- @column opened bigint -- how many findings opened
-- @column closed bigint -- how many ended, resolved or acknowledged
-- @column acknowledged bigint -- how many of these were acknowledged
-- @column open bigint -- how many were open at the end of the day
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order tenant, day
-- @cost bounded
-- @example since=2026-03-15T00:00:00Z until=2026-04-01T00:00:00Z
-- @example since=2026-03-10T00:00:00Z until=2026-03-14T00:00:00Z zone=Pacific/Auckland severity=violation rule=W
-- @example since=2026-02-20T00:00:00Z until=2026-03-01T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?zone} \else \set zone 'UTC' \endif
\if :{?severity} \else \set severity 'any' \endif
\if :{?rule} \else \set rule '' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH span AS (
    SELECT
        a.tenant,
        (greatest(min(a.first_event_at), :'since'::timestamptz) AT TIME ZONE :'zone'::text)::date AS first_day,
        (
            least(max(a.through_recorded_at), :'until'::timestamptz - interval '1 microsecond')
            AT TIME ZONE :'zone'::text
        )::date AS last_day,
        max(a.through_recorded_at) AS through_recorded_at
    FROM reporting.v1_account AS a
    WHERE :'tenant'::text = '' OR a.tenant = NULLIF(:'tenant'::text, '')::uuid
    GROUP BY a.tenant
),
days AS (
    SELECT s.tenant, d.day::date AS day, s.through_recorded_at
    FROM span AS s
    CROSS JOIN LATERAL generate_series(s.first_day::timestamp, s.last_day::timestamp, interval '1 day') AS d (day)
),
moves AS (
    SELECT
        f.tenant,
        (f.opened_at AT TIME ZONE :'zone'::text)::date AS opened_on,
        (f.closed_at AT TIME ZONE :'zone'::text)::date AS closed_on,
        f.ended
    FROM reporting.v1_finding AS f
    WHERE f.ended IS DISTINCT FROM 'superseded'
        AND :'severity'::text IN ('any', f.severity)
        AND (:'rule'::text = '' OR starts_with(f.rule, :'rule'::text))
        AND (:'tenant'::text = '' OR f.tenant = NULLIF(:'tenant'::text, '')::uuid)
),
counts AS (
    SELECT
        m.tenant,
        v.day,
        sum(v.opened)::bigint AS opened,
        sum(v.closed)::bigint AS closed,
        sum(v.acknowledged)::bigint AS acknowledged
    FROM moves AS m
    CROSS JOIN LATERAL (
        VALUES
            (m.opened_on, 1, 0, 0),
            (m.closed_on, 0, 1, CASE m.ended WHEN 'acknowledged' THEN 1 ELSE 0 END)
    ) AS v (day, opened, closed, acknowledged)
    WHERE v.day IS NOT NULL
    GROUP BY m.tenant, v.day
),
-- What moved before the first day asked for still tells how many are open on it.
running AS (
    SELECT c.tenant, c.day, sum(c.opened - c.closed) OVER (PARTITION BY c.tenant ORDER BY c.day)::bigint AS open
    FROM counts AS c
)
SELECT
    d.tenant,
    d.day,
    coalesce(c.opened, 0) AS opened,
    coalesce(c.closed, 0) AS closed,
    coalesce(c.acknowledged, 0) AS acknowledged,
    coalesce(
        (SELECT r.open FROM running AS r WHERE r.tenant = d.tenant AND r.day <= d.day ORDER BY r.day DESC LIMIT 1), 0
    ) AS open,
    d.through_recorded_at
FROM days AS d
LEFT JOIN counts AS c ON c.tenant = d.tenant AND c.day = d.day
ORDER BY d.tenant, d.day;
