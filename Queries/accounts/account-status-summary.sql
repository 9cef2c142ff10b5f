-- @name account-status-summary
-- @summary How many accounts are in each status.
-- @description One row for each status that an account has, the most urgent first: an account counts in the first
--   status that holds for any of its installations. Read from the projection of accounts.
-- @kind report
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column status text -- the status, as wipePending, nonCompliant or managed
-- @column accounts bigint -- how many accounts are in it
-- @column share double precision -- their share of the tenant's accounts, from 0 to 1
-- @column installations bigint -- how many installations (an app on a device) these accounts are on
-- @column events bigint -- how many events these accounts have
-- @column stale bigint -- how many of these rows could not be folded again and may be out of date
-- @column last_event_at timestamptz -- the last event of these accounts
-- @column through_position bigint -- every event below this position is in
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order tenant
-- @cost bounded
-- @example
-- @example tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?tenant} \else \set tenant '' \endif

SELECT
    a.tenant,
    a.status,
    count(*) AS accounts,
    round(count(*) / sum(count(*)) OVER (PARTITION BY a.tenant), 4)::double precision AS share,
    sum(a.installations)::bigint AS installations,
    sum(a.events)::bigint AS events,
    count(*) FILTER (WHERE a.stale) AS stale,
    max(a.last_event_at) AS last_event_at,
    min(a.through_position) AS through_position,
    min(a.through_recorded_at) AS through_recorded_at
FROM reporting.v1_account AS a
WHERE :'tenant'::text = '' OR a.tenant = NULLIF(:'tenant'::text, '')::uuid
GROUP BY a.tenant, a.status
ORDER BY
    a.tenant,
    -- The order in which the fold asks for them, which is that of urgency.
    array_position(
        ARRAY[
            'wipePending', 'nonCompliant', 'enrollmentFailed', 'restartPending', 'managed', 'enrolled',
            'registered', 'notTargeted', 'wiped', 'unenrolled', 'unknown'
        ],
        a.status),
    a.status COLLATE "C";
