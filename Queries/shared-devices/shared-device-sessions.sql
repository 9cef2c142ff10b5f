-- @name shared-device-sessions
-- @summary Who used which shared device when, app by app.
-- @description One row for each time that an app of a shared device had a user, if any of it lies in [since, until): from
--   when the app saw that user to when it saw another, or nobody; by device and time. A session whose beginning the app
--   did not see has no started_at and counts from ever; one that has not ended lasts on. is_present tells who is there
--   now: the app has seen no end, and no sign-out in another app is known. The account is named by its object id, by
--   upn:NAME, or by the last UPN given for it, in any casing. Read from the events themselves: all of them are read,
--   whatever the period, since who used the device before it counts too.
-- @kind report
-- @param since timestamptz default "-infinity" -- sessions that lasted to this instant or later
-- @param until timestamptz default "infinity" -- and began before this one
-- @param device text default "" -- one device alone; empty for all
-- @param account text default "" -- one user alone; empty for all
-- @param only text default "all" enum all|present|ended -- present: those who are there now; ended: all others
-- @param tenant text default "" -- one tenant alone; empty for all
-- @column tenant uuid -- the Entra tenant id
-- @column device text -- the device
-- @column app text -- the bundle id of the app that saw it
-- @column account text -- the user: the object id in lower case, upn:NAME, or as sent
-- @column identity text -- the last UPN given for that account; null where none was, or it was erased
-- @column started_at timestamptz -- when the app first saw the user; null where it only told afterwards who it had been
-- @column ended_at timestamptz -- when the app saw that the user was no longer there; null while it has not
-- @column duration_s bigint -- seconds from the one to the other
-- @column is_present boolean -- whether the user is there now, by all that is known
-- @column ended_by text -- signedOut (in this app), replaced (by another user) or nobody (the app found nobody)
-- @column next_account text -- the user whom the app saw instead; null for nobody
-- @column signed_out_at timestamptz -- when the user first signed out afterwards, in whatever app of the device
-- @column cleared_by_end boolean -- whether the app had cleared data of the user by the end; null while it lasts
-- @column cleared_at timestamptz -- when, after the end, the app first reported that the user's data was cleared
-- @order tenant, device, started_at, ended_at, app, account
-- @cost full
-- @example since=2026-03-10T00:00:00Z until=2026-03-20T00:00:00Z
-- @example device=FA1B753A-84DC-4049-91BC-9FD966075D2D tenant=6a10528e-5123-4534-afce-4c4ee04cd452
-- @example account=Hana.Haas@mailbox.example
-- @example only=present
-- @example account=nobody@driftwood.example

\if :{?since} \else \set since '-infinity' \endif
\if :{?until} \else \set until 'infinity' \endif
\if :{?device} \else \set device '' \endif
\if :{?account} \else \set account '' \endif
\if :{?only} \else \set only 'all' \endif
\if :{?tenant} \else \set tenant '' \endif

SELECT
    s.tenant,
    s.device,
    s.app,
    s.account,
    s.identity,
    s.started_at,
    s.ended_at,
    s.duration_s,
    s.ended_at IS NULL AND s.signed_out_at IS NULL AS is_present,
    s.ended_by,
    s.next_account,
    s.signed_out_at,
    s.cleared_by_end,
    s.cleared_at
FROM reporting.v1_shared_device_session AS s
WHERE coalesce(s.started_at, '-infinity') < :'until'::timestamptz
    AND coalesce(s.ended_at, 'infinity') >= :'since'::timestamptz
    AND :'device'::text IN ('', s.device)
    AND (:'account'::text = '' OR s.account = lower(:'account'::text) OR lower(s.identity) = lower(:'account'::text))
    AND CASE :'only'::text
        WHEN 'present' THEN s.ended_at IS NULL AND s.signed_out_at IS NULL
        WHEN 'ended' THEN s.ended_at IS NOT NULL OR s.signed_out_at IS NOT NULL
        ELSE true
    END
    AND (:'tenant'::text = '' OR s.tenant = NULLIF(:'tenant'::text, '')::uuid)
ORDER BY
    s.tenant, s.device COLLATE "C", s.started_at NULLS FIRST, s.ended_at, s.app COLLATE "C", s.account COLLATE "C";
