-- @name shared-device-handovers
-- @summary Hand-overs of shared devices, and whether the data of the user before was cleared in time.
-- @description One row each time an app saw its user replaced by another, or by nobody, in [since, until); by device
--   and time. The data was not cleared in time where a finding about it was open at some instant between the hand-over
--   and the clearing, even one that an earlier hand-over had opened: the next user used the app first (S1), or nothing
--   was cleared for long after the last user had left (S3). To acknowledge an S1 clears nothing: it counts until the
--   next clearing. An app that never saw the user before has no row, even if it holds data of that user. Read from the
--   events themselves: all of them are read, whatever the period, since who used the device before it counts too. Each
--   event of a shared device is opened: a million events take one to two seconds.
-- @kind report
-- @param since timestamptz default "-infinity" -- hand-overs that the app saw at this instant or later
-- @param until timestamptz default "infinity" -- and before this one
-- @param device text default "" -- one device alone; empty for all
-- @param only text default "all" enum all|late|pending -- late: not in time; pending: neither cleared nor come back
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column device text -- the device
-- @column app text -- the bundle id of the app that saw it
-- @column previous text -- the user before
-- @column previous_identity text -- the last UPN given for that account; null where none was, or it was erased
-- @column current text -- the user from then on; null for nobody
-- @column current_identity text -- the last UPN given for that account
-- @column changed_at timestamptz -- when the app saw it
-- @column next_user_at timestamptz -- when the app had a user again, whoever it was
-- @column cleared_at timestamptz -- when the app reported that the data of the user before was cleared
-- @column returned_at timestamptz -- when the user before came back, with nothing cleared until then, though another
--   user may have come between
-- @column signed_out_at timestamptz -- when the user before signed out, in whatever app of the device
-- @column lag_s bigint -- seconds from the change, as the app saw it, to the clearing
-- @column sign_out_lag_s bigint -- seconds from the sign-out to the clearing
-- @column in_time boolean -- whether it was cleared in time; null where nothing is cleared and no finding speaks of it
-- @column rules text -- the rules whose findings say that it was not: S1, S3
-- @column position bigint -- the position of the event by which the app saw it
-- @order tenant, device, changed_at, app, position
-- @cost full
-- @example since=2026-02-01T00:00:00Z until=2026-04-01T00:00:00Z
-- @example device=FA1B753A-84DC-4049-91BC-9FD966075D2D only=late tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example only=pending

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?device} \else \set device '' \endif
\if :{?only} \else \set only 'all' \endif
\if :{?tenant} \else \set tenant '' \endif

WITH all_handovers AS (
    SELECT
        h.tenant,
        h.device,
        h.app,
        h.previous,
        h.current,
        h.changed_at,
        h.next_user_at,
        h.cleared_at,
        h.returned_at,
        h.signed_out_at,
        h.lag_s,
        h.sign_out_lag_s,
        h.position,
        max(h.cleared_at) OVER (
            PARTITION BY h.tenant, h.device, h.app, h.previous
            ORDER BY h.changed_at, h.position
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS cleared_before
    FROM reporting.v1_shared_device_handover AS h
    WHERE :'device'::text IN ('', h.device)
        AND (:'tenant'::text = '' OR h.tenant = NULLIF(:'tenant'::text, '')::uuid)
),
handovers AS (
    SELECT
        h.tenant,
        h.device,
        h.app,
        h.previous,
        h.current,
        h.changed_at,
        h.next_user_at,
        h.cleared_at,
        h.returned_at,
        h.signed_out_at,
        h.lag_s,
        h.sign_out_lag_s,
        h.position,
        h.cleared_before
    FROM all_handovers AS h
    WHERE h.changed_at >= :'since'::timestamptz AND h.changed_at < :'until'::timestamptz
),
-- Read once: there are few of them, and no index leads from a hand-over to its findings.
findings AS MATERIALIZED (
    SELECT f.tenant, f.rule, f.account, f.app, f.device, f.opened_at, f.closed_at, f.ended
    FROM reporting.v1_finding AS f
    WHERE f.rule IN ('S1', 'S3') AND f.ended IS DISTINCT FROM 'superseded'
),
faults AS MATERIALIZED (
    SELECT
        h.tenant,
        h.position,
        h.previous,
        string_agg(DISTINCT f.rule, ' ' ORDER BY f.rule) AS rules
    FROM handovers AS h
    JOIN findings AS f
        ON f.tenant = h.tenant AND f.account = h.previous AND f.app = h.app AND f.device = h.device
            AND f.opened_at <= coalesce(h.cleared_at, h.returned_at, now())
            AND (
                f.opened_at >= h.changed_at
                OR f.closed_at IS NULL
                OR f.closed_at > h.changed_at
                OR (
                    f.rule = 'S1'
                    AND f.ended = 'acknowledged'
                    AND f.opened_at > coalesce(h.cleared_before, '-infinity')
                )
            )
    GROUP BY h.tenant, h.position, h.previous
),
judged AS (
    SELECT
        h.tenant,
        h.device,
        h.app,
        h.previous,
        h.current,
        h.changed_at,
        h.next_user_at,
        h.cleared_at,
        h.returned_at,
        h.signed_out_at,
        h.lag_s,
        h.sign_out_lag_s,
        CASE WHEN f.rules IS NOT NULL THEN false WHEN h.cleared_at IS NOT NULL THEN true END AS in_time,
        f.rules,
        h.position
    FROM handovers AS h
    LEFT JOIN faults AS f ON f.tenant = h.tenant AND f.position = h.position AND f.previous = h.previous
)
SELECT
    j.tenant,
    j.device,
    j.app,
    j.previous,
    p.identity AS previous_identity,
    j.current,
    c.identity AS current_identity,
    j.changed_at,
    j.next_user_at,
    j.cleared_at,
    j.returned_at,
    j.signed_out_at,
    j.lag_s,
    j.sign_out_lag_s,
    j.in_time,
    j.rules,
    j.position
FROM judged AS j
LEFT JOIN reporting.v1_account AS p ON p.tenant = j.tenant AND p.account = j.previous
LEFT JOIN reporting.v1_account AS c ON c.tenant = j.tenant AND c.account = j.current
WHERE CASE :'only'::text
    WHEN 'late' THEN NOT coalesce(j.in_time, true)
    WHEN 'pending' THEN j.cleared_at IS NULL AND j.returned_at IS NULL
    ELSE true
END
ORDER BY j.tenant, j.device COLLATE "C", j.changed_at, j.app COLLATE "C", j.position;
