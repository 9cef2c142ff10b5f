-- What reports and dashboards read. Columns of a released view are only appended; anything else is a v2_ beside it.
--
-- Only timestamptz, date, text, bigint, double precision, boolean, uuid and jsonb; an open end is null.

SET LOCAL ROLE mamaudit_owner;

CREATE VIEW reporting.v1_account AS
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
        c.through_recorded_at
    FROM projection.account AS a
    JOIN audit.log AS l ON l.log_id = a.log_id
    JOIN audit.account AS g ON g.log_id = a.log_id AND g.account_id = a.account_id
    JOIN projection.checkpoint AS c ON c.log_id = a.log_id AND c.projection = 'accounts';

COMMENT ON VIEW reporting.v1_account IS 'Accounts: one row each, with the status over their installations.';
COMMENT ON COLUMN reporting.v1_account.tenant IS 'The Entra tenant id; one tenant is one log.';
COMMENT ON COLUMN reporting.v1_account.account IS 'The object id in lower case, or upn:NAME where only a UPN is known.';
COMMENT ON COLUMN reporting.v1_account.object_id IS 'The Entra object id; null where only a UPN is known.';
COMMENT ON COLUMN reporting.v1_account.identity IS 'The last UPN given, as received; null where none was given or it was erased.';
COMMENT ON COLUMN reporting.v1_account.status IS 'wipePending, nonCompliant, enrollmentFailed, restartPending, managed, enrolled, registered, notTargeted, wiped, unenrolled or unknown.';
COMMENT ON COLUMN reporting.v1_account.installations IS 'How many installations (an app on a device) the account is on.';
COMMENT ON COLUMN reporting.v1_account.events IS 'How many events have the account as their subject.';
COMMENT ON COLUMN reporting.v1_account.first_event_at IS 'The first of them, by the instant at which it counts.';
COMMENT ON COLUMN reporting.v1_account.last_event_at IS 'The last of them, by the instant at which it counts.';
COMMENT ON COLUMN reporting.v1_account.stale IS 'The row could not be folded; see mamaudit projections status.';
COMMENT ON COLUMN reporting.v1_account.through_position IS 'Every event below this position is in.';
COMMENT ON COLUMN reporting.v1_account.through_recorded_at IS 'When the last event that is in was recorded.';

CREATE VIEW reporting.v1_account_installation AS
    SELECT
        l.tenant,
        a.account,
        p.name AS app,
        d.name AS device,
        i.registered,
        i.enrollment,
        i.enrollment_code,
        n.name AS enrollment_code_name,
        i.policy,
        i.compliance,
        i.wipe,
        i.managed,
        i.blocked,
        i.data_present,
        i.last_check_in_at,
        i.next_retry_at,
        i.events,
        i.last_event_at,
        a.identity,
        c.through AS through_position,
        c.through_recorded_at
    FROM projection.account_installation AS i
    JOIN projection.account AS a ON a.log_id = i.log_id AND a.account_id = i.account_id
    JOIN audit.log AS l ON l.log_id = i.log_id
    JOIN audit.app AS p ON p.log_id = i.log_id AND p.app_id = i.app_id
    JOIN audit.device AS d ON d.log_id = i.log_id AND d.device_id = i.device_id
    JOIN projection.checkpoint AS c ON c.log_id = i.log_id AND c.projection = 'accounts'
    LEFT JOIN audit.enumeration AS n
        ON n.enumeration = 'IntuneMAMEnrollmentStatusCode' AND n.number = i.enrollment_code;

