-- @name dashboard-accounts
-- @summary The accounts that need attention at an instant, the worst first, and why.
-- @description One row for each account that has an open violation or warning, or a wipe that is not confirmed: those
--   with most violations first, then with most unconfirmed wipes, then with most warnings, then those that have waited
--   longest. Read from the projection of findings and that of accounts.
-- @kind report
-- @param until timestamptz required -- as it stood just before this instant
-- @param limit bigint default "10" -- how many rows at most
-- @param identities text default "no" enum no|yes -- yes: with UPNs; no: accounts by object id alone
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column account text -- the object id in lower case, or upn:NAME; null where only a name is known and identities
--   is no
-- @column identity text -- the last UPN given; null where none was, it was erased, or identities is no
-- @column status text -- the status of the account as far as the log tells now; null for a name of no account
-- @column violations bigint -- how many violations are open
-- @column warnings bigint -- how many warnings are open
-- @column wipes bigint -- how many wipes are not confirmed
-- @column since timestamptz -- since when the oldest of these is
-- @column reasons text -- what the open findings are, with their rules, the most frequent first
-- @column of_accounts bigint -- how many there are, the rows beyond the limit included
-- @order violations desc, wipes desc, warnings desc, since, tenant
-- @cost bounded
-- @example until=2026-03-20T00:00:00Z
-- @example until=2026-04-01T00:00:00Z limit=2 identities=yes tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example until=2026-04-01T00:00:00Z

\if :{?limit} \else \set limit '10' \endif
\if :{?identities} \else \set identities 'no' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH open_findings AS (
    SELECT f.tenant, f.account, f.rule, f.severity, count(*) AS findings, min(f.opened_at) AS since
    FROM reporting.v1_finding AS f
    WHERE f.account IS NOT NULL
        AND f.severity <> 'note'
        AND f.opened_at < :'until'::timestamptz
        AND (f.closed_at IS NULL OR f.closed_at >= :'until'::timestamptz)
        AND f.ended IS DISTINCT FROM 'superseded'
        AND (:'tenant'::text = '' OR f.tenant = NULLIF(:'tenant'::text, '')::uuid)
    GROUP BY f.tenant, f.account, f.rule, f.severity
),
wipes AS (
    SELECT
        w.tenant,
        w.account,
        count(*) AS wipes,
        min(coalesce(w.requested_at, least(w.received_at, w.handled_at, w.failed_at))) AS since
    FROM reporting.v1_wipe AS w
    WHERE coalesce(w.requested_at, least(w.received_at, w.handled_at, w.failed_at)) < :'until'::timestamptz
        AND (w.completed_at IS NULL OR w.completed_at >= :'until'::timestamptz)
        AND (:'tenant'::text = '' OR w.tenant = NULLIF(:'tenant'::text, '')::uuid)
    GROUP BY w.tenant, w.account
),
of_findings AS (
    SELECT
        o.tenant,
        o.account,
        sum(o.findings) FILTER (WHERE o.severity = 'violation') AS violations,
        sum(o.findings) FILTER (WHERE o.severity = 'warning') AS warnings,
        min(o.since) AS since
    FROM open_findings AS o
    GROUP BY o.tenant, o.account
),
accounts AS (
    SELECT
        coalesce(o.tenant, w.tenant) AS tenant,
        coalesce(o.account, w.account) AS account,
        coalesce(o.violations, 0)::bigint AS violations,
        coalesce(o.warnings, 0)::bigint AS warnings,
        coalesce(w.wipes, 0) AS wipes,
        least(o.since, w.since) AS since
    FROM of_findings AS o
    FULL JOIN wipes AS w ON w.tenant = o.tenant AND w.account = o.account
),
worst AS (
    SELECT
        a.tenant,
        a.account,
        a.violations,
        a.warnings,
        a.wipes,
        a.since,
        count(*) OVER () AS of_accounts
    FROM accounts AS a
    ORDER BY a.violations DESC, a.wipes DESC, a.warnings DESC, a.since, a.tenant, a.account COLLATE "C"
    LIMIT :'limit'::bigint
)
SELECT
    n.tenant,
    CASE
        WHEN :'identities'::text = 'yes' OR n.account ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' THEN n.account
    END AS account,
    CASE WHEN :'identities'::text = 'yes' THEN a.identity END AS identity,
    a.status,
    n.violations,
    n.warnings,
    n.wipes,
    n.since,
    (
        SELECT string_agg(
            CASE WHEN o.findings > 1 THEN o.findings || ' × ' ELSE '' END || r.title || ' (' || o.rule || ')', '; '
            ORDER BY o.severity = 'warning', o.findings DESC, o.rule COLLATE "C"
        )
        FROM open_findings AS o
        JOIN reporting.v1_rule AS r ON r.rule = o.rule
        WHERE o.tenant = n.tenant AND o.account = n.account
    ) AS reasons,
    n.of_accounts
FROM worst AS n
LEFT JOIN reporting.v1_account AS a ON a.tenant = n.tenant AND a.account = n.account
ORDER BY n.violations DESC, n.wipes DESC, n.warnings DESC, n.since, n.tenant, n.account COLLATE "C";
