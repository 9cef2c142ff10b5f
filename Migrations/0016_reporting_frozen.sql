-- The contract of reporting, version 1: its catalogue, how far the read models are, who had a shared device, and what
-- the views lacked. From here on a v1_ view only gains columns, at its end; anything else is a v2_ beside it.
--
-- What came with a later migration than its view says so at the end of its comment: v1_catalog reads it there.

-- A login takes no settings from a role that it is a member of, so these are for whoever is let in as the role itself,
-- and the pattern for the logins that are granted it. Roles belong to the whole cluster: what somebody has set stays,
-- and another database may be setting the same at this moment.
DO $$
DECLARE
    wanted text[];
BEGIN
    FOR attempt IN 1..20 LOOP
        BEGIN
            FOREACH wanted SLICE 1 IN ARRAY ARRAY[
                ['timezone', 'UTC'],
                ['statement_timeout', '30s'],
                ['search_path', 'reporting'],
                ['default_transaction_read_only', 'on']
            ] LOOP
                IF NOT EXISTS (
                    SELECT
                    FROM pg_catalog.pg_db_role_setting AS s
                    CROSS JOIN LATERAL unnest(s.setconfig) AS c (setting)
                    WHERE s.setrole = 'mamaudit_reporting'::regrole
                        AND s.setdatabase = 0
                        AND lower(split_part(c.setting, '=', 1)) = wanted[1]
                ) THEN
                    EXECUTE format('ALTER ROLE mamaudit_reporting SET %I TO %L', wanted[1], wanted[2]);
                END IF;
            END LOOP;
            RETURN;
        EXCEPTION WHEN unique_violation OR internal_error THEN
            -- Set by another session since this one looked: look again.
            NULL;
        END;
    END LOOP;
    RAISE EXCEPTION 'the settings of mamaudit_reporting keep being changed by other sessions: run the migration again';
END
$$;

SET LOCAL ROLE mamaudit_owner;

CREATE VIEW reporting.v1_catalog AS
    SELECT
        o.view,
        o.ordinal,
        o."column",
        o.type,
        CASE
            WHEN o.type = 'timestamptz' THEN 'instant in UTC'
            WHEN o.type = 'date' THEN 'UTC day'
            WHEN o.type IS DISTINCT FROM 'bigint' THEN NULL
            WHEN o."column" LIKE '%\_s' THEN 'seconds'
            WHEN o."column" LIKE '%position' OR o."column" IN ('opened_by', 'closed_by') THEN 'position in the log'
            WHEN o."column" = 'code' OR o."column" LIKE '%\_code' THEN 'code'
            WHEN o."column" = 'ordinal' THEN 'place in an order'
            WHEN o."column" = 'since' THEN 'migration'
            ELSE 'count'
        END AS unit,
        regexp_replace(o.comment, '\s*Since migration [0-9]+[.]$', '') AS description,
        coalesce(
            substring(o.comment FROM 'Since migration ([0-9]+)[.]$'),
            substring(o.view_comment FROM 'Since migration ([0-9]+)[.]$')
        )::bigint AS since
    FROM (
        SELECT
            c.relname::text AS view,
            0::bigint AS ordinal,
            NULL::text AS "column",
            NULL::text AS type,
            d.description AS comment,
            d.description AS view_comment
        FROM pg_catalog.pg_class AS c
        LEFT JOIN pg_catalog.pg_description AS d
            ON d.objoid = c.oid AND d.classoid = 'pg_catalog.pg_class'::regclass AND d.objsubid = 0
        WHERE c.relnamespace = 'reporting'::regnamespace AND c.relkind = 'v' AND c.relname LIKE 'v1\_%'
        UNION ALL
        SELECT
            c.relname::text,
            a.attnum::bigint,
            a.attname::text,
            CASE a.atttypid
                WHEN 'timestamptz'::regtype THEN 'timestamptz'
                ELSE pg_catalog.format_type(a.atttypid, a.atttypmod)
            END,
            d.description,
            v.description
        FROM pg_catalog.pg_class AS c
        JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0
        LEFT JOIN pg_catalog.pg_description AS d
            ON d.objoid = c.oid AND d.classoid = 'pg_catalog.pg_class'::regclass AND d.objsubid = a.attnum
        LEFT JOIN pg_catalog.pg_description AS v
            ON v.objoid = c.oid AND v.classoid = 'pg_catalog.pg_class'::regclass AND v.objsubid = 0
        WHERE c.relnamespace = 'reporting'::regnamespace AND c.relkind = 'v' AND c.relname LIKE 'v1\_%'
    ) AS o;

COMMENT ON VIEW reporting.v1_catalog IS 'This catalogue: each view with its description (ordinal 0), then its columns in their order. Read it with ORDER BY view, ordinal. A v1_ view is frozen: it only gains columns, at its end. Since migration 16.';
COMMENT ON COLUMN reporting.v1_catalog.view IS 'The name of the view, in the schema reporting.';
COMMENT ON COLUMN reporting.v1_catalog.ordinal IS 'The place of the column in the view, from 1; 0 for the view itself.';
COMMENT ON COLUMN reporting.v1_catalog."column" IS 'The name of the column; null for the view itself. SQL has the word for itself: write "column", with the quotes.';
COMMENT ON COLUMN reporting.v1_catalog.type IS 'The type: timestamptz, date, text, bigint, double precision, boolean, uuid or jsonb; null for the view itself.';
COMMENT ON COLUMN reporting.v1_catalog.unit IS 'What a number, a day or an instant counts in; null where there is nothing to say.';
COMMENT ON COLUMN reporting.v1_catalog.description IS 'What it means: the comment that PostgreSQL has of it, as \d+ shows it.';
COMMENT ON COLUMN reporting.v1_catalog.since IS 'The number of the migration that brought it; mamaudit migrate status lists them.';