COMMENT ON VIEW reporting.v1_account_installation IS 'Accounts on installations: one row for each account, app and device.';
COMMENT ON COLUMN reporting.v1_account_installation.tenant IS 'The Entra tenant id.';
COMMENT ON COLUMN reporting.v1_account_installation.account IS 'The object id in lower case, or upn:NAME.';
COMMENT ON COLUMN reporting.v1_account_installation.app IS 'The bundle id.';
COMMENT ON COLUMN reporting.v1_account_installation.device IS 'The device identity of the producer.';
COMMENT ON COLUMN reporting.v1_account_installation.registered IS 'Whether the account is registered with the SDK here.';
COMMENT ON COLUMN reporting.v1_account_installation.enrollment IS 'unknown, registered, enrolled, failed, notTargeted, unenrolling, unenrolled or unenrollFailed.';
COMMENT ON COLUMN reporting.v1_account_installation.enrollment_code IS 'The last status code of an enrollment, policy or unenrollment request.';
COMMENT ON COLUMN reporting.v1_account_installation.enrollment_code_name IS 'Its name in IntuneMAMEnrollmentStatusCode; null for an unknown number.';
COMMENT ON COLUMN reporting.v1_account_installation.policy IS 'none, restartPending, active or removed.';
COMMENT ON COLUMN reporting.v1_account_installation.compliance IS 'unknown, required, remediating, compliant, notCompliant, serviceFailure, networkFailure, interactionRequired or userCancelled.';
COMMENT ON COLUMN reporting.v1_account_installation.wipe IS 'none, requested, received, handled, completed or failed.';
COMMENT ON COLUMN reporting.v1_account_installation.managed IS 'Whether policy is in force: restartPending or active.';
COMMENT ON COLUMN reporting.v1_account_installation.blocked IS 'Whether the account is blocked here.';
COMMENT ON COLUMN reporting.v1_account_installation.data_present IS 'Whether data of the account is here, as far as known.';
COMMENT ON COLUMN reporting.v1_account_installation.last_check_in_at IS 'The last policy or enrollment answer of the service with code 100 to 103.';
COMMENT ON COLUMN reporting.v1_account_installation.next_retry_at IS 'When the SDK is to try a failed enrollment again.';
COMMENT ON COLUMN reporting.v1_account_installation.events IS 'How many events of the account carry this app and device.';
COMMENT ON COLUMN reporting.v1_account_installation.last_event_at IS 'The last of them.';
COMMENT ON COLUMN reporting.v1_account_installation.identity IS 'The last UPN given for the account; null once erased.';
COMMENT ON COLUMN reporting.v1_account_installation.through_position IS 'Every event below this position is in.';
COMMENT ON COLUMN reporting.v1_account_installation.through_recorded_at IS 'When the last event that is in was recorded.';

CREATE VIEW reporting.v1_installation AS
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
        c.through_recorded_at
    FROM projection.installation AS i
    JOIN audit.log AS l ON l.log_id = i.log_id
    JOIN audit.app AS p ON p.log_id = i.log_id AND p.app_id = i.app_id
    JOIN audit.device AS d ON d.log_id = i.log_id AND d.device_id = i.device_id
    JOIN projection.checkpoint AS c ON c.log_id = i.log_id AND c.projection = 'devices';

COMMENT ON VIEW reporting.v1_installation IS 'Installations: one row for each app on a device.';
COMMENT ON COLUMN reporting.v1_installation.tenant IS 'The Entra tenant id.';
COMMENT ON COLUMN reporting.v1_installation.app IS 'The bundle id.';
COMMENT ON COLUMN reporting.v1_installation.device IS 'The device identity of the producer.';
COMMENT ON COLUMN reporting.v1_installation.ui_identity IS 'The account of the user interface, that of the process where none is set.';
COMMENT ON COLUMN reporting.v1_installation.process_identity IS 'The account of the process.';
COMMENT ON COLUMN reporting.v1_installation.thread_identity IS 'The account of the thread.';
COMMENT ON COLUMN reporting.v1_installation.phase IS 'launched, suspended, resumed or terminated: what the app did last.';
COMMENT ON COLUMN reporting.v1_installation.multi_identity IS 'MultiIdentity of the last configuration.';
COMMENT ON COLUMN reporting.v1_installation.multi_managed_identities IS 'MultiManagedIdentities of the last configuration.';
COMMENT ON COLUMN reporting.v1_installation.auto_enroll_on_launch IS 'AutoEnrollOnLaunch of the last configuration.';
COMMENT ON COLUMN reporting.v1_installation.policy_required IS 'MAMPolicyRequired of the last configuration.';
COMMENT ON COLUMN reporting.v1_installation.platform IS 'The platform of the last configuration.';
COMMENT ON COLUMN reporting.v1_installation.enrolled_accounts IS 'The accounts that are enrolled here: a JSON array.';
COMMENT ON COLUMN reporting.v1_installation.shared_user IS 'The user of the shared device as this app last saw it.';
COMMENT ON COLUMN reporting.v1_installation.cleanup_pending IS 'The accounts whose data this app has still to clear: a JSON array.';
COMMENT ON COLUMN reporting.v1_installation.through_position IS 'Every event below this position is in.';
COMMENT ON COLUMN reporting.v1_installation.through_recorded_at IS 'When the last event that is in was recorded.';

