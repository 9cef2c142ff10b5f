-- @name denials-and-remediation
-- @summary Every token that was denied for want of app protection, and what came of it.
-- @description One row for each mam.token.denied for app protection in [since, until), by its time: the next
--   remediation.requested of the account in that app on that device, the next token granted, and the last result before
--   the token (or at all, where none was granted), each of them only where it came before the next such denial. outcome
--   is granted; grantedWithoutCompliance, where that result was another than compliant and a token was granted after
--   all; compliant, where no token followed; the result otherwise; remediating, where there is no result; or none, where
--   nobody asked for a remediation. A token granted where no result is recorded is granted too: result is null there. A
--   denial without an account has no outcome that can be told. Events that name an account by its UPN alone count with
--   those of the account that the UPN belonged to. Read from the events themselves: those of the four types, which an
--   index leads to. Each denial is opened: a million events take one to two seconds.
-- @kind report
-- @param since timestamptz default "-infinity" -- denials that count at this instant or later
-- @param until timestamptz default "infinity" -- and before this one
-- @param outcome text default "any"
--   enum any|none|remediating|granted|grantedWithoutCompliance|compliant|notCompliant|serviceFailure|networkFailure|interactionRequired|userCancelled
--   -- only denials of which this came
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column account text -- the object id, or upn:NAME where no object id is known for the name; null where the event
--   names nobody
-- @column identity text -- the last UPN given; null where none was, or it was erased
-- @column app text -- the bundle id
-- @column device text -- the device
-- @column denied_at timestamptz -- when the token was denied
-- @column error text -- the error as sent
-- @column outcome text -- what came of it; null where the denial names nobody
-- @column remediation_at timestamptz -- when a remediation was asked for
-- @column result text -- the result of the remediation: compliant, notCompliant, serviceFailure, networkFailure,
--   interactionRequired or userCancelled; null where there is none
-- @column result_at timestamptz -- when it came
-- @column granted_at timestamptz -- when a token was granted, be it after a result or without one
-- @column to_result_s bigint -- seconds from the denial to the result
-- @column position bigint -- the position of the denial
-- @order denied_at, tenant, position
-- @cursor denied_at, tenant, position
-- @cost full
-- @example
-- @example since=2026-03-20T00:00:00Z until=2026-04-01T00:00:00Z outcome=none
-- @example until=2026-03-08T00:00:00Z tenant=6a10528e-5123-4534-afce-4c4ee04cd452

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?outcome} \else \set outcome 'any' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH stream AS (
    SELECT
        e.tenant,
        e.belongs_to AS account,
        e.app,
        e.device,
        e.effective_at,
        e.position,
        CASE e.type
            WHEN 'mam.token.denied' THEN 'denied'
            WHEN 'mam.token.granted' THEN 'granted'
            WHEN 'mam.remediation.requested' THEN 'remediating'
            ELSE (
                ARRAY[
                    'compliant', 'notCompliant', 'serviceFailure', 'networkFailure', 'interactionRequired',
                    'userCancelled'
                ]
            )[e.code + 1]
        END AS kind,
        -- Opened where it is a denial alone.
        CASE WHEN e.type_number = 40 THEN e.data ->> 'error' END AS error
    FROM reporting.v1_event AS e
    -- By number, since an index knows that: mam.token.denied and granted, mam.remediation.requested and completed.
    WHERE e.type_number IN (40, 42, 43, 44)
        AND (e.type_number <> 40 OR e.is_app_protection_denial)
        AND e.effective_at >= :'since'::timestamptz
        -- Follows from the line above, and is what the index knows: no event counts later than it was recorded.
        AND e.recorded_at >= :'since'::timestamptz
        AND (:'tenant'::text = '' OR e.tenant = NULLIF(:'tenant'::text, '')::uuid)
),
-- A denial begins a case, and what follows until the next one is in it.
numbered AS (
    SELECT
        s.tenant,
        s.account,
        s.app,
        s.device,
        s.effective_at,
        s.position,
        s.kind,
        s.error,
        count(*) FILTER (WHERE s.kind = 'denied') OVER (
            PARTITION BY s.tenant, s.account, s.app, s.device ORDER BY s.effective_at, s.position
        ) AS number
    FROM stream AS s
),
-- What comes after a token is no longer its reason.
ordered AS (
    SELECT
        n.tenant,
        n.account,
        n.app,
        n.device,
        n.effective_at,
        n.position,
        n.kind,
        n.error,
        n.number,
        n.kind NOT IN ('denied', 'granted', 'remediating')
            AND count(*) FILTER (WHERE n.kind = 'granted') OVER (
                PARTITION BY n.tenant, n.account, n.app, n.device, n.number ORDER BY n.effective_at, n.position
            ) = 0 AS is_result
    FROM numbered AS n
    WHERE n.number > 0
),
cases AS (
    SELECT
        n.tenant,
        n.account,
        n.app,
        n.device,
        min(n.effective_at) FILTER (WHERE n.kind = 'denied') AS denied_at,
        min(n.error) AS error,
        min(n.position) FILTER (WHERE n.kind = 'denied') AS position,
        min(n.effective_at) FILTER (WHERE n.kind = 'remediating') AS remediation_at,
        -- The last result counts: the user may have tried again.
        max(n.effective_at) FILTER (WHERE n.is_result) AS result_at,
        (
            array_agg(n.kind ORDER BY n.effective_at DESC, n.position DESC) FILTER (WHERE n.is_result)
        )[1] AS result,
        min(n.effective_at) FILTER (WHERE n.kind = 'granted') AS granted_at
    FROM ordered AS n
    GROUP BY n.tenant, n.account, n.app, n.device, n.number
),
told AS (
    SELECT
        c.tenant,
        c.account,
        c.app,
        c.device,
        c.denied_at,
        c.error,
        CASE
            WHEN c.account IS NULL THEN NULL
            WHEN c.granted_at IS NOT NULL AND c.result <> 'compliant' THEN 'grantedWithoutCompliance'
            WHEN c.granted_at IS NOT NULL THEN 'granted'
            WHEN c.result IS NOT NULL THEN c.result
            WHEN c.remediation_at IS NOT NULL THEN 'remediating'
            ELSE 'none'
        END AS outcome,
        c.remediation_at,
        c.result,
        c.result_at,
        c.granted_at,
        c.position
    FROM cases AS c
    WHERE c.denied_at < :'until'::timestamptz
)
SELECT
    t.tenant,
    t.account,
    a.identity,
    t.app,
    t.device,
    t.denied_at,
    t.error,
    t.outcome,
    t.remediation_at,
    t.result,
    t.result_at,
    t.granted_at,
    extract(epoch FROM t.result_at - t.denied_at)::bigint AS to_result_s,
    t.position
FROM told AS t
LEFT JOIN reporting.v1_account AS a ON a.tenant = t.tenant AND a.account = t.account
WHERE :'outcome'::text = 'any' OR t.outcome = :'outcome'::text
ORDER BY t.denied_at, t.tenant, t.position;