-- The version is that of the fold and the rules (CheckpointSQL): rows that another one made count for nothing.
CREATE VIEW reporting.v1_through AS
    SELECT
        l.tenant,
        p.projection,
        coalesce(c.through, 0) AS through_position,
        c.through_recorded_at,
        c.updated_at,
        l.head AS size,
        coalesce(c.through, 0) = l.head AS is_current
    FROM audit.log AS l
    CROSS JOIN (VALUES ('accounts'), ('devices'), ('log'), ('rollups')) AS p (projection)
    LEFT JOIN projection.checkpoint AS c
        ON c.log_id = l.log_id AND c.projection = p.projection AND c.version = 4;

COMMENT ON VIEW reporting.v1_through IS 'How far the read models of a tenant have come: one row for each tenant and projection. Views over the log itself (v1_event, v1_policy_change, v1_transfer_decision, v1_shared_device_handover, v1_shared_device_session) have no such limit: they show every event that is in. Since migration 16.';
COMMENT ON COLUMN reporting.v1_through.tenant IS 'The Entra tenant id; one tenant is one log.';
COMMENT ON COLUMN reporting.v1_through.projection IS 'accounts (v1_account, v1_account_installation, v1_wipe and findings about accounts), devices (v1_device, v1_installation and findings about devices), log (findings about the log itself) or rollups (the v1_daily_ views).';
COMMENT ON COLUMN reporting.v1_through.through_position IS 'Every event below this position is in; 0 where none is, or where another version of the program made the rows and they wait to be made anew.';
COMMENT ON COLUMN reporting.v1_through.through_recorded_at IS 'When the last event that is in was recorded: what a dashboard prints as "data through". Null where none is in.';
COMMENT ON COLUMN reporting.v1_through.updated_at IS 'When the projection last moved; null where it has not.';
COMMENT ON COLUMN reporting.v1_through.size IS 'How many events the log of the tenant has.';
COMMENT ON COLUMN reporting.v1_through.is_current IS 'Whether every event of the log is in.';