CREATE VIEW reporting.v1_device AS
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
        c.through_recorded_at
    FROM projection.device AS i
    JOIN audit.log AS l ON l.log_id = i.log_id
    JOIN audit.device AS d ON d.log_id = i.log_id AND d.device_id = i.device_id
    JOIN projection.checkpoint AS c ON c.log_id = i.log_id AND c.projection = 'devices';

COMMENT ON VIEW reporting.v1_device IS 'Devices: one row each.';
COMMENT ON COLUMN reporting.v1_device.tenant IS 'The Entra tenant id.';
COMMENT ON COLUMN reporting.v1_device.device IS 'The device identity of the producer.';
COMMENT ON COLUMN reporting.v1_device.mode IS 'unknown, default or shared.';
COMMENT ON COLUMN reporting.v1_device.shared_user IS 'The user of the shared device as any app last saw it.';
COMMENT ON COLUMN reporting.v1_device.apps IS 'The bundle ids seen on it: a JSON array.';
COMMENT ON COLUMN reporting.v1_device.cleanup_pending IS 'For each bundle id the accounts whose data is still to be cleared: a JSON object.';
COMMENT ON COLUMN reporting.v1_device.flagged_reasons IS 'Why the service flagged it: a JSON array.';
COMMENT ON COLUMN reporting.v1_device.stale IS 'The row could not be folded; see mamaudit projections status.';
COMMENT ON COLUMN reporting.v1_device.through_position IS 'Every event below this position is in.';
COMMENT ON COLUMN reporting.v1_device.through_recorded_at IS 'When the last event that is in was recorded.';

CREATE VIEW reporting.v1_wipe AS
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
        c.through_recorded_at
    FROM projection.wipe AS w
    JOIN projection.account AS a ON a.log_id = w.log_id AND a.account_id = w.account_id
    JOIN audit.log AS l ON l.log_id = w.log_id
    JOIN projection.checkpoint AS c ON c.log_id = w.log_id AND c.projection = 'accounts'
    LEFT JOIN audit.app AS p ON p.log_id = w.log_id AND p.app_id = w.app_id
    LEFT JOIN audit.device AS d ON d.log_id = w.log_id AND d.device_id = w.device_id;

COMMENT ON VIEW reporting.v1_wipe IS 'Wipes: one row for each request on each installation, and how far it came.';
COMMENT ON COLUMN reporting.v1_wipe.tenant IS 'The Entra tenant id.';
COMMENT ON COLUMN reporting.v1_wipe.account IS 'The object id in lower case, or upn:NAME.';
COMMENT ON COLUMN reporting.v1_wipe.app IS 'The bundle id; null for a request over several apps that met no installation.';
COMMENT ON COLUMN reporting.v1_wipe.device IS 'The device; null for a request over several devices that met no installation.';
COMMENT ON COLUMN reporting.v1_wipe.state IS 'requested, received, handled, failed or completed: the last thing known.';
COMMENT ON COLUMN reporting.v1_wipe.origin IS 'Who or what asked: admin, service, conditionalLaunch, offlineGrace, app, unenrollment, sharedDevice or unknown.';
COMMENT ON COLUMN reporting.v1_wipe.reason_code IS 'The reason code of the SDK.';
COMMENT ON COLUMN reporting.v1_wipe.why IS 'lost, stolen, leaver or other.';
COMMENT ON COLUMN reporting.v1_wipe.request_id IS 'The id that the producer gave the request.';
COMMENT ON COLUMN reporting.v1_wipe.requested_at IS 'When it was asked for; null where only the report of the app is known.';
COMMENT ON COLUMN reporting.v1_wipe.requested_position IS 'The position of the event that asked for it.';
COMMENT ON COLUMN reporting.v1_wipe.received_at IS 'When the app received it.';
COMMENT ON COLUMN reporting.v1_wipe.handled_at IS 'When the wipe delegate of the app answered.';
COMMENT ON COLUMN reporting.v1_wipe.wiped IS 'What the delegate answered; false leaves the files to the SDK.';
COMMENT ON COLUMN reporting.v1_wipe.completed_at IS 'When it was confirmed.';
COMMENT ON COLUMN reporting.v1_wipe.failed_at IS 'When it failed last.';
COMMENT ON COLUMN reporting.v1_wipe.time_to_complete_s IS 'Seconds from request to confirmation.';
COMMENT ON COLUMN reporting.v1_wipe.identity IS 'The last UPN given for the account; null once erased.';
COMMENT ON COLUMN reporting.v1_wipe.ordinal IS 'The place among the wipes of the account, from 0.';
COMMENT ON COLUMN reporting.v1_wipe.through_position IS 'Every event below this position is in.';
COMMENT ON COLUMN reporting.v1_wipe.through_recorded_at IS 'When the last event that is in was recorded.';

