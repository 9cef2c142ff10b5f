-- What dashboards read: one row for each day (UTC) and series, days without anything as zeros.
--
-- Columns of a released view are only appended; anything else is a v2_ beside it. A series is a combination of the other
-- key columns that occurs on any of the days. Each view takes the days first and looks up what they have, so a question
-- about a month costs a month, however long the log is.

SET LOCAL ROLE mamaudit_projector;

-- From the day of the first event to that of the last record. A clock that had never been set (before 2014 there was no
-- SDK) puts its events on days of their own, and the years between stay unfilled.
CREATE VIEW projection.calendar AS
    SELECT c.log_id, d.day, c.through AS through_position, c.through_recorded_at
    FROM projection.checkpoint AS c
    CROSS JOIN LATERAL (
        SELECT
            (c.through_recorded_at AT TIME ZONE 'UTC')::date AS last_day,
            (
                SELECT min(e.day)
                FROM projection.daily_event AS e
                WHERE e.log_id = c.log_id AND e.day >= '2014-01-01'
            ) AS first_day
        OFFSET 0
    ) AS r
    CROSS JOIN LATERAL (
        SELECT g.day::date
        FROM generate_series(r.first_day::timestamp, r.last_day::timestamp, '1 day') AS g (day)
        UNION ALL
        -- As an array: of a set the planner would expect as many days as there are in years.
        SELECT u.day
        FROM unnest(
            ARRAY(
                SELECT e.day
                FROM projection.daily_event AS e
                WHERE e.log_id = c.log_id AND e.day < coalesce(r.first_day, 'infinity')
                UNION
                SELECT f.day
                FROM projection.daily_finding AS f
                WHERE f.log_id = c.log_id AND f.day < coalesce(r.first_day, 'infinity') AND f.day <= r.last_day
            )
        ) AS u (day)
    ) AS d
    WHERE c.projection = 'rollups';

COMMENT ON VIEW projection.calendar IS 'The days that reports of a log show.';

SET LOCAL ROLE mamaudit_owner;

CREATE VIEW reporting.v1_daily_event AS
    SELECT
        l.tenant,
        d.day,
        s.type,
        s.code,
        s.code_name,
        s.app,
        coalesce(e.events, 0) AS events,
        d.through_position,
        d.through_recorded_at
    FROM audit.log AS l
    JOIN projection.calendar AS d ON d.log_id = l.log_id
    CROSS JOIN LATERAL (
        SELECT
            k.type AS type_id,
            k.code AS code_id,
            k.app_id,
            coalesce(t.name, x.name) AS type,
            nullif(k.code, 2147483648) AS code,
            n.name AS code_name,
            p.name AS app
        FROM (SELECT DISTINCT e.type, e.code, e.app_id FROM projection.daily_event AS e WHERE e.log_id = l.log_id) AS k
        LEFT JOIN audit.event_type AS t ON t.type = k.type
        LEFT JOIN audit.extension_type AS x ON x.log_id = l.log_id AND x.type = k.type
        LEFT JOIN audit.enumeration AS n ON n.enumeration = t.code_enumeration AND n.number = k.code
        LEFT JOIN audit.app AS p ON p.log_id = l.log_id AND p.app_id = k.app_id
        OFFSET 0
    ) AS s
    LEFT JOIN projection.daily_event AS e
        ON e.log_id = l.log_id
            AND e.day = d.day
            AND e.type = s.type_id
            AND e.code = s.code_id
            AND e.app_id = s.app_id;

COMMENT ON VIEW reporting.v1_daily_event IS 'Events by day (UTC), type, code and app: one row for each day and each combination that ever occurs.';
COMMENT ON COLUMN reporting.v1_daily_event.tenant IS 'The Entra tenant id.';
COMMENT ON COLUMN reporting.v1_daily_event.day IS 'The day (UTC) on which the events count.';
COMMENT ON COLUMN reporting.v1_daily_event.type IS 'The type of the events.';
COMMENT ON COLUMN reporting.v1_daily_event.code IS 'The number of the enumeration of the type; null where the events have none.';
COMMENT ON COLUMN reporting.v1_daily_event.code_name IS 'Its name; null for an unknown number.';
COMMENT ON COLUMN reporting.v1_daily_event.app IS 'The bundle id; null where the events name no app.';
COMMENT ON COLUMN reporting.v1_daily_event.events IS 'How many events.';
COMMENT ON COLUMN reporting.v1_daily_event.through_position IS 'Every event below this position is in.';
COMMENT ON COLUMN reporting.v1_daily_event.through_recorded_at IS 'When the last event that is in was recorded.';