-- Who had a shared device, app by app. A session begins when the app sees a user whom it did not see before, and ends
-- when it sees another, or nobody. What becomes of one account in one app is a line of starts, ends and clearings: the
-- number of starts so far tells the sessions apart, so a clearing after an end belongs to the session before it.
CREATE VIEW reporting.v1_shared_device_session AS
    WITH seen AS (
        SELECT
            e.log_id,
            e.device_id,
            e.app_id,
            e.type,
            least(e.occurred_at, e.recorded_at) AS at,
            e.position,
            coalesce(g.object_id::text, 'upn:' || g.upn_key) AS subject,
            CASE e.type
                WHEN 121 THEN coalesce(g.object_id::text, 'upn:' || g.upn_key)
                WHEN 122 THEN NULL
                ELSE c.current
            END AS user_after,
            c.previous AS named_before
        FROM audit.event AS e
        -- The others say all that counts in their account.
        CROSS JOIN LATERAL (
            SELECT CASE WHEN e.type IN (122, 123, 124) THEN audit.record_json(e.record) -> 'data' END AS data OFFSET 0
        ) AS r
        CROSS JOIN LATERAL (
            SELECT
                -- An object id, alone or at the head of a homeAccountId; else as sent.
                CASE
                    WHEN r.data ->> 'current' ~ '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}([.]|$)'
                        THEN left(r.data ->> 'current', 36)::uuid::text
                    ELSE NULLIF(r.data ->> 'current', '')
                END AS current,
                CASE
                    WHEN r.data ->> 'previous' ~ '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}([.]|$)'
                        THEN left(r.data ->> 'previous', 36)::uuid::text
                    ELSE NULLIF(r.data ->> 'previous', '')
                END AS previous
            OFFSET 0
        ) AS c
        LEFT JOIN audit.account AS o ON o.log_id = e.log_id AND o.account_id = e.account_id
        CROSS JOIN LATERAL (
            SELECT
                -- An object id is nobody's alias.
                CASE
                    WHEN o.object_id IS NOT NULL THEN e.account_id
                    ELSE coalesce(
                        (
                            SELECT k.account_id
                            FROM audit.link AS k
                            WHERE k.log_id = e.log_id
                                AND k.alias_id = e.account_id
                                AND (k.effective_at, k.position) <= (least(e.occurred_at, e.recorded_at), e.position)
                            ORDER BY k.effective_at DESC, k.position DESC
                            LIMIT 1
                        ),
                        (
                            SELECT k.account_id
                            FROM audit.link AS k
                            WHERE k.log_id = e.log_id AND k.alias_id = e.account_id
                            ORDER BY k.effective_at, k.position
                            LIMIT 1
                        ),
                        e.account_id
                    )
                END AS account_id
            OFFSET 0
        ) AS s
        LEFT JOIN audit.account AS g ON g.log_id = e.log_id AND g.account_id = s.account_id
        WHERE e.type::bigint IN (121, 122, 123, 124, 125)
            AND e.app_id IS NOT NULL
            AND e.device_id IS NOT NULL
            AND (e.type <> 122 OR r.data ->> 'success' = 'true')
    ),
    changes AS (
        SELECT
            u.log_id,
            u.device_id,
            u.app_id,
            u.type,
            u.at,
            u.position,
            u.subject,
            u.user_after,
            lag(u.user_after) OVER app_of_device AS user_before,
            -- Whom the event names as the user before counts only where the app knew of none yet.
            CASE
                WHEN count(coalesce(u.user_after, u.named_before)) OVER (
                    app_of_device ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
                ) = 0 THEN u.named_before
            END AS user_unseen
        FROM seen AS u
        WHERE u.type <> 125
        WINDOW app_of_device AS (PARTITION BY u.log_id, u.device_id, u.app_id ORDER BY u.at, u.position)
    ),
    moments AS (
        SELECT m.log_id, m.device_id, m.app_id, v.account, v.kind, m.at, m.position, v.ended_by, v.next_account
        FROM changes AS m
        CROSS JOIN LATERAL (
            VALUES
                -- One of whom the app knew nothing before had begun at some time.
                ('before', CASE WHEN m.user_unseen IS DISTINCT FROM m.user_after THEN m.user_unseen END, NULL, NULL),
                (
                    'end',
                    CASE
                        WHEN coalesce(m.user_before, m.user_unseen) IS DISTINCT FROM m.user_after
                            THEN coalesce(m.user_before, m.user_unseen)
                    END,
                    CASE WHEN m.type = 122 THEN 'signedOut' WHEN m.user_after IS NULL THEN 'nobody' ELSE 'replaced' END,
                    m.user_after
                ),
                ('start', CASE WHEN m.user_before IS DISTINCT FROM m.user_after THEN m.user_after END, NULL, NULL),
                ('out', CASE m.type WHEN 122 THEN m.subject END, NULL, NULL)
        ) AS v (kind, account, ended_by, next_account)
        WHERE v.account IS NOT NULL
            -- Most events say nothing new.
            AND (
                m.type = 122
                OR m.user_before IS DISTINCT FROM m.user_after
                OR (m.user_unseen IS NOT NULL AND m.user_unseen <> coalesce(m.user_after, ''))
            )
        UNION ALL
        SELECT u.log_id, u.device_id, u.app_id, u.subject, 'cleared', u.at, u.position, NULL, NULL
        FROM seen AS u
        WHERE u.type = 125 AND u.subject IS NOT NULL
    ),
    numbered AS (
        SELECT
            t.log_id,
            t.device_id,
            t.app_id,
            t.account,
            t.kind,
            t.at,
            t.position,
            t.ended_by,
            t.next_account,
            count(*) FILTER (WHERE t.kind IN ('before', 'start')) OVER account_of_app AS session,
            count(*) FILTER (WHERE t.kind = 'end') OVER account_of_app AS ends,
            -- The next sign-out in any app of the device.
            min(t.at) FILTER (WHERE t.kind = 'out') OVER (
                PARTITION BY t.log_id, t.device_id, t.account
                ORDER BY t.at DESC, t.position DESC
                ROWS UNBOUNDED PRECEDING
            ) AS next_out_at
        FROM moments AS t
        WINDOW account_of_app AS (
            PARTITION BY t.log_id, t.device_id, t.app_id, t.account ORDER BY t.at, t.position, t.kind
        )
    ),
    sessions AS (
        SELECT
            n.log_id,
            n.device_id,
            n.app_id,
            n.account,
            min(n.at) FILTER (WHERE n.kind = 'start') AS started_at,
            min(n.position) FILTER (WHERE n.kind = 'start') AS started_position,
            min(n.at) FILTER (WHERE n.kind = 'end') AS ended_at,
            min(n.position) FILTER (WHERE n.kind = 'end') AS ended_position,
            min(n.ended_by) AS ended_by,
            min(n.next_account) AS next_account,
            bool_or(n.kind = 'cleared' AND n.ends < n.session) AS cleared_before,
            min(n.at) FILTER (WHERE n.kind = 'cleared' AND n.ends = n.session) AS cleared_at,
            min(n.next_out_at) FILTER (WHERE n.kind = 'start') AS next_out_at,
            lead(min(n.at) FILTER (WHERE n.kind = 'start')) OVER (
                PARTITION BY n.log_id, n.device_id, n.app_id, n.account ORDER BY n.session
            ) AS next_started_at
        FROM numbered AS n
        WHERE n.session > 0
        GROUP BY n.log_id, n.device_id, n.app_id, n.account, n.session
    )
    SELECT
        l.tenant,
        d.name AS device,
        p.name AS app,
        s.account,
        CASE
            WHEN starts_with(s.account, 'upn:') THEN (
                SELECT a.identity
                FROM audit.account AS g
                JOIN projection.account AS a ON a.log_id = g.log_id AND a.account_id = g.account_id
                WHERE g.log_id = s.log_id AND g.upn_key = substr(s.account, 5)
            )
            WHEN s.account ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' THEN (
                SELECT a.identity
                FROM audit.account AS g
                JOIN projection.account AS a ON a.log_id = g.log_id AND a.account_id = g.account_id
                WHERE g.log_id = s.log_id AND g.object_id = s.account::uuid
            )
        END AS identity,
        s.started_at,
        s.started_position,
        s.ended_at,
        s.ended_position,
        s.ended_by,
        s.next_account,
        extract(epoch FROM s.ended_at - s.started_at)::bigint AS duration_s,
        CASE WHEN s.ended_at IS NOT NULL THEN s.cleared_before END AS cleared_by_end,
        s.cleared_at,
        CASE WHEN s.next_out_at < coalesce(s.next_started_at, 'infinity') THEN s.next_out_at END AS signed_out_at
    FROM sessions AS s
    JOIN audit.log AS l ON l.log_id = s.log_id
    JOIN audit.app AS p ON p.log_id = s.log_id AND p.app_id = s.app_id
    JOIN audit.device AS d ON d.log_id = s.log_id AND d.device_id = s.device_id;

