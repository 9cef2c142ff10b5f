-- @name transfer-decisions-against-policy
-- @summary Decisions about transfers of data, with the policy in force and what the rules say of them.
-- @description One row for each decision in [since, until), in the order in which they count. outbound and inbound are
--   those of the account's last change of policy on that installation; where the account has none there, of the last
--   change there of any account, since a policy also guards what comes from and goes to an unmanaged account. They are
--   null where that change does not set both; such a decision is not judged. mismatch is true where a finding of X1 to
--   X12 says that it should have been decided the other way. Read from the events themselves: all of them are read,
--   whatever the period, since the policy of before it counts too. Each decision and each change is opened: a million
--   events, of which seventy thousand are such, take three seconds.
-- @kind report
-- @param since timestamptz default "-infinity" -- decisions that count at this instant or later
-- @param until timestamptz default "infinity" -- and before this one
-- @param account text default "" -- one account alone: its object id, upn:NAME, or last UPN; empty for all
-- @param only text default "all" enum all|mismatch|faulty -- mismatch: decided the wrong way; faulty: with any finding
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column decided_at timestamptz -- when it counts
-- @column account text -- for whom it was decided; null for no account
-- @column identity text -- the last UPN given for that account; null where none was, or it was erased
-- @column app text -- the bundle id of the app that asked
-- @column device text -- the device
-- @column direction text -- send, import or receive
-- @column peer_app text -- the other app
-- @column peer_managed boolean -- whether the other app is managed
-- @column location text -- the place that is saved to or opened from
-- @column decision text -- allowed or blocked
-- @column expected text -- what the policy wants; null where no finding says otherwise
-- @column mismatch boolean -- whether it was decided the wrong way
-- @column rule text -- the rule that says so: X1 to X12
-- @column other_rules text -- the others with a finding about the decision: X13, X15, X16
-- @column outbound text -- to whom data may be sent: allApps, managedApps or none
-- @column inbound text -- from whom data may be taken: allApps, managedApps or none
-- @column policy_in_force text -- the policy of that change, where it is named
-- @column policy_used text -- the policy by which it was decided, where the event names it
-- @column operation_id text -- the operation, by the id of the installation
-- @column position bigint -- the position of the decision
-- @order decided_at, tenant, position
-- @cost full
-- @example since=2026-03-20T00:00:00Z until=2026-04-01T00:00:00Z
-- @example account=Dora.Dahl@driftwood.example
-- @example only=mismatch tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?account} \else \set account '' \endif
\if :{?only} \else \set only 'all' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH stream AS (
    SELECT
        c.tenant,
        c.effective_at,
        c.account,
        c.app,
        c.device,
        true AS is_change,
        NULL AS direction,
        NULL AS peer_app,
        NULL::boolean AS peer_managed,
        NULL AS location,
        NULL AS decision,
        NULL AS operation_id,
        c.policy_id,
        CASE WHEN c.inbound IS NOT NULL THEN c.outbound END AS outbound,
        CASE WHEN c.outbound IS NOT NULL THEN c.inbound END AS inbound,
        c.position
    FROM reporting.v1_policy_change AS c
    WHERE :'tenant'::text = '' OR c.tenant = NULLIF(:'tenant'::text, '')::uuid
    UNION ALL
    SELECT
        d.tenant,
        d.effective_at,
        d.account,
        d.app,
        d.device,
        false,
        d.direction,
        d.peer_app,
        d.peer_managed,
        d.location,
        d.decision,
        d.operation_id,
        d.policy_id,
        NULL,
        NULL,
        d.position
    FROM reporting.v1_transfer_decision AS d
    WHERE :'tenant'::text = '' OR d.tenant = NULLIF(:'tenant'::text, '')::uuid
),
-- A change begins a group, and what follows until the next one is in it.
numbered AS (
    SELECT
        s.tenant,
        s.effective_at,
        s.account,
        s.app,
        s.device,
        s.is_change,
        s.direction,
        s.peer_app,
        s.peer_managed,
        s.location,
        s.decision,
        s.operation_id,
        s.policy_id,
        s.outbound,
        s.inbound,
        s.position,
        count(*) FILTER (WHERE s.is_change) OVER (
            PARTITION BY s.device, s.app, s.tenant, s.account ORDER BY s.effective_at, s.position
        ) AS own,
        count(*) FILTER (WHERE s.is_change) OVER (
            PARTITION BY s.device, s.app, s.tenant ORDER BY s.effective_at, s.position
        ) AS here
    FROM stream AS s
),
carried AS (
    SELECT
        n.tenant,
        n.effective_at,
        n.account,
        n.app,
        n.device,
        n.is_change,
        n.direction,
        n.peer_app,
        n.peer_managed,
        n.location,
        n.decision,
        n.operation_id,
        n.policy_id,
        n.position,
        CASE
            WHEN n.own > 0 THEN max(n.outbound) FILTER (WHERE n.is_change) OVER of_account
            ELSE max(n.outbound) FILTER (WHERE n.is_change) OVER of_place
        END AS outbound,
        CASE
            WHEN n.own > 0 THEN max(n.inbound) FILTER (WHERE n.is_change) OVER of_account
            ELSE max(n.inbound) FILTER (WHERE n.is_change) OVER of_place
        END AS inbound,
        CASE
            WHEN n.own > 0 THEN max(n.policy_id) FILTER (WHERE n.is_change) OVER of_account
            ELSE max(n.policy_id) FILTER (WHERE n.is_change) OVER of_place
        END AS policy_in_force
    FROM numbered AS n
    WINDOW
        of_account AS (PARTITION BY n.device, n.app, n.tenant, n.account, n.own),
        of_place AS (PARTITION BY n.device, n.app, n.tenant, n.here)
),
faults AS (
    SELECT
        f.tenant,
        f.opened_by,
        min(f.rule) FILTER (WHERE f.rule NOT IN ('X13', 'X15', 'X16')) AS rule,
        string_agg(f.rule, ' ' ORDER BY f.rule) FILTER (WHERE f.rule IN ('X13', 'X15', 'X16')) AS other_rules
    FROM reporting.v1_finding AS f
    -- X14 is about the transfer, and its finding is opened by that.
    WHERE starts_with(f.rule, 'X') AND f.rule <> 'X14' AND f.ended IS DISTINCT FROM 'superseded'
    GROUP BY f.tenant, f.opened_by
)
SELECT
    d.tenant,
    d.effective_at AS decided_at,
    d.account,
    a.identity,
    d.app,
    d.device,
    d.direction,
    d.peer_app,
    d.peer_managed,
    d.location,
    d.decision,
    CASE WHEN f.rule IS NOT NULL THEN CASE d.decision WHEN 'allowed' THEN 'blocked' ELSE 'allowed' END END AS expected,
    f.rule IS NOT NULL AS mismatch,
    f.rule,
    f.other_rules,
    d.outbound,
    d.inbound,
    d.policy_in_force,
    d.policy_id AS policy_used,
    d.operation_id,
    d.position
FROM carried AS d
LEFT JOIN faults AS f ON f.tenant = d.tenant AND f.opened_by = d.position
LEFT JOIN reporting.v1_account AS a ON a.tenant = d.tenant AND a.account = d.account
WHERE NOT d.is_change
    AND d.effective_at >= :'since'::timestamptz
    AND d.effective_at < :'until'::timestamptz
    AND (
        :'account'::text = ''
        OR d.account = lower(:'account'::text)
        OR lower(a.identity) = lower(:'account'::text)
    )
    AND CASE :'only'::text
        WHEN 'mismatch' THEN f.rule IS NOT NULL
        WHEN 'faulty' THEN f.opened_by IS NOT NULL
        ELSE true
    END
ORDER BY d.effective_at, d.tenant, d.position;