CREATE VIEW reporting.v1_daily_enrollment AS
    SELECT
        l.tenant,
        d.day,
        s.app,
        s.code,
        s.code_name,
        s.succeeded,
        coalesce(e.events, 0) AS results,
        d.through_position,
        d.through_recorded_at
    FROM audit.log AS l
    JOIN projection.calendar AS d ON d.log_id = l.log_id
    CROSS JOIN LATERAL (
        SELECT
            k.app_id,
            k.code AS code_id,
            p.name AS app,
            nullif(k.code, 2147483648) AS code,
            n.name AS code_name,
            CASE
                WHEN k.code IN (100, 101, 102, 208) THEN true
                WHEN k.code >= 200 AND k.code NOT IN (225, 2147483648) THEN false
            END AS succeeded
        FROM (
            SELECT DISTINCT e.app_id, e.code
            FROM projection.daily_event AS e
            WHERE e.log_id = l.log_id AND e.type = 3
        ) AS k
        LEFT JOIN audit.enumeration AS n ON n.enumeration = 'IntuneMAMEnrollmentStatusCode' AND n.number = k.code
        LEFT JOIN audit.app AS p ON p.log_id = l.log_id AND p.app_id = k.app_id
        OFFSET 0
    ) AS s
    LEFT JOIN projection.daily_event AS e
        ON e.log_id = l.log_id AND e.day = d.day AND e.type = 3 AND e.code = s.code_id AND e.app_id = s.app_id;

COMMENT ON VIEW reporting.v1_daily_enrollment IS 'Results of enrollments by day (UTC), app and code: one row for each day and each combination that ever occurs.';
COMMENT ON COLUMN reporting.v1_daily_enrollment.tenant IS 'The Entra tenant id.';
COMMENT ON COLUMN reporting.v1_daily_enrollment.day IS 'The day (UTC) on which the results count.';
COMMENT ON COLUMN reporting.v1_daily_enrollment.app IS 'The bundle id.';
COMMENT ON COLUMN reporting.v1_daily_enrollment.code IS 'The status code of mam.enrollment.completed; null for a word that is none.';
COMMENT ON COLUMN reporting.v1_daily_enrollment.code_name IS 'Its name in IntuneMAMEnrollmentStatusCode; null for an unknown number.';
COMMENT ON COLUMN reporting.v1_daily_enrollment.succeeded IS 'true: the account is enrolled (100, 101, 102, 208); false: it failed (200 and above, save 208 and 225); null: the service has no policy for the account (103, 225), or the code says neither.';
COMMENT ON COLUMN reporting.v1_daily_enrollment.results IS 'How many results.';
COMMENT ON COLUMN reporting.v1_daily_enrollment.through_position IS 'Every event below this position is in.';
COMMENT ON COLUMN reporting.v1_daily_enrollment.through_recorded_at IS 'When the last event that is in was recorded.';

-- What a result says of compliance in the words of v1_account_installation. A denial for want of app protection is the
-- one other event that says something of it.
CREATE VIEW reporting.v1_daily_compliance AS
    SELECT
        l.tenant,
        d.day,
        s.app,
        s.status,
        coalesce(r.results, 0) AS results,
        d.through_position,
        d.through_recorded_at
    FROM audit.log AS l
    JOIN projection.calendar AS d ON d.log_id = l.log_id
    CROSS JOIN LATERAL (
        SELECT k.app_id, p.name AS app, k.type, k.status, k.codes
        FROM (
            SELECT
                e.app_id,
                e.type,
                CASE
                    WHEN e.type = 40 THEN 'required'
                    WHEN e.code BETWEEN 0 AND 5 THEN (
                        ARRAY['compliant', 'notCompliant', 'serviceFailure', 'networkFailure', 'interactionRequired', 'userCancelled']
                    )[e.code + 1]
                    ELSE 'unknown'
                END AS status,
                array_agg(DISTINCT e.code) AS codes
            FROM projection.daily_event AS e
            WHERE e.log_id = l.log_id AND (e.type = 44 OR e.type = 40 AND e.denials > 0)
            GROUP BY e.app_id, e.type, status
        ) AS k
        LEFT JOIN audit.app AS p ON p.log_id = l.log_id AND p.app_id = k.app_id
        OFFSET 0
    ) AS s
    CROSS JOIN LATERAL (
        SELECT sum(CASE e.type WHEN 40 THEN e.denials ELSE e.events END)::bigint AS results
        FROM projection.daily_event AS e
        WHERE e.log_id = l.log_id
            AND e.day = d.day
            AND e.type = s.type
            AND e.code = ANY (s.codes)
            AND e.app_id = s.app_id
    ) AS r;