CREATE VIEW reporting.v1_event AS
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
        n.meaning AS code_meaning
    FROM audit.event AS e
    JOIN audit.log AS l ON l.log_id = e.log_id
    LEFT JOIN audit.event_type AS t ON t.type = e.type
    LEFT JOIN audit.extension_type AS x ON x.log_id = e.log_id AND x.type = e.type
    LEFT JOIN audit.enumeration AS n ON n.enumeration = t.code_enumeration AND n.number = e.code
    LEFT JOIN audit.account AS a ON a.log_id = e.log_id AND a.account_id = e.account_id
    LEFT JOIN audit.app AS p ON p.log_id = e.log_id AND p.app_id = e.app_id
    LEFT JOIN audit.device AS d ON d.log_id = e.log_id AND d.device_id = e.device_id;

COMMENT ON VIEW reporting.v1_event IS 'Events: one row each, as recorded. Personal values stand as digests.';
COMMENT ON COLUMN reporting.v1_event.tenant IS 'The Entra tenant id.';
COMMENT ON COLUMN reporting.v1_event.position IS 'The place in the log of the tenant, from 0.';
COMMENT ON COLUMN reporting.v1_event.type IS 'The type of the event.';
COMMENT ON COLUMN reporting.v1_event.account IS 'The account of the row: the object id, or upn:NAME as the event gave it.';
COMMENT ON COLUMN reporting.v1_event.app IS 'The bundle id.';
COMMENT ON COLUMN reporting.v1_event.device IS 'The device identity of the producer.';
COMMENT ON COLUMN reporting.v1_event.code IS 'The number of the enumeration of the type (status code, status, result, reason, mode).';
COMMENT ON COLUMN reporting.v1_event.code_name IS 'Its name; null for an unknown number.';
COMMENT ON COLUMN reporting.v1_event.occurred_at IS 'When it happened, by the clock of the producer.';
COMMENT ON COLUMN reporting.v1_event.recorded_at IS 'When it was appended, by the clock of the store.';
COMMENT ON COLUMN reporting.v1_event.effective_at IS 'When it counts: the earlier of the two.';
COMMENT ON COLUMN reporting.v1_event.data IS 'The data of the event; null where jsonb cannot hold it.';
COMMENT ON COLUMN reporting.v1_event.sdk_version IS 'The version of the SDK, where the event gives it.';
COMMENT ON COLUMN reporting.v1_event.app_version IS 'The version of the app, where the event gives it.';
COMMENT ON COLUMN reporting.v1_event.code_meaning IS 'What the code means; null for an unknown number.';

-- Reports on a period pass over what was recorded before it: positions, and so the pages, follow the clock of the
-- store, and an index of ranges of pages costs an append next to nothing.
CREATE INDEX event_recorded_at ON audit.event USING brin (recorded_at);

GRANT SELECT ON ALL TABLES IN SCHEMA reporting TO mamaudit_reporting, mamaudit_reader;
ALTER DEFAULT PRIVILEGES FOR ROLE mamaudit_owner IN SCHEMA reporting
    GRANT SELECT ON TABLES TO mamaudit_reporting, mamaudit_reader;
GRANT EXECUTE ON FUNCTION audit.record_json TO mamaudit_reporting;