COMMENT ON VIEW reporting.v1_shared_device_session IS 'Sessions on shared devices, app by app: one row for each time that an app of a device had a user, from when the app saw that user to when it saw another, or nobody. Its end is the row of v1_shared_device_handover with the same device, app and position. Since migration 16.';
COMMENT ON COLUMN reporting.v1_shared_device_session.tenant IS 'The Entra tenant id; one tenant is one log.';
COMMENT ON COLUMN reporting.v1_shared_device_session.device IS 'The device identity of the producer.';
COMMENT ON COLUMN reporting.v1_shared_device_session.app IS 'The bundle id of the app that saw it.';
COMMENT ON COLUMN reporting.v1_shared_device_session.account IS 'The user: the object id in lower case, upn:NAME, or as sent.';
COMMENT ON COLUMN reporting.v1_shared_device_session.identity IS 'The last UPN given for that account, in the letters in which it came: compare lower(identity). Null where none was given or it was erased.';
COMMENT ON COLUMN reporting.v1_shared_device_session.started_at IS 'When the app first saw the user, by the instant at which the event counts; null where it only told afterwards who the user had been.';
COMMENT ON COLUMN reporting.v1_shared_device_session.started_position IS 'The position of the event by which it saw that.';
COMMENT ON COLUMN reporting.v1_shared_device_session.ended_at IS 'When the app saw that the user was no longer there; null while it has not, be the user signed out elsewhere (signed_out_at) or not.';
COMMENT ON COLUMN reporting.v1_shared_device_session.ended_position IS 'The position of the event by which it saw that.';
COMMENT ON COLUMN reporting.v1_shared_device_session.ended_by IS 'What ended it: signedOut (a sign-out in this app), replaced (the app saw another user) or nobody (the app asked, and nobody was signed in).';
COMMENT ON COLUMN reporting.v1_shared_device_session.next_account IS 'The user whom the app saw in place of this one; null for nobody.';
COMMENT ON COLUMN reporting.v1_shared_device_session.duration_s IS 'Seconds from start to end; null where either is not known.';
COMMENT ON COLUMN reporting.v1_shared_device_session.cleared_by_end IS 'Whether the app had reported, by the end, that data of this user was cleared during the session; null while it lasts.';
COMMENT ON COLUMN reporting.v1_shared_device_session.cleared_at IS 'When, after the end, the app first reported that the data of this user was cleared; null where it has not, or where the user came back first.';
COMMENT ON COLUMN reporting.v1_shared_device_session.signed_out_at IS 'When this user first signed out of the device after the start, in whatever app of it; null where no sign-out is known.';

CREATE OR REPLACE VIEW reporting.v1_account AS
    SELECT
        l.tenant,
        a.account,
        g.object_id,
        a.identity,
        a.status,
        a.installations,
        a.events,
        a.first_event_at,
        a.last_event_at,
        a.stale,
        c.through AS through_position,
        c.through_recorded_at,
        (
            SELECT count(*)
            FROM projection.finding AS f
            WHERE f.log_id = a.log_id
                AND f.account = a.account
                AND f.severity <> 'note'
                AND f.opened_at <= now()
                AND (f.closed_at IS NULL OR f.closed_at > now())
                AND f.ended IS DISTINCT FROM 'superseded'
        ) AS open_findings
    FROM projection.account AS a
    JOIN audit.log AS l ON l.log_id = a.log_id
    JOIN audit.account AS g ON g.log_id = a.log_id AND g.account_id = a.account_id
    JOIN projection.checkpoint AS c ON c.log_id = a.log_id AND c.projection = 'accounts';

COMMENT ON COLUMN reporting.v1_account.open_findings IS 'How many findings about the account are open now, notes left out. Since migration 16.';

CREATE OR REPLACE VIEW reporting.v1_installation AS
    SELECT
        l.tenant,
        p.name AS app,
        d.name AS device,
        i.ui_identity,
        i.process_identity,
        i.thread_identity,
        i.phase,
        i.multi_identity,
        i.multi_managed_identities,
        i.auto_enroll_on_launch,
        i.policy_required,
        i.platform,
        (
            SELECT coalesce(jsonb_agg(a.account ORDER BY a.account COLLATE "C"), '[]')
            FROM projection.account_installation AS o
            JOIN projection.account AS a ON a.log_id = o.log_id AND a.account_id = o.account_id
            WHERE o.log_id = i.log_id
                AND o.device_id = i.device_id
                AND o.app_id = i.app_id
                AND o.enrollment IN ('enrolled', 'unenrolling')
        ) AS enrolled_accounts,
        i.shared_user,
        i.cleanup_pending,
        c.through AS through_position,
        c.through_recorded_at,
        i.stale
    FROM projection.installation AS i
    JOIN audit.log AS l ON l.log_id = i.log_id
    JOIN audit.app AS p ON p.log_id = i.log_id AND p.app_id = i.app_id
    JOIN audit.device AS d ON d.log_id = i.log_id AND d.device_id = i.device_id
    JOIN projection.checkpoint AS c ON c.log_id = i.log_id AND c.projection = 'devices';

COMMENT ON COLUMN reporting.v1_installation.stale IS 'The row could not be folded; see mamaudit projections status. Since migration 16.';

CREATE OR REPLACE VIEW reporting.v1_device AS
    SELECT
        l.tenant,
        d.name AS device,
        i.mode,
        i.shared_user,
        i.apps,
        i.cleanup_pending,
        i.flagged_reasons,
        i.stale,
        c.through AS through_position,
        c.through_recorded_at,
        CASE
            WHEN starts_with(i.shared_user, 'upn:') THEN (
                SELECT a.identity
                FROM audit.account AS g
                JOIN projection.account AS a ON a.log_id = g.log_id AND a.account_id = g.account_id
                WHERE g.log_id = i.log_id AND g.upn_key = substr(i.shared_user, 5)
            )
            WHEN i.shared_user ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' THEN (
                SELECT a.identity
                FROM audit.account AS g
                JOIN projection.account AS a ON a.log_id = g.log_id AND a.account_id = g.account_id
                WHERE g.log_id = i.log_id AND g.object_id = i.shared_user::uuid
            )
        END AS shared_user_identity,
        (
            SELECT coalesce(jsonb_agg(DISTINCT a.account COLLATE "C"), '[]')
            FROM projection.account_installation AS o
            JOIN projection.account AS a ON a.log_id = o.log_id AND a.account_id = o.account_id
            WHERE o.log_id = i.log_id AND o.device_id = i.device_id AND o.enrollment IN ('enrolled', 'unenrolling')
        ) AS enrolled_accounts
    FROM projection.device AS i
    JOIN audit.log AS l ON l.log_id = i.log_id
    JOIN audit.device AS d ON d.log_id = i.log_id AND d.device_id = i.device_id
    JOIN projection.checkpoint AS c ON c.log_id = i.log_id AND c.projection = 'devices';

