-- @name dashboard-extent
-- @summary From when to when a log tells of accounts, and how far its read models have come.
-- @description One row for each log whose read models have begun: what the page of export dashboard takes its period
--   from when none is given. Read from the projection of accounts and how far each projection has come.
-- @kind report
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column first_day date -- the day (UTC) of the first event of an account; null where no account has one
-- @column last_day date -- the day (UTC) of the last event of an account
-- @column accounts bigint -- how many accounts there are
-- @column through_position bigint -- every event below this position is in all read models
-- @column through_recorded_at timestamptz -- when the last event that is in all of them was recorded
-- @column size bigint -- how many events the log has
-- @order tenant
-- @cost bounded
-- @example
-- @example tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?tenant} \else \set tenant '' \endif

WITH through AS (
    SELECT
        t.tenant,
        min(t.through_position) AS through_position,
        min(t.through_recorded_at) AS through_recorded_at,
        min(t.size) AS size
    FROM reporting.v1_through AS t
    WHERE :'tenant'::text = '' OR t.tenant = NULLIF(:'tenant'::text, '')::uuid
    GROUP BY t.tenant
    HAVING count(t.through_recorded_at) = count(*)
),
accounts AS (
    SELECT
        a.tenant,
        (min(a.first_event_at) AT TIME ZONE 'UTC')::date AS first_day,
        (max(a.last_event_at) AT TIME ZONE 'UTC')::date AS last_day,
        count(*) AS accounts
    FROM reporting.v1_account AS a
    WHERE :'tenant'::text = '' OR a.tenant = NULLIF(:'tenant'::text, '')::uuid
    GROUP BY a.tenant
)
SELECT
    t.tenant,
    a.first_day,
    a.last_day,
    coalesce(a.accounts, 0) AS accounts,
    t.through_position,
    t.through_recorded_at,
    t.size
FROM through AS t
LEFT JOIN accounts AS a ON a.tenant = t.tenant
ORDER BY t.tenant;
