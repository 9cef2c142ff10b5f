-- Whether a token was denied for want of app protection, which four members of the event may say, each in words of its
-- own; and whose an event is, told of an object id without a search for a name that it took over.

SET LOCAL ROLE mamaudit_owner;

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
        a.upn_key AS upn,
        -- As EventDecoder tells it, by whichever of the members is there.
        CASE
            WHEN e.type::bigint = 40 THEN (
                SELECT coalesce(
                    lower(r.data ->> 'errorCode') IN (
                        '-50004', 'serverprotectionpoliciesrequired', 'msalerrorserverprotectionpoliciesrequired'
                    )
                    OR r.data ->> 'entraErrorCode' IN ('53005', '53009')
                    OR r.data ->> 'subError' IN ('protection_policy_required', 'protection_policies_required')
                    OR r.data ->> 'error' IN (
                        'ERROR_SERVER_PROTECTION_POLICY_REQUIRED', 'MSALErrorServerProtectionPoliciesRequired'
                    ),
                    false
                )
                FROM (SELECT audit.record_json(e.record) -> 'data' AS data OFFSET 0) AS r
            )
        END AS is_app_protection_denial
    FROM audit.event AS e
    JOIN audit.log AS l ON l.log_id = e.log_id
    -- So far in front that a plan can begin with it, and come to the events of an account by their index.
    LEFT JOIN audit.account AS a ON a.log_id = e.log_id AND a.account_id = e.account_id
    CROSS JOIN LATERAL (
        SELECT
            -- An object id is nobody's alias. Looked up by itself: a use of a would keep its join where nobody asks whose the
            -- event is, which hides the index over positions from a plan.
            CASE
                WHEN EXISTS (
                    SELECT
                    FROM audit.account AS o
                    WHERE o.log_id = e.log_id AND o.account_id = e.account_id AND o.object_id IS NOT NULL
                ) THEN e.account_id
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
    ) AS s
    LEFT JOIN audit.account AS g ON g.log_id = e.log_id AND g.account_id = s.account_id
    LEFT JOIN audit.event_type AS t ON t.type = e.type
    LEFT JOIN audit.extension_type AS x ON x.log_id = e.log_id AND x.type = e.type
    LEFT JOIN audit.enumeration AS n ON n.enumeration = t.code_enumeration AND n.number = e.code
    LEFT JOIN audit.app AS p ON p.log_id = e.log_id AND p.app_id = e.app_id
    LEFT JOIN audit.device AS d ON d.log_id = e.log_id AND d.device_id = e.device_id;

COMMENT ON COLUMN reporting.v1_event.is_app_protection_denial IS 'Whether a mam.token.denied was for want of app protection: errorCode -50004, entraErrorCode 53005 or 53009, or subError or error in the words for it. Null for every other type. With type_number = 40 beside it an index leads to the denials. Since migration 19.';