COMMENT ON COLUMN reporting.v1_device.shared_user_identity IS 'The last UPN given for that user, in the letters in which it came: compare lower(). Null where none was given or it was erased. Since migration 16.';
COMMENT ON COLUMN reporting.v1_device.enrolled_accounts IS 'The accounts that are enrolled in any app of it: a JSON array. Since migration 16.';

CREATE OR REPLACE VIEW reporting.v1_wipe AS
    SELECT
        l.tenant,
        a.account,
        p.name AS app,
        d.name AS device,
        w.state,
        w.origin,
        w.reason_code,
        w.why,
        w.request_id,
        w.requested_at,
        w.requested_position,
        w.received_at,
        w.handled_at,
        w.wiped,
        w.completed_at,
        w.failed_at,
        extract(epoch FROM w.completed_at - w.requested_at)::bigint AS time_to_complete_s,
        a.identity,
        w.ordinal::bigint AS ordinal,
        c.through AS through_position,
        c.through_recorded_at,
        -- Of the SDK's reasons these two are known; it documents none.
        CASE w.reason_code
            WHEN 607 THEN 'The app deregistered the account and asked for its data to be wiped.'
            WHEN 608 THEN 'The device was offline for longer than the policy allows.'
        END AS reason_meaning
    FROM projection.wipe AS w
    JOIN projection.account AS a ON a.log_id = w.log_id AND a.account_id = w.account_id
    JOIN audit.log AS l ON l.log_id = w.log_id
    JOIN projection.checkpoint AS c ON c.log_id = w.log_id AND c.projection = 'accounts'
    LEFT JOIN audit.app AS p ON p.log_id = w.log_id AND p.app_id = w.app_id
    LEFT JOIN audit.device AS d ON d.log_id = w.log_id AND d.device_id = w.device_id;

COMMENT ON COLUMN reporting.v1_wipe.reason_meaning IS 'What the reason code means, where that is known: the SDK documents none of them. Since migration 16.';

CREATE OR REPLACE VIEW reporting.v1_event AS
    SELECT
        l.tenant,
        e.position,
        coalesce(t.name, x.name) AS type,
        coalesce(a.object_id::text, 'upn:' || a.upn_key) AS account,
        p.name AS app,
        d.name AS device,
        e.code::bigint AS code,
        n.name AS code_name,
        e.occurred_at,
        e.recorded_at,
        least(e.occurred_at, e.recorded_at) AS effective_at,
        audit.record_json(e.record) -> 'data' AS data,
        audit.record_json(e.record) ->> 'sdkversion' AS sdk_version,
        audit.record_json(e.record) ->> 'appversion' AS app_version,
        n.meaning AS code_meaning,
        coalesce(g.object_id::text, 'upn:' || g.upn_key) AS belongs_to,
        (
            SELECT i.identity
            FROM projection.account AS i
            WHERE i.log_id = e.log_id AND i.account_id = s.account_id
        ) AS identity,
        audit.record_json(e.record) ->> 'source' AS source,
        audit.record_json(e.record) ->> 'id' AS event_id,
        e.type::bigint AS type_number,
        a.object_id,
        a.upn_key AS upn
    FROM audit.event AS e
    JOIN audit.log AS l ON l.log_id = e.log_id
    -- So far in front that a plan can begin with it, and come to the events of an account by their index.
    LEFT JOIN audit.account AS a ON a.log_id = e.log_id AND a.account_id = e.account_id
    CROSS JOIN LATERAL (
        SELECT
            coalesce(
                (
                    SELECT k.account_id
                    FROM audit.link AS k
                    WHERE k.log_id = e.log_id
                        AND k.alias_id = e.account_id
                        AND (k.effective_at, k.position) <= (least(e.occurred_at, e.recorded_at), e.position)
                    ORDER BY k.effective_at DESC, k.position DESC
                    LIMIT 1
                ),
                (
                    SELECT k.account_id
                    FROM audit.link AS k
                    WHERE k.log_id = e.log_id AND k.alias_id = e.account_id
                    ORDER BY k.effective_at, k.position
                    LIMIT 1
                ),
                e.account_id
            ) AS account_id
    ) AS s
    LEFT JOIN audit.account AS g ON g.log_id = e.log_id AND g.account_id = s.account_id
    LEFT JOIN audit.event_type AS t ON t.type = e.type
    LEFT JOIN audit.extension_type AS x ON x.log_id = e.log_id AND x.type = e.type
    LEFT JOIN audit.enumeration AS n ON n.enumeration = t.code_enumeration AND n.number = e.code
    LEFT JOIN audit.app AS p ON p.log_id = e.log_id AND p.app_id = e.app_id
    LEFT JOIN audit.device AS d ON d.log_id = e.log_id AND d.device_id = e.device_id;

COMMENT ON COLUMN reporting.v1_event.belongs_to IS 'Whose event it is: account, or the object id that its UPN belonged to at that instant. Join this one to v1_account.account. Since migration 16.';
COMMENT ON COLUMN reporting.v1_event.identity IS 'The last UPN given for that account, in the letters in which it came: compare lower(identity). Null where none was given, it was erased, or the accounts are not that far (v1_through). Since migration 16.';
COMMENT ON COLUMN reporting.v1_event.source IS 'The producer of the event; with event_id it names the event once and for all. Since migration 16.';
COMMENT ON COLUMN reporting.v1_event.event_id IS 'The id that the producer gave it. Since migration 16.';
COMMENT ON COLUMN reporting.v1_event.object_id IS 'The object id by which the event names the account; null where it names it otherwise. An index leads from it to the events: with upn the quick way to those of an account. Since migration 16.';
COMMENT ON COLUMN reporting.v1_event.upn IS 'The UPN by which the event names the account, in lower case; null where it names it otherwise. An index leads from it to the events. Since migration 16.';
COMMENT ON COLUMN reporting.v1_event.type_number IS 'The number of the type, which never changes: an index leads from it to the events, and none does from the name. Since migration 16.';