COMMENT ON VIEW reporting.v1_daily_compliance IS 'What was said of compliance by day (UTC), app and status: one row for each day and each combination that ever occurs.';
COMMENT ON COLUMN reporting.v1_daily_compliance.tenant IS 'The Entra tenant id.';
COMMENT ON COLUMN reporting.v1_daily_compliance.day IS 'The day (UTC) on which the results count.';
COMMENT ON COLUMN reporting.v1_daily_compliance.app IS 'The bundle id.';
COMMENT ON COLUMN reporting.v1_daily_compliance.status IS 'compliant, notCompliant, serviceFailure, networkFailure, interactionRequired or userCancelled: the result of a remediation; unknown: a result that is none of these; required: a token was denied for want of app protection.';
COMMENT ON COLUMN reporting.v1_daily_compliance.results IS 'How many results, or denials.';
COMMENT ON COLUMN reporting.v1_daily_compliance.through_position IS 'Every event below this position is in.';
COMMENT ON COLUMN reporting.v1_daily_compliance.through_recorded_at IS 'When the last event that is in was recorded.';

CREATE VIEW reporting.v1_daily_wipe AS
    SELECT
        l.tenant,
        d.day,
        s.app,
        s.origin,
        CASE WHEN w.day = d.day THEN w.requested ELSE 0 END AS requested,
        CASE WHEN w.day = d.day THEN w.completed ELSE 0 END AS completed,
        CASE WHEN w.day = d.day THEN w.failed ELSE 0 END AS failed,
        coalesce(w.open_at_end, 0) AS open_at_end,
        CASE WHEN w.day = d.day THEN w.completed_in_24h ELSE 0 END AS completed_in_24h,
        CASE WHEN w.day = d.day THEN w.time_to_complete_s ELSE 0 END AS time_to_complete_s,
        d.through_position,
        d.through_recorded_at
    FROM audit.log AS l
    JOIN projection.calendar AS d ON d.log_id = l.log_id
    CROSS JOIN LATERAL (
        SELECT k.app_id, k.origin AS origin_id, p.name AS app, nullif(k.origin, '') AS origin
        FROM (SELECT DISTINCT w.app_id, w.origin FROM projection.daily_wipe AS w WHERE w.log_id = l.log_id) AS k
        LEFT JOIN audit.app AS p ON p.log_id = l.log_id AND p.app_id = k.app_id
        OFFSET 0
    ) AS s
    LEFT JOIN LATERAL (
        SELECT w.day, w.requested, w.completed, w.failed, w.open_at_end, w.completed_in_24h, w.time_to_complete_s
        FROM projection.daily_wipe AS w
        WHERE w.log_id = l.log_id AND w.app_id = s.app_id AND w.origin = s.origin_id AND w.day <= d.day
        ORDER BY w.day DESC
        LIMIT 1
    ) AS w ON true;

COMMENT ON VIEW reporting.v1_daily_wipe IS 'Wipes by day (UTC), app and origin, as v1_wipe has them: one row for each day and each combination that ever occurs.';
COMMENT ON COLUMN reporting.v1_daily_wipe.tenant IS 'The Entra tenant id.';
COMMENT ON COLUMN reporting.v1_daily_wipe.day IS 'The day (UTC).';
COMMENT ON COLUMN reporting.v1_daily_wipe.app IS 'The bundle id; null for requests over several apps that met no installation.';
COMMENT ON COLUMN reporting.v1_daily_wipe.origin IS 'Who or what asked, as in v1_wipe; null where only the report of the app is known.';
COMMENT ON COLUMN reporting.v1_daily_wipe.requested IS 'How many were asked for on the day.';
COMMENT ON COLUMN reporting.v1_daily_wipe.completed IS 'How many were confirmed on the day.';
COMMENT ON COLUMN reporting.v1_daily_wipe.failed IS 'How many failed on the day, and have not failed again since.';
COMMENT ON COLUMN reporting.v1_daily_wipe.open_at_end IS 'How many had begun by the end of the day (its last microsecond) and were not confirmed by then.';
COMMENT ON COLUMN reporting.v1_daily_wipe.completed_in_24h IS 'How many of those confirmed on the day were so within 24 hours of the request.';
COMMENT ON COLUMN reporting.v1_daily_wipe.time_to_complete_s IS 'The sum of the seconds from request to confirmation, of those confirmed on the day.';
COMMENT ON COLUMN reporting.v1_daily_wipe.through_position IS 'Every event below this position is in.';
COMMENT ON COLUMN reporting.v1_daily_wipe.through_recorded_at IS 'When the last event that is in was recorded.';

