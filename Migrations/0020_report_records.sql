-- What made reports slow that open records: each record was searched for what jsonb might not hold, which cost half as
-- much as to open it, and object ids were looked up as aliases. And a fault of each function.

SET LOCAL ROLE mamaudit_owner;

-- NULL for what jsonb cannot hold: the escape of NUL, half a surrogate pair, a number that numeric has no room for. No
-- search for these goes before: it took longer than the exception block, and missed a number with many decimals.
CREATE OR REPLACE FUNCTION audit.record_json(record text) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  RETURN record::jsonb;
EXCEPTION WHEN data_exception OR program_limit_exceeded THEN
  RETURN NULL;
END
$$;

-- As before, but texts stay as they are where a number has to be cut short: an id may look like an exponent.
CREATE OR REPLACE FUNCTION audit.record_attributes(record text) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  RETURN coalesce(
    audit.record_json(record),
    regexp_replace(
      regexp_replace(
        record,
        '(?<!\\)((?:\\\\)*)(?:\\u0000|\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2})',
        '\1?', 'g'),
      '("(?:[^"\\]|\\.)*")|([eE][-+]?[0-9]{3})[0-9]+|([0-9]{100})[0-9]+', '\1\2\3', 'g')::jsonb) - 'data';
END
$$;

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
    ) AS s
    LEFT JOIN audit.account AS g ON g.log_id = e.log_id AND g.account_id = s.account_id
    LEFT JOIN audit.app AS p ON p.log_id = e.log_id AND p.app_id = e.app_id
    LEFT JOIN audit.device AS d ON d.log_id = e.log_id AND d.device_id = e.device_id
    WHERE e.type::bigint = 21;

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