CREATE OR REPLACE VIEW reporting.v1_finding AS
    SELECT
        l.tenant,
        f.finding,
        f.rule,
        f.severity,
        f.account,
        CASE
            WHEN starts_with(f.account, 'upn:') THEN (
                SELECT a.identity
                FROM audit.account AS g
                JOIN projection.account AS a ON a.log_id = g.log_id AND a.account_id = g.account_id
                WHERE g.log_id = f.log_id AND g.upn_key = substr(f.account, 5)
            )
            WHEN f.account ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' THEN (
                SELECT a.identity
                FROM audit.account AS g
                JOIN projection.account AS a ON a.log_id = g.log_id AND a.account_id = g.account_id
                WHERE g.log_id = f.log_id AND g.object_id = f.account::uuid
            )
        END AS identity,
        p.name AS app,
        d.name AS device,
        f.opened_at,
        f.opened_by,
        f.due_at,
        f.closed_at,
        f.closed_by,
        f.ended,
        f.reason,
        f.parameters,
        f.app_version AS opened_app_version,
        f.sdk_version AS opened_sdk_version,
        c.through AS through_position,
        c.through_recorded_at,
        CASE f.ended
            WHEN 'acknowledged' THEN (
                -- A disclosure is salt, name and value as JSON in base64url; decode wants base64 with its padding.
                SELECT
                    audit.record_json(
                        convert_from(
                            decode(
                                rpad(
                                    translate(b.disclosure, '-_', '+/'),
                                    (length(b.disclosure) + 3) / 4 * 4,
                                    '='
                                ),
                                'base64'
                            ),
                            'UTF8'
                        )
                    ) ->> 2
                FROM audit.disclosure AS b
                WHERE b.log_id = f.log_id AND b.position = f.closed_by AND b.path = 'data.by'
            )
        END AS acknowledged_by,
        CASE
            WHEN f.opened_at > now() THEN NULL
            WHEN f.ended = 'superseded' OR f.closed_at <= now() THEN f.ended
            ELSE 'open'
        END AS status,
        CASE f.ended
            WHEN 'acknowledged' THEN (
                SELECT audit.record_json(e.record) -> 'data' ->> 'reason'
                FROM audit.event AS e
                WHERE e.log_id = f.log_id AND e.position = f.closed_by
            )
        END AS acknowledgement
    FROM projection.finding AS f
    JOIN audit.log AS l ON l.log_id = f.log_id
    LEFT JOIN audit.app AS p ON p.log_id = f.log_id AND p.app_id = f.app_id
    LEFT JOIN audit.device AS d ON d.log_id = f.log_id AND d.device_id = f.device_id
    LEFT JOIN (
        SELECT log_id, min(through) AS through, min(through_recorded_at) AS through_recorded_at
        FROM projection.checkpoint
        GROUP BY log_id
    ) AS c ON c.log_id = f.log_id;

COMMENT ON COLUMN reporting.v1_finding.status IS 'How it stands now: open, resolved, acknowledged or superseded; null where it opens only later. Since migration 16.';
COMMENT ON COLUMN reporting.v1_finding.acknowledgement IS 'The reason that was given when it was acknowledged. Since migration 16.';

CREATE OR REPLACE VIEW reporting.v1_policy_change AS
    SELECT
        l.tenant,
        e.position,
        coalesce(g.object_id::text, 'upn:' || g.upn_key) AS account,
        p.name AS app,
        d.name AS device,
        r.record -> 'data' ->> 'source' AS source,
        r.record -> 'data' ->> 'policyId' AS policy_id,
        r.record -> 'data' -> 'settings' ->> 'allowedOutboundDataTransferDestinations' AS outbound,
        r.record -> 'data' -> 'settings' ->> 'allowedInboundDataTransferSources' AS inbound,
        r.record -> 'data' -> 'settings' AS settings,
        e.occurred_at,
        e.recorded_at,
        least(e.occurred_at, e.recorded_at) AS effective_at,
        r.record ->> 'appversion' AS app_version,
        r.record ->> 'sdkversion' AS sdk_version,
        (
            SELECT i.identity
            FROM projection.account AS i
            WHERE i.log_id = e.log_id AND i.account_id = s.account_id
        ) AS identity
    FROM audit.event AS e
    JOIN audit.log AS l ON l.log_id = e.log_id
    CROSS JOIN LATERAL (SELECT audit.record_json(e.record) AS record OFFSET 0) AS r
    CROSS JOIN LATERAL (
        SELECT
            coalesce(
                (
                    SELECT k.account_id
                    FROM audit.link AS k
                    WHERE k.log_id = e.log_id
                        AND k.alias_id = e.account_id
                        AND (k.effective_at, k.position) <= (least(e.occurred_at, e.recorded_at), e.position)
                    ORDER BY k.effective_at DESC, k.position DESC
                    LIMIT 1
                ),
                (
                    SELECT k.account_id
                    FROM audit.link AS k
                    WHERE k.log_id = e.log_id AND k.alias_id = e.account_id
                    ORDER BY k.effective_at, k.position
                    LIMIT 1
                ),
                e.account_id
            ) AS account_id
    ) AS s
    LEFT JOIN audit.account AS g ON g.log_id = e.log_id AND g.account_id = s.account_id
    LEFT JOIN audit.app AS p ON p.log_id = e.log_id AND p.app_id = e.app_id
    LEFT JOIN audit.device AS d ON d.log_id = e.log_id AND d.device_id = e.device_id
    WHERE e.type::bigint = 21;

COMMENT ON COLUMN reporting.v1_policy_change.identity IS 'The last UPN given for that account, in the letters in which it came: compare lower(identity). Null where none was given or it was erased. Since migration 16.';

