-- @name transfer-decisions-by-app
-- @summary How each app decides about transfers of data, and how often the rules find fault with it.
-- @description One row for each app, direction, managed or unmanaged peer, and decision of the transfers decided in
--   [since, until); by app, the most frequent first. wrong counts those that should have been decided the other way
--   (findings of X1 to X12), faulty those with any finding of the transfer rules; both stay within the policy known for
--   the account. Read from the events themselves: those of the type, which an index leads to. Each decision is opened:
--   a million events, of which forty thousand are such, take one to two seconds.
-- @kind report
-- @param since timestamptz default "-infinity" -- decisions that count at this instant or later
-- @param until timestamptz default "infinity" -- and before this one
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column app text -- the bundle id of the app that asked
-- @column direction text -- send, import or receive
-- @column peer_managed boolean -- whether the other app is managed
-- @column decision text -- allowed or blocked
-- @column decisions bigint -- how many decisions
-- @column accounts bigint -- for how many accounts
-- @column peer_apps bigint -- to or from how many other apps
-- @column wrong bigint -- how many should have been decided the other way
-- @column faulty bigint -- how many have any finding
-- @column first_at timestamptz -- the first of them
-- @column last_at timestamptz -- the last of them
-- @order tenant, app, decisions desc, direction, peer_managed, decision
-- @cost full
-- @example
-- @example since=2026-03-15T00:00:00Z until=2026-04-01T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example until=2026-02-26T00:00:00Z

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH faults AS (
    SELECT
        f.tenant,
        f.opened_by,
        bool_or(f.rule NOT IN ('X13', 'X15', 'X16')) AS is_wrong
    FROM reporting.v1_finding AS f
    -- X14 is about the transfer, and its finding is opened by that.
    WHERE starts_with(f.rule, 'X') AND f.rule <> 'X14' AND f.ended IS DISTINCT FROM 'superseded'
    GROUP BY f.tenant, f.opened_by
)
SELECT
    d.tenant,
    d.app,
    d.direction,
    d.peer_managed,
    d.decision,
    count(*) AS decisions,
    count(DISTINCT d.account) AS accounts,
    count(DISTINCT d.peer_app) AS peer_apps,
    count(*) FILTER (WHERE f.is_wrong) AS wrong,
    count(f.opened_by) AS faulty,
    min(d.effective_at) AS first_at,
    max(d.effective_at) AS last_at
FROM reporting.v1_transfer_decision AS d
LEFT JOIN faults AS f ON f.tenant = d.tenant AND f.opened_by = d.position
WHERE d.effective_at >= :'since'::timestamptz
    AND d.effective_at < :'until'::timestamptz
    -- Follows from the line on since, and is what the index knows: no event counts later than it was recorded.
    AND d.recorded_at >= :'since'::timestamptz
    AND (:'tenant'::text = '' OR d.tenant = NULLIF(:'tenant'::text, '')::uuid)
GROUP BY d.tenant, d.app, d.direction, d.peer_managed, d.decision
ORDER BY
    d.tenant, d.app COLLATE "C", decisions DESC, d.direction COLLATE "C", d.peer_managed, d.decision COLLATE "C";