CREATE VIEW reporting.v1_daily_finding AS
    SELECT
        l.tenant,
        d.day,
        s.rule,
        s.severity,
        s.app,
        CASE WHEN f.day = d.day THEN f.opened ELSE 0 END AS opened,
        CASE WHEN f.day = d.day THEN f.closed ELSE 0 END AS closed,
        coalesce(f.open_at_end, 0) AS open_at_end,
        d.through_position,
        d.through_recorded_at
    FROM audit.log AS l
    JOIN projection.calendar AS d ON d.log_id = l.log_id
    CROSS JOIN LATERAL (
        SELECT k.rule, k.severity, k.app_id, p.name AS app
        FROM (
            SELECT DISTINCT f.rule, f.severity, f.app_id
            FROM projection.daily_finding AS f
            WHERE f.log_id = l.log_id
                AND f.day <= (
                    SELECT (c.through_recorded_at AT TIME ZONE 'UTC')::date
                    FROM projection.checkpoint AS c
                    WHERE c.log_id = l.log_id AND c.projection = 'rollups'
                )
        ) AS k
        LEFT JOIN audit.app AS p ON p.log_id = l.log_id AND p.app_id = k.app_id
        OFFSET 0
    ) AS s
    LEFT JOIN LATERAL (
        SELECT f.day, f.opened, f.closed, f.open_at_end
        FROM projection.daily_finding AS f
        WHERE f.log_id = l.log_id
            AND f.rule = s.rule
            AND f.severity = s.severity
            AND f.app_id = s.app_id
            AND f.day <= d.day
        ORDER BY f.day DESC
        LIMIT 1
    ) AS f ON true;

COMMENT ON VIEW reporting.v1_daily_finding IS 'Findings by day (UTC), rule, severity and app, as v1_finding has them: one row for each day and each combination that ever occurs. Superseded ones do not count.';
COMMENT ON COLUMN reporting.v1_daily_finding.tenant IS 'The Entra tenant id.';
COMMENT ON COLUMN reporting.v1_daily_finding.day IS 'The day (UTC).';
COMMENT ON COLUMN reporting.v1_daily_finding.rule IS 'The rule, as in v1_finding.';
COMMENT ON COLUMN reporting.v1_daily_finding.severity IS 'violation, warning or note, by the parameters that were in force.';
COMMENT ON COLUMN reporting.v1_daily_finding.app IS 'The bundle id; null for findings about all apps.';
COMMENT ON COLUMN reporting.v1_daily_finding.opened IS 'How many opened on the day.';
COMMENT ON COLUMN reporting.v1_daily_finding.closed IS 'How many ended on the day.';
COMMENT ON COLUMN reporting.v1_daily_finding.open_at_end IS 'How many were open at the end of the day (its last microsecond).';
COMMENT ON COLUMN reporting.v1_daily_finding.through_position IS 'Every event below this position is in.';
COMMENT ON COLUMN reporting.v1_daily_finding.through_recorded_at IS 'When the last event that is in was recorded.';

CREATE VIEW reporting.v1_daily_status AS
    SELECT
        l.tenant,
        d.day,
        s.status,
        coalesce(a.accounts, 0) AS accounts,
        d.through_position,
        d.through_recorded_at
    FROM audit.log AS l
    JOIN projection.calendar AS d ON d.log_id = l.log_id
    CROSS JOIN LATERAL (
        SELECT DISTINCT a.status
        FROM projection.daily_status AS a
        WHERE a.log_id = l.log_id
    ) AS s
    LEFT JOIN LATERAL (
        SELECT a.accounts
        FROM projection.daily_status AS a
        WHERE a.log_id = l.log_id AND a.status = s.status AND a.day <= d.day
        ORDER BY a.day DESC
        LIMIT 1
    ) AS a ON true;

COMMENT ON VIEW reporting.v1_daily_status IS 'Accounts by day (UTC) and status: one row for each day and each status that any account ever has at the end of a day.';
COMMENT ON COLUMN reporting.v1_daily_status.tenant IS 'The Entra tenant id.';
COMMENT ON COLUMN reporting.v1_daily_status.day IS 'The day (UTC).';
COMMENT ON COLUMN reporting.v1_daily_status.status IS 'The status, as in v1_account.';
COMMENT ON COLUMN reporting.v1_daily_status.accounts IS 'How many accounts have it at the end of the day (its last microsecond), as mamaudit accounts --as-of says.';
COMMENT ON COLUMN reporting.v1_daily_status.through_position IS 'Every event below this position is in.';
COMMENT ON COLUMN reporting.v1_daily_status.through_recorded_at IS 'When the last event that is in was recorded.';