CREATE OR REPLACE VIEW reporting.v1_transfer_decision AS
    SELECT
        l.tenant,
        e.position,
        coalesce(g.object_id::text, 'upn:' || g.upn_key) AS account,
        p.name AS app,
        d.name AS device,
        r.record -> 'data' ->> 'direction' AS direction,
        r.record -> 'data' ->> 'decision' AS decision,
        r.record -> 'data' ->> 'peerApp' AS peer_app,
        (r.record -> 'data' ->> 'peerManaged')::boolean AS peer_managed,
        r.record -> 'data' ->> 'peerAccount' AS peer_account,
        r.record -> 'data' -> 'location' ->> 'enum' AS location_enumeration,
        coalesce(n.name, r.record -> 'data' -> 'location' ->> 'value') AS location,
        r.record -> 'data' ->> 'operationId' AS operation_id,
        r.record -> 'data' ->> 'policyId' AS policy_id,
        e.occurred_at,
        e.recorded_at,
        least(e.occurred_at, e.recorded_at) AS effective_at,
        r.record ->> 'appversion' AS app_version,
        r.record ->> 'sdkversion' AS sdk_version,
        (
            SELECT i.identity
            FROM projection.account AS i
            WHERE i.log_id = e.log_id AND i.account_id = s.account_id
        ) AS identity
    FROM audit.event AS e
    JOIN audit.log AS l ON l.log_id = e.log_id
    CROSS JOIN LATERAL (SELECT audit.record_json(e.record) AS record OFFSET 0) AS r
    CROSS JOIN LATERAL (
        SELECT
            coalesce(
                (
                    SELECT k.account_id
                    FROM audit.link AS k
                    WHERE k.log_id = e.log_id
                        AND k.alias_id = e.account_id
                        AND (k.effective_at, k.position) <= (least(e.occurred_at, e.recorded_at), e.position)
                    ORDER BY k.effective_at DESC, k.position DESC
                    LIMIT 1
                ),
                (
                    SELECT k.account_id
                    FROM audit.link AS k
                    WHERE k.log_id = e.log_id AND k.alias_id = e.account_id
                    ORDER BY k.effective_at, k.position
                    LIMIT 1
                ),
                e.account_id
            ) AS account_id
    ) AS s
    LEFT JOIN audit.account AS g ON g.log_id = e.log_id AND g.account_id = s.account_id
    LEFT JOIN audit.app AS p ON p.log_id = e.log_id AND p.app_id = e.app_id
    LEFT JOIN audit.device AS d ON d.log_id = e.log_id AND d.device_id = e.device_id
    LEFT JOIN audit.enumeration AS n
        ON n.enumeration = r.record -> 'data' -> 'location' ->> 'enum'
            AND n.number = CASE
                WHEN r.record -> 'data' -> 'location' ->> 'value' ~ '^[0-9]{1,9}$'
                    THEN (r.record -> 'data' -> 'location' ->> 'value')::integer
            END
    WHERE e.type::bigint = 100;

COMMENT ON COLUMN reporting.v1_transfer_decision.identity IS 'The last UPN given for that account, in the letters in which it came: compare lower(identity). Null where none was given or it was erased. Since migration 16.';

-- What readers of the catalogue alone got wrong or had to guess, said better; and since when each view is there.
COMMENT ON VIEW reporting.v1_account IS 'Accounts: one row each, with the status over their installations. Join by tenant and account: v1_account_installation, v1_wipe and v1_finding have the same account, v1_event has it as belongs_to. As things stand now; what was the case at an instant is told by mamaudit accounts --as-of and mamaudit state ACCOUNT --as-of, and counted by day in v1_daily_status. Since migration 9.';
COMMENT ON COLUMN reporting.v1_account.identity IS 'The last UPN given, in the letters in which it came: compare lower(identity). Null where none was given or it was erased.';
COMMENT ON COLUMN reporting.v1_account.status IS 'The first of these that holds on any of its installations: wipePending (a wipe is asked for and not completed), nonCompliant (conditional access does not take it for compliant), enrollmentFailed, restartPending (policy came and is in force from the next launch on), managed, enrolled (without policy), registered (no answer yet), notTargeted (no policy is meant for it), wiped, unenrolled, unknown.';
COMMENT ON COLUMN reporting.v1_account.through_position IS 'Every event below this position is in. v1_through has it for all projections.';

COMMENT ON VIEW reporting.v1_account_installation IS 'Accounts on installations: one row for each account, app and device, with the state there. As things stand now; mamaudit installations --as-of and mamaudit history ACCOUNT tell what was the case before. Since migration 9.';
COMMENT ON COLUMN reporting.v1_account_installation.managed IS 'Whether a policy has come and stands: policy is active, or restartPending, which is in force from the next launch of the app on.';
COMMENT ON COLUMN reporting.v1_account_installation.enrollment IS 'Where the enrollment is: unknown (nothing was heard), registered (asked for, no answer yet), enrolled, failed, notTargeted (no policy is meant for the account), unenrolling, unenrolled or unenrollFailed.';
COMMENT ON COLUMN reporting.v1_account_installation.policy IS 'Where the policy is: none, restartPending (it came and is in force from the next launch on), active or removed.';
COMMENT ON COLUMN reporting.v1_account_installation.compliance IS 'What conditional access makes of it: unknown (it never was in question), required (a token was denied for want of app protection), remediating, compliant, or how the last remediation ended otherwise: notCompliant, serviceFailure, networkFailure, interactionRequired or userCancelled.';
COMMENT ON COLUMN reporting.v1_account_installation.wipe IS 'How far the last wipe is: none, requested, received (by the app), handled (the wipe delegate of the app answered), completed or failed. v1_wipe has each of them.';
COMMENT ON COLUMN reporting.v1_account_installation.last_check_in_at IS 'The last answer of the service to a policy or enrollment request, with code 100 to 103. Only for a managed account is a check-in due.';
COMMENT ON COLUMN reporting.v1_account_installation.identity IS 'The last UPN given for the account, in the letters in which it came: compare lower(identity). Null once erased.';

