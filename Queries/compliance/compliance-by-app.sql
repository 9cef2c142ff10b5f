-- @name compliance-by-app
-- @summary How many accounts are compliant with app protection in each app.
-- @description One row for each app and compliance of the accounts on its installations, by app, the most frequent
--   first. unknown are those for which conditional access never asked. Read from the projection of accounts.
-- @kind report
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column app text -- the bundle id
-- @column compliance text -- unknown, compliant, or what keeps them from being so
-- @column accounts bigint -- how many accounts
-- @column installations bigint -- on how many installations: a row of each account, app and device
-- @column share double precision -- their share of the app's, from 0 to 1
-- @column data_present bigint -- on how many of these the account's data is there
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order tenant, app, installations desc, compliance
-- @cost bounded
-- @example
-- @example tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?tenant} \else \set tenant '' \endif

SELECT
    i.tenant,
    i.app,
    i.compliance,
    count(DISTINCT i.account) AS accounts,
    count(*) AS installations,
    round(count(*) / sum(count(*)) OVER (PARTITION BY i.tenant, i.app), 4)::double precision AS share,
    count(*) FILTER (WHERE i.data_present) AS data_present,
    max(i.through_recorded_at) AS through_recorded_at
FROM reporting.v1_account_installation AS i
WHERE :'tenant'::text = '' OR i.tenant = NULLIF(:'tenant'::text, '')::uuid
GROUP BY i.tenant, i.app, i.compliance
ORDER BY i.tenant, i.app COLLATE "C", installations DESC, i.compliance COLLATE "C";