CREATE VIEW reporting.v1_daily_release AS
    SELECT
        l.tenant,
        d.day,
        s.app,
        nullif(s.app_version, '') AS app_version,
        nullif(s.sdk_version, '') AS sdk_version,
        coalesce(r.enrollments, 0) AS enrollments,
        coalesce(r.enrollments_failed, 0) AS enrollments_failed,
        coalesce(r.compliance_results, 0) AS compliance_results,
        coalesce(r.compliance_failed, 0) AS compliance_failed,
        coalesce(r.wipes_completed, 0) AS wipes_completed,
        coalesce(r.wipes_failed, 0) AS wipes_failed,
        coalesce(r.findings_opened, 0) AS findings_opened,
        d.through_position,
        d.through_recorded_at
    FROM audit.log AS l
    JOIN projection.calendar AS d ON d.log_id = l.log_id
    CROSS JOIN LATERAL (
        SELECT k.app_id, k.app_version, k.sdk_version, k.first_day, k.last_day, p.name AS app
        FROM (
            SELECT r.app_id, r.app_version, r.sdk_version, min(r.day) AS first_day, max(r.day) AS last_day
            FROM projection.daily_release AS r
            WHERE r.log_id = l.log_id
                AND r.day <= (
                    SELECT (c.through_recorded_at AT TIME ZONE 'UTC')::date
                    FROM projection.checkpoint AS c
                    WHERE c.log_id = l.log_id AND c.projection = 'rollups'
                )
            GROUP BY r.app_id, r.app_version, r.sdk_version
        ) AS k
        LEFT JOIN audit.app AS p ON p.log_id = l.log_id AND p.app_id = k.app_id
        OFFSET 0
    ) AS s
    LEFT JOIN projection.daily_release AS r
        ON r.log_id = l.log_id
            AND r.app_id = s.app_id
            AND r.app_version = s.app_version
            AND r.sdk_version = s.sdk_version
            AND r.day = d.day
    WHERE d.day BETWEEN s.first_day AND s.last_day;

COMMENT ON VIEW reporting.v1_daily_release IS 'What each release of an app on each version of the SDK met, by day (UTC): one row for each day from the first to the last on which anything came from it.';
COMMENT ON COLUMN reporting.v1_daily_release.tenant IS 'The Entra tenant id.';
COMMENT ON COLUMN reporting.v1_daily_release.day IS 'The day (UTC).';
COMMENT ON COLUMN reporting.v1_daily_release.app IS 'The bundle id; null for findings about all apps.';
COMMENT ON COLUMN reporting.v1_daily_release.app_version IS 'The version of the app that the events give; null where they give none.';
COMMENT ON COLUMN reporting.v1_daily_release.sdk_version IS 'The version of the SDK that the events give; null where they give none.';
COMMENT ON COLUMN reporting.v1_daily_release.enrollments IS 'How many results of enrollments.';
COMMENT ON COLUMN reporting.v1_daily_release.enrollments_failed IS 'How many of them failed: 200 and above, save 208 and 225.';
COMMENT ON COLUMN reporting.v1_daily_release.compliance_results IS 'How many results of remediations.';
COMMENT ON COLUMN reporting.v1_daily_release.compliance_failed IS 'How many of them were one of IntuneMAMComplianceStatus other than Compliant.';
COMMENT ON COLUMN reporting.v1_daily_release.wipes_completed IS 'How many reports that a wipe was completed.';
COMMENT ON COLUMN reporting.v1_daily_release.wipes_failed IS 'How many reports that a wipe failed.';
COMMENT ON COLUMN reporting.v1_daily_release.findings_opened IS 'How many findings opened, by the versions of the event that opened them; superseded ones do not count.';
COMMENT ON COLUMN reporting.v1_daily_release.through_position IS 'Every event below this position is in.';
COMMENT ON COLUMN reporting.v1_daily_release.through_recorded_at IS 'When the last event that is in was recorded.';

-- The versions come from the finding's own row: a report over all findings opens no record.
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
        END AS acknowledged_by
    FROM projection.finding AS f
    JOIN audit.log AS l ON l.log_id = f.log_id
    LEFT JOIN audit.app AS p ON p.log_id = f.log_id AND p.app_id = f.app_id
    LEFT JOIN audit.device AS d ON d.log_id = f.log_id AND d.device_id = f.device_id
    LEFT JOIN (
        SELECT log_id, min(through) AS through, min(through_recorded_at) AS through_recorded_at
        FROM projection.checkpoint
        GROUP BY log_id
    ) AS c ON c.log_id = f.log_id;