COMMENT ON VIEW reporting.v1_installation IS 'Installations: one row for each app on a device. Since migration 9.';

COMMENT ON VIEW reporting.v1_device IS 'Devices: one row each. Since migration 9.';
COMMENT ON COLUMN reporting.v1_device.shared_user IS 'The user of the shared device as any app last saw it; null for nobody. v1_shared_device_session has it app by app, and since when.';
COMMENT ON COLUMN reporting.v1_device.flagged_reasons IS 'Why the service flagged it, by the last registration that was imported: a JSON array, empty where none was.';

COMMENT ON VIEW reporting.v1_wipe IS 'Wipes: one row for each request on each installation, and how far it came; a request for several apps or devices has a row on each. Not confirmed are those without completed_at. Since migration 9.';
COMMENT ON COLUMN reporting.v1_wipe.state IS 'The last thing known: requested, received (by the app), handled (the wipe delegate of the app answered), failed or completed.';
COMMENT ON COLUMN reporting.v1_wipe.origin IS 'Who or what asked: admin, service, conditionalLaunch, offlineGrace, app, unenrollment, sharedDevice or unknown; null where only the report of the app is known.';
COMMENT ON COLUMN reporting.v1_wipe.reason_code IS 'The number that the SDK gives for the reason, as 607; reason_meaning has the words.';
COMMENT ON COLUMN reporting.v1_wipe.why IS 'The purpose that was given: lost, stolen, leaver or other.';
COMMENT ON COLUMN reporting.v1_wipe.identity IS 'The last UPN given for the account, in the letters in which it came: compare lower(identity). Null once erased.';

COMMENT ON VIEW reporting.v1_event IS 'Events: one row each, as recorded. Personal values in data stand as digests: {"_sd": …}. mamaudit schema says what each type means and holds. Since migration 9.';
COMMENT ON COLUMN reporting.v1_event.type IS 'The type, as mam.enrollment.completed; mamaudit schema lists them, and SELECT DISTINCT type those that there are.';
COMMENT ON COLUMN reporting.v1_event.account IS 'The account as the event names it: the object id, or upn:NAME. To join, or to find all of one account, take belongs_to.';
COMMENT ON COLUMN reporting.v1_event.code IS 'The number of the enumeration of the type (status code, status, result, reason, mode). Of enrollments 100, 101, 102 and 208 are successes, 103 and 225 say that no policy is meant for the account, and the others from 200 on are failures.';
COMMENT ON COLUMN reporting.v1_event.data IS 'The data of the event, as sent: a setting may be true or "YES". Null where there is none, or where jsonb cannot hold it.';

COMMENT ON VIEW reporting.v1_finding IS 'Findings of the rules: one row each, also those that lie ahead. Open now are those with status open; open at T those with opened_at <= T and (closed_at is null or closed_at > T) and ended is distinct from ''superseded''. Since migration 12.';
COMMENT ON COLUMN reporting.v1_finding.rule IS 'The rule, as W1; v1_rule has its title and what to do.';
COMMENT ON COLUMN reporting.v1_finding.identity IS 'The last UPN given for that account, in the letters in which it came: compare lower(identity). Null where none was given or it was erased.';
COMMENT ON COLUMN reporting.v1_finding.opened_by IS 'The event that started the clock or completed the pattern: v1_event.position of the same tenant.';
COMMENT ON COLUMN reporting.v1_finding.closed_by IS 'The event that ended it: v1_event.position of the same tenant.';

COMMENT ON VIEW reporting.v1_rule IS 'The rules: one row each, with what is built in. Since migration 12.';

COMMENT ON VIEW reporting.v1_policy_change IS 'Changes of policy as they reached an app: one row for each mam.policy.changed, so a change that goes to a hundred devices has a hundred rows, one for each account, app and device. Since migration 12.';

COMMENT ON VIEW reporting.v1_transfer_decision IS 'Decisions about transfers of data: one row for each mam.transfer.decided. What the rules say of one are the findings of X1 to X16 that it opened: those of the tenant with its position as opened_by. Since migration 12.';

COMMENT ON VIEW reporting.v1_shared_device_handover IS 'Hand-overs of shared devices: one row each time an app saw its user replaced by another, or by nobody. Since migration 12.';

COMMENT ON VIEW reporting.v1_daily_event IS 'Events by day (UTC), type, code and app: one row for each day and each combination that ever occurs. Since migration 15.';
COMMENT ON VIEW reporting.v1_daily_enrollment IS 'Results of enrollments by day (UTC), app and code: one row for each day and each combination that ever occurs. Since migration 15.';
COMMENT ON VIEW reporting.v1_daily_compliance IS 'What was said of compliance by day (UTC), app and status: one row for each day and each combination that ever occurs. Since migration 15.';
COMMENT ON VIEW reporting.v1_daily_wipe IS 'Wipes by day (UTC), app and origin, as v1_wipe has them: one row for each day and each combination that ever occurs. Since migration 15.';
COMMENT ON VIEW reporting.v1_daily_finding IS 'Findings by day (UTC), rule, severity and app, as v1_finding has them: one row for each day and each combination that ever occurs. Superseded ones do not count. Since migration 15.';
COMMENT ON VIEW reporting.v1_daily_status IS 'Accounts by day (UTC) and status: one row for each day and each status that any account ever has at the end of a day. Since migration 15.';
COMMENT ON VIEW reporting.v1_daily_release IS 'What each release of an app on each version of the SDK met, by day (UTC): one row for each day from the first to the last on which anything came from it. Since migration 15.';
COMMENT ON COLUMN reporting.v1_daily_wipe.time_to_complete_s IS 'The sum of the seconds from request to confirmation, of those confirmed on the day. For a mean divide by completed, and leave out the rows without origin: of their wipes no request is known.';
