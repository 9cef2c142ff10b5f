-- @name accounts-needing-attention
-- @summary Accounts for which something is to be done, the most urgent first.
-- @description One row for each account with an open violation or warning at the instant, or whose status is
--   wipePending, nonCompliant or enrollmentFailed: those with most open violations first, then by warnings, then by
--   the age of the oldest. rules are those of the open violations and warnings. at moves the findings alone: status is
--   that of through_recorded_at. Read from the projections of accounts and findings.
-- @kind report
-- @param at timestamptz default "now" -- the instant
-- @param status text default "any"
--   enum any|wipePending|nonCompliant|enrollmentFailed|restartPending|managed|enrolled|registered|notTargeted|wiped|unenrolled|unknown
--   -- only accounts in this status
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column account text -- the object id in lower case, or upn:NAME
-- @column identity text -- the last UPN given; null where none was, or it was erased
-- @column status text -- the status of the account over all its installations
-- @column violations bigint -- how many violations are open
-- @column warnings bigint -- how many warnings are open
-- @column rules text -- the rules that found them, in order
-- @column oldest_opened_at timestamptz -- when the oldest of them opened; null where none is open
-- @column oldest_s bigint -- seconds from then to the instant
-- @column installations bigint -- how many installations (an app on a device) the account is on
-- @column last_event_at timestamptz -- the account's last event
-- @column through_recorded_at timestamptz -- when the last event that is in was recorded
-- @order violations desc, warnings desc, oldest_opened_at, tenant, account
-- @cost bounded
-- @example at=2026-04-01T00:00:00Z
-- @example at=2026-04-01T00:00:00Z status=wipePending
-- @example at=2026-03-01T00:00:00Z

\if :{?at} \else \set at 'now' \endif
\if :{?status} \else \set status 'any' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH open AS (
    SELECT
        f.tenant,
        f.account,
        count(*) FILTER (WHERE f.severity = 'violation') AS violations,
        count(*) FILTER (WHERE f.severity = 'warning') AS warnings,
        string_agg(DISTINCT f.rule, ' ' ORDER BY f.rule) AS rules,
        min(f.opened_at) AS oldest_opened_at
    FROM reporting.v1_finding AS f
    WHERE f.severity IN ('violation', 'warning')
        AND f.account IS NOT NULL
        AND f.opened_at <= :'at'::timestamptz
        AND (f.closed_at IS NULL OR f.closed_at > :'at'::timestamptz)
        AND f.ended IS DISTINCT FROM 'superseded'
    GROUP BY f.tenant, f.account
)
SELECT
    a.tenant,
    a.account,
    a.identity,
    a.status,
    coalesce(o.violations, 0) AS violations,
    coalesce(o.warnings, 0) AS warnings,
    o.rules,
    o.oldest_opened_at,
    extract(epoch FROM :'at'::timestamptz - o.oldest_opened_at)::bigint AS oldest_s,
    a.installations,
    a.last_event_at,
    a.through_recorded_at
FROM reporting.v1_account AS a
LEFT JOIN open AS o ON o.tenant = a.tenant AND o.account = a.account
WHERE (o.account IS NOT NULL OR a.status IN ('wipePending', 'nonCompliant', 'enrollmentFailed'))
    AND :'status'::text IN ('any', a.status)
    AND (:'tenant'::text = '' OR a.tenant = NULLIF(:'tenant'::text, '')::uuid)
ORDER BY violations DESC, warnings DESC, o.oldest_opened_at, a.tenant, a.account COLLATE "C";
