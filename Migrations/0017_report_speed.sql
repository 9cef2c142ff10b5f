-- What reports over a million events need to answer within a second: an index over the types, and statistics of what
-- autovacuum never looks at.

SET LOCAL ROLE mamaudit_owner;

-- The events of some types. Each type of a log grows at its own end, so an append touches pages that it has at hand. As
-- bigint, since that is what the views have it as. The type leads, so that no plan takes this to read a whole log.
CREATE INDEX event_type_number ON audit.event ((type::bigint), log_id, position);

-- A few apps are never worth an ANALYZE to autovacuum, and without one the planner takes them for a thousand.
ALTER TABLE audit.app SET (autovacuum_analyze_threshold = 0, autovacuum_analyze_scale_factor = 0.1);

-- Nearly every report is about a time, and an event counts at the earlier of two: without this the planner takes any
-- range of it for a two-hundredth of the log, and for so few joins by nested loops.
CREATE STATISTICS audit.event_effective_at ON (least(occurred_at, recorded_at)) FROM audit.event;

ANALYZE audit.app, audit.device, audit.account, audit.event;

-- As before, by that index; whose an event is is looked up for names alone.
CREATE OR REPLACE VIEW reporting.v1_shared_device_handover AS
    SELECT
        l.tenant,
        d.name AS device,
        p.name AS app,
        h.position,
        h.account AS previous,
        h.current,
        h.at AS changed_at,
        h.next_user_at,
        CASE h.next_kind WHEN 'cleared' THEN h.next_at END AS cleared_at,
        CASE h.next_kind WHEN 'cleared' THEN h.next_position END AS cleared_position,
        CASE h.next_kind WHEN 'became' THEN h.next_at END AS returned_at,
        s.signed_out_at,
        CASE h.next_kind WHEN 'cleared' THEN extract(epoch FROM h.next_at - h.at)::bigint END AS lag_s,
        CASE h.next_kind WHEN 'cleared' THEN extract(epoch FROM h.next_at - s.signed_out_at)::bigint END AS sign_out_lag_s
    FROM (
        SELECT
            t.log_id,
            t.device_id,
            t.app_id,
            t.account,
            t.kind,
            t.at,
            t.position,
            t.current,
            t.next_user_at,
            t.signed_out_at,
            lead(t.kind) OVER account_of_app AS next_kind,
            lead(t.at) OVER account_of_app AS next_at,
            lead(t.position) OVER account_of_app AS next_position,
            lead(t.signed_out_at) OVER account_of_app AS next_signed_out_at
        FROM (
            -- The last sign-out that succeeded, in any app of the device, since the account last came.
            SELECT
                k.log_id,
                k.device_id,
                k.app_id,
                k.account,
                k.kind,
                k.at,
                k.position,
                k.current,
                k.next_user_at,
                CASE
                    WHEN max(k.at) FILTER (WHERE k.kind = 'out') OVER account_of_device
                        >= coalesce(max(k.at) FILTER (WHERE k.kind = 'became') OVER account_of_device, '-infinity')
                        THEN max(k.at) FILTER (WHERE k.kind = 'out') OVER account_of_device
                END AS signed_out_at
            FROM (
                SELECT
                    m.log_id,
                    m.device_id,
                    m.app_id,
                    v.account,
                    v.kind,
                    m.at,
                    m.position,
                    m.user_after AS current,
                    m.next_user_at
                FROM (
                    SELECT
                        u.log_id,
                        u.device_id,
                        u.app_id,
                        u.type,
                        u.subject,
                        u.at,
                        u.position,
                        u.user_after,
                        -- Whom the event names as the user before counts only where the app knew of none yet.
                        CASE
                            WHEN count(coalesce(u.user_after, u.named_before)) OVER (
                                PARTITION BY u.log_id, u.device_id, u.app_id
                                ORDER BY u.at, u.position
                                ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
                            ) = 0 THEN u.named_before
                            ELSE lag(u.user_after) OVER (
                                PARTITION BY u.log_id, u.device_id, u.app_id ORDER BY u.at, u.position
                            )
                        END AS user_before,
                        min(u.at) FILTER (WHERE u.user_after IS NOT NULL) OVER (
                            PARTITION BY u.log_id, u.device_id, u.app_id
                            ORDER BY u.at DESC, u.position DESC
                            ROWS UNBOUNDED PRECEDING
                        ) AS next_user_at
                    FROM (
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
                        CROSS JOIN LATERAL (
                            SELECT CASE WHEN e.type IN (122, 123, 124) THEN audit.record_json(e.record) -> 'data' END
                                AS data
                            OFFSET 0
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
                                                AND (k.effective_at, k.position)
                                                    <= (least(e.occurred_at, e.recorded_at), e.position)
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
                        WHERE e.type::bigint IN (121, 122, 123, 124)
                            AND e.app_id IS NOT NULL
                            AND e.device_id IS NOT NULL
                            AND (e.type <> 122 OR r.data ->> 'success' = 'true')
                    ) AS u
                ) AS m
                CROSS JOIN LATERAL (
                    VALUES
                        ('left', CASE WHEN m.user_before IS DISTINCT FROM m.user_after THEN m.user_before END),
                        ('became', m.user_after),
                        ('out', CASE m.type WHEN 122 THEN m.subject END)
                ) AS v (kind, account)
                WHERE v.account IS NOT NULL
                UNION ALL
                SELECT
                    e.log_id,
                    e.device_id,
                    e.app_id,
                    coalesce(g.object_id::text, 'upn:' || g.upn_key) AS account,
                    'cleared' AS kind,
                    least(e.occurred_at, e.recorded_at) AS at,
                    e.position,
                    NULL AS current,
                    NULL AS next_user_at
                FROM audit.event AS e
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
                                        AND (k.effective_at, k.position)
                                            <= (least(e.occurred_at, e.recorded_at), e.position)
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
                JOIN audit.account AS g ON g.log_id = e.log_id AND g.account_id = s.account_id
                WHERE e.type::bigint = 125 AND e.app_id IS NOT NULL AND e.device_id IS NOT NULL
            ) AS k
            WINDOW account_of_device AS (PARTITION BY k.log_id, k.device_id, k.account ORDER BY k.at, k.position)
        ) AS t
        WHERE t.kind <> 'out'
        WINDOW account_of_app AS (
            PARTITION BY t.log_id, t.device_id, t.app_id, t.account ORDER BY t.at, t.position
        )
    ) AS h
    CROSS JOIN LATERAL (
        SELECT CASE h.next_kind WHEN 'cleared' THEN h.next_signed_out_at ELSE h.signed_out_at END AS signed_out_at
    ) AS s
    JOIN audit.log AS l ON l.log_id = h.log_id
    JOIN audit.app AS p ON p.log_id = h.log_id AND p.app_id = h.app_id
    JOIN audit.device AS d ON d.log_id = h.log_id AND d.device_id = h.device_id
    WHERE h.kind = 'left';

SET LOCAL ROLE mamaudit_projector;

-- Autovacuum analyses partitions, and never the tables that they are of; from these come the estimates of joins. A run
-- does this again each time the logs have doubled.
ANALYZE
    projection.account, projection.account_day, projection.account_finding, projection.account_installation,
    projection.device, projection.device_finding, projection.installation, projection.log_finding,
    projection.log_source, projection.wipe, projection.checkpoint;
