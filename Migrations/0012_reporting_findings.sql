-- What reports read of findings, and of the events that they are mostly about.
--
-- Columns of a released view are only appended; anything else is a v2_ beside it.

SET LOCAL ROLE mamaudit_owner;

-- The joins to the log and to the checkpoints are by a unique key: PostgreSQL leaves them out where their columns are
-- not read.
CREATE VIEW reporting.v1_finding AS
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
        audit.record_json(o.record) ->> 'appversion' AS opened_app_version,
        audit.record_json(o.record) ->> 'sdkversion' AS opened_sdk_version,
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
    LEFT JOIN audit.event AS o ON o.log_id = f.log_id AND o.position = f.opened_by
    LEFT JOIN (
        SELECT log_id, min(through) AS through, min(through_recorded_at) AS through_recorded_at
        FROM projection.checkpoint
        GROUP BY log_id
    ) AS c ON c.log_id = f.log_id;

COMMENT ON VIEW reporting.v1_finding IS 'Findings of the rules: one row each, also those that lie ahead. Open at T are those with opened_at <= T and (closed_at is null or closed_at > T) and ended is distinct from ''superseded''.';
COMMENT ON COLUMN reporting.v1_finding.tenant IS 'The Entra tenant id.';
COMMENT ON COLUMN reporting.v1_finding.finding IS 'Its id: sixteen hexadecimal digits, the same after every rebuild.';
COMMENT ON COLUMN reporting.v1_finding.rule IS 'The rule, as W1.';
COMMENT ON COLUMN reporting.v1_finding.severity IS 'violation, warning or note, by the parameters that were in force.';
COMMENT ON COLUMN reporting.v1_finding.account IS 'Whom it is about: the object id in lower case, or upn:NAME; null where the rule names nobody.';
COMMENT ON COLUMN reporting.v1_finding.identity IS 'The last UPN given for that account; null where none was given or it was erased.';
COMMENT ON COLUMN reporting.v1_finding.app IS 'The bundle id; null where it is about all apps.';
COMMENT ON COLUMN reporting.v1_finding.device IS 'The device; null where it is about all devices.';
COMMENT ON COLUMN reporting.v1_finding.opened_at IS 'When it opens: for a rule with a deadline the deadline, which may lie ahead.';
COMMENT ON COLUMN reporting.v1_finding.opened_by IS 'The position of the event that started the clock or completed the pattern.';
COMMENT ON COLUMN reporting.v1_finding.due_at IS 'The deadline; null for a rule without.';
COMMENT ON COLUMN reporting.v1_finding.closed_at IS 'When it ends; null while it stands. Of a superseded one: when the append that took its ground away was recorded.';
COMMENT ON COLUMN reporting.v1_finding.closed_by IS 'The position of the event that ended it.';
COMMENT ON COLUMN reporting.v1_finding.ended IS 'resolved, acknowledged or superseded; null while it stands. A superseded one was found once, and later events do not bear it out.';
COMMENT ON COLUMN reporting.v1_finding.reason IS 'Why, in words.';
COMMENT ON COLUMN reporting.v1_finding.parameters IS 'The parameters that it was judged by: a JSON object.';
COMMENT ON COLUMN reporting.v1_finding.opened_app_version IS 'The version of the app by the event that opened it, where that gives one.';
COMMENT ON COLUMN reporting.v1_finding.opened_sdk_version IS 'The version of the SDK by the event that opened it, where that gives one.';
COMMENT ON COLUMN reporting.v1_finding.through_position IS 'Every event below this position is in.';
COMMENT ON COLUMN reporting.v1_finding.through_recorded_at IS 'When the last event that is in was recorded.';
COMMENT ON COLUMN reporting.v1_finding.acknowledged_by IS 'Who acknowledged it; null where nobody did, nobody was named, or the name was erased.';

-- The rules as the program declares them; a test compares the two.
CREATE VIEW reporting.v1_rule (
    rule, title, severity, judged_over, document, section, area, remedy, parameters, ordinal
) AS
    VALUES
        ('W1', 'Wipe not confirmed', 'violation', 'account', 'Intune App SDK for iOS, stage 5: multi-identity', 'Selective wipe', 'wipe', 'Have the app opened on the device: a wipe runs only then and may take half an hour.', '{"confirmWithin": "24h"}'::jsonb, 1::bigint),
        ('W2', 'Data accessed after the app reported it wiped', 'violation', 'account', 'Intune App SDK for iOS, stage 5: multi-identity', 'Selective wipe', 'wipe', 'Return true from the wipe delegate only after everything is removed.', '{}'::jsonb, 2::bigint),
        ('W3', 'Account still there after the SDK removed its files', 'violation', 'account', 'Intune App SDK for iOS, stage 5: multi-identity', 'Selective wipe', 'wipe', 'Remove what is no file (keychain, settings, the account itself) in the wipe delegate.', '{}'::jsonb, 3::bigint),
        ('W4', 'Wipe removed another account''s data', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Selective wipe', 'wipe', 'Remove only what belongs to the account that is wiped.', '{"lossWithin": "5m"}'::jsonb, 4::bigint),
        ('W5', 'Wipe without a known cause', 'violation', 'account', 'Issues of the Intune App SDK for iOS', 'Issue 624', 'wipe', 'Look for a condition of launch, the offline limit or a command that no event reports.', '{"lookBack": "24h"}'::jsonb, 5::bigint),
        ('W6', 'Wipe of a device confirmed by some apps only', 'violation', 'account', 'How to wipe only corporate data from Intune-managed apps', 'Create a device-based wipe request', 'wipe', 'Have the remaining apps opened: the service tracks one request for each protected app.', '{"confirmWithin": "24h"}'::jsonb, 6::bigint),
        ('W7', 'Enrollment of a user on the wipe list', 'violation', 'account', 'How to wipe only corporate data from Intune-managed apps', 'Create a user-based wipe request', 'wipe', 'Remove the user from the list, or expect a wipe at every check-in.', '{}'::jsonb, 7::bigint),
        ('W8', 'Check-in without the wipe', 'warning', 'account', 'Issues of the Intune App SDK for iOS', 'Issue 369', 'wipe', 'Check that the app''s SDK runs policy check-ins and reports wipes.', '{}'::jsonb, 8::bigint),
        ('W9', 'Wipe loop', 'warning', 'account', 'Issues of the Intune App SDK for iOS', 'Issue 693', 'wipe', 'Look for the cause of the wipes: the app may unenroll the account itself, or the list still names it.', '{"count": 3, "within": "7d"}'::jsonb, 9::bigint),
        ('W10', 'Enrollment on a lost device', 'warning', 'account', 'How to wipe only corporate data from Intune-managed apps', 'Wipe of a lost or stolen device', 'wipe', 'Ask the person whether the device is back; otherwise block the account''s sign-in.', '{}'::jsonb, 10::bigint),
        ('E1', 'Registered without a sign-in', 'violation', 'account', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Apps that already use MSAL', 'enrollment', 'Register the account only after it has signed in successfully.', '{}'::jsonb, 11::bigint),
        ('E2', 'Managed data shown before the first restart', 'violation', 'installation', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'App restart', 'enrollment', 'Restart the app, or let the SDK do so, before anything of the account is shown.', '{}'::jsonb, 12::bigint),
        ('E3', 'Tokens removed before the unenrollment', 'violation', 'account', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Deregister user accounts', 'enrollment', 'Ask for the unenrollment first, and remove tokens when it has ended.', '{}'::jsonb, 13::bigint),
        ('E4', 'Data not removed after an unenrollment without wipe', 'violation', 'account', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Deregister user accounts', 'enrollment', 'Remove the account''s data in the app, or ask for the unenrollment with wipe.', '{"removeWithin": "1h", "removedBefore": "5m"}'::jsonb, 14::bigint),
        ('E5', 'Enrollment attempt after the unenrollment', 'violation', 'account', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Deregister user accounts', 'enrollment', 'Update the SDK: retries stop when an account is deregistered.', '{}'::jsonb, 15::bigint),
        ('E6', 'Account not removed', 'violation', 'account', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Status, result and debug notifications', 'enrollment', 'Sign the account out, or unenroll it, when the service answers 209, 210 or 211.', '{"removeWithin": "24h"}'::jsonb, 16::bigint),
        ('E7', 'Policy does not follow the enrollment', 'violation', 'installation', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Exit criteria', 'enrollment', 'Launch the app anew after the first policy, and let each page ask the SDK whether policy applies.', '{}'::jsonb, 17::bigint),
        ('E8', 'Registration without a result', 'warning', 'account', 'Issues of the Intune App SDK for iOS', 'Issue 178', 'enrollment', 'Check that a policy is targeted at the account and that a token can be had without interaction.', '{"resultWithin": "15m"}'::jsonb, 18::bigint),
        ('E9', 'Unenrollment not completed', 'violation', 'account', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Deregister user accounts', 'enrollment', 'Have the app opened and the unenrollment repeated; data of the account may remain until then.', '{"unenrollWithin": "1h"}'::jsonb, 19::bigint),
        ('E10', 'Retry overdue', 'warning', 'account', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Status, result and debug notifications', 'enrollment', 'Check the network and the account''s token; registering the account anew starts an attempt at once.', '{"attemptWithin": "15m"}'::jsonb, 20::bigint),
        ('C1', 'Token and remediation do not agree', 'violation', 'account', 'Intune App SDK for iOS, stage 6: app protection conditional access', 'Test cases: conditional access always applied', 'conditionalAccess', 'Ask for the token again after the compliant result, and check which policy covers the resource.', '{"tokenWithin": "10m"}'::jsonb, 21::bigint),
        ('C2', 'Denial without remediation', 'violation', 'account', 'Intune App SDK for iOS, stage 6: app protection conditional access', 'Test cases: conditional access applied after the enrollment', 'conditionalAccess', 'Call the SDK''s remediation for the account when a token is denied so.', '{"remediateWithin": "5m"}'::jsonb, 22::bigint),
        ('C3', 'Token granted while not compliant', 'violation', 'account', 'Intune App SDK for iOS, stage 6: app protection conditional access', 'Test cases: not compliant', 'conditionalAccess', 'Check that conditional access covers the resource: without compliance there is no valid token.', '{}'::jsonb, 23::bigint),
        ('C4', 'Not compliant and not wiped', 'violation', 'account', 'Intune App SDK for iOS, stage 6: app protection conditional access', 'Test cases: not compliant', 'conditionalAccess', 'Remediate again until the account is compliant, or wipe its data.', '{"wipeWithin": "24h"}'::jsonb, 24::bigint),
        ('C5', 'Interaction required and not offered', 'violation', 'account', 'Intune App SDK for iOS, stage 6: app protection conditional access', 'New APIs', 'conditionalAccess', 'Call the remediation again with silent false.', '{"retryWithin": "10m"}'::jsonb, 25::bigint),
        ('C6', 'Message not shown', 'violation', 'account', 'Intune App SDK for iOS, stage 6: app protection conditional access', 'New APIs', 'conditionalAccess', 'Show the title and the message that the SDK hands over.', '{"messageWithin": "5m"}'::jsonb, 26::bigint),
        ('C7', 'Token asked for during remediation', 'violation', 'account', 'Intune App SDK for iOS, stage 6: app protection conditional access', 'New APIs', 'conditionalAccess', 'Wait for the delegate''s result before asking for a token.', '{}'::jsonb, 27::bigint),
        ('C8', 'Another account remediated than the denied one', 'violation', 'installation', 'Intune App SDK for iOS, stage 6: app protection conditional access', 'MSAL and ADAL', 'conditionalAccess', 'Remediate the account whose object id stands before the point in the denial''s home account id.', '{}'::jsonb, 28::bigint),
        ('C9', 'Compliant and denied again', 'violation', 'account', 'Issues of the Intune App SDK for iOS', 'Issues 353, 393 and 403', 'conditionalAccess', 'Compare the account, app and device of the denial in Entra''s sign-in log with those of the enrollment.', '{"count": 2, "within": "24h"}'::jsonb, 29::bigint),
        ('C10', 'App lacks the capability for app protection', 'warning', 'installation', 'Intune App SDK for iOS, stage 6: app protection conditional access', 'MSAL and ADAL', 'conditionalAccess', 'Add protapp to the client capabilities that the app hands to MSAL.', '{}'::jsonb, 30::bigint),
        ('C11', 'Remediation lost in a restart', 'warning', 'account', 'Intune App SDK for iOS, stage 6: app protection conditional access', 'New APIs', 'conditionalAccess', 'Set the compliance delegate at launch: the SDK reports the result at the next one.', '{"resultWithin": "24h"}'::jsonb, 31::bigint),
        ('S1', 'Next user before the data was cleared', 'violation', 'device', 'MSAL for iOS: shared device mode', 'Detect a change of the signed-in account', 'sharedDevice', 'Clear the previous user''s data as soon as the account changes, before anything else is shown.', '{}'::jsonb, 32::bigint),
        ('S2', 'Data used after the sign-out', 'violation', 'device', 'MSAL for iOS: shared device mode', 'Sign out a user', 'sharedDevice', 'Clear the app''s own data at sign-out: MSAL clears only tokens.', '{}'::jsonb, 33::bigint),
        ('S3', 'Data not cleared after the last user left', 'violation', 'device', 'MSAL for iOS: shared device mode', 'Detect a change of the signed-in account', 'sharedDevice', 'Clear the previous user''s data also when nobody is signed in.', '{"clearWithin": "1h"}'::jsonb, 34::bigint),
        ('S4', 'Change of account not read', 'warning', 'device', 'MSAL for iOS: shared device mode', 'Detect a change of the signed-in account', 'sharedDevice', 'Ask MSAL for the current account when the notification comes: it carries no account.', '{"queryWithin": "30s"}'::jsonb, 35::bigint),
        ('S5', 'Resumed without asking who is signed in', 'warning', 'device', 'MSAL for iOS: shared device mode', 'Get the signed-in user', 'sharedDevice', 'Ask MSAL for the current account each time the app comes to the front.', '{}'::jsonb, 36::bigint),
        ('S6', 'Two accounts at once', 'violation', 'device', 'MSAL for iOS: shared device mode', 'Single account mode', 'sharedDevice', 'Check that all apps on the device use shared mode and the same authenticator.', '{}'::jsonb, 37::bigint),
        ('S7', 'Sign-out failed', 'violation', 'device', 'MSAL for iOS: shared device mode', 'Sign out a user', 'sharedDevice', 'Sign the account out again: its session is still open to the next user.', '{"retryWithin": "1h"}'::jsonb, 38::bigint),
        ('S8', 'Browser session left open', 'warning', 'device', 'MSAL for iOS: shared device mode', 'Sign out a user', 'sharedDevice', 'Sign out with signoutFromBrowser true.', '{}'::jsonb, 39::bigint),
        ('S9', 'Lag of a cleanup', 'note', 'device', 'MSAL for iOS: shared device mode', 'Detect a change of the signed-in account', 'sharedDevice', 'Listen for changes in the background, or clear at the next start: only running apps are notified.', '{}'::jsonb, 40::bigint),
        ('L1a', 'Managed account not protected after its login', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate login and logout: log in the managed account first', 'login', 'Set the identity before the account''s data is shown, and launch the app anew after the first policy.', '{}'::jsonb, 41::bigint),
        ('L1b', 'Policy leaked to an unmanaged account', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate login and logout: log in the managed account first', 'login', 'Switch the identity to the unmanaged account before its data is shown or written.', '{}'::jsonb, 42::bigint),
        ('L2a', 'Unmanaged account captured', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate login and logout: log in the unmanaged account first', 'login', 'Switch the identity to the unmanaged account before its data is shown or written.', '{}'::jsonb, 43::bigint),
        ('L2b', 'Managed account not protected beside an unmanaged one', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate login and logout: log in the unmanaged account first', 'login', 'Set the identity before the account''s data is shown: the order of the logins must not matter.', '{}'::jsonb, 44::bigint),
        ('L3', 'Second managed account', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate login and logout: multiple managed accounts', 'login', 'Remove the first managed account before the second one is enrolled.', '{}'::jsonb, 45::bigint),
        ('L4a', 'Managed account not gone after its logout', 'violation', 'account', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate login and logout: log out the managed account', 'login', 'Remove the account and all its data from the app at logout.', '{"unenrollWithin": "1h"}'::jsonb, 46::bigint),
        ('L4b', 'Logout of a managed account touched another', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate login and logout: log out the managed account', 'login', 'Touch only the account that is logged out.', '{"lossWithin": "5m"}'::jsonb, 47::bigint),
        ('L5', 'Logout of an unmanaged account', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate login and logout: log out the unmanaged account (corrected reading)', 'login', 'Remove the data of the account that is logged out, and touch no other.', '{"lossWithin": "5m"}'::jsonb, 48::bigint),
        ('A1', 'Managed account shown without policy', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate the active identity: view of one account, managed', 'identity', 'Check this page: policy must hold on every page of a managed account.', '{}'::jsonb, 49::bigint),
        ('A2', 'Unmanaged account shown under policy', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate the active identity: view of one account, unmanaged', 'identity', 'Check which identity the page''s window and threads have.', '{}'::jsonb, 50::bigint),
        ('A3', 'View of several accounts without policy', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate the active identity: view of several accounts', 'identity', 'Make a managed account the active identity of every page that shows one.', '{}'::jsonb, 51::bigint),
        ('A4', 'Policy lost in a pause', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate the active identity: managed pause', 'identity', 'Set the identity again when the app comes back, before anything is shown.', '{}'::jsonb, 52::bigint),
        ('A5', 'Policy gained in a pause', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate the active identity: unmanaged pause', 'identity', 'Set the identity again when the app comes back, before anything is shown.', '{}'::jsonb, 53::bigint),
        ('A6', 'Policy wrong after a kill', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate the active identity: managed kill', 'identity', 'Set the identity at launch, for the account that is shown first.', '{}'::jsonb, 54::bigint),
        ('A7', 'Policy gained in a kill', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate the active identity: unmanaged kill (corrected reading)', 'identity', 'Set the identity at launch, for the account that is shown first.', '{}'::jsonb, 55::bigint),
        ('A8', 'Managed account unprotected after a kill', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate the active identity: unmanaged kill (corrected reading)', 'identity', 'Set the identity at launch, for the account that is shown first.', '{}'::jsonb, 56::bigint),
        ('A9', 'Shown account is not the active identity', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate the active identity: any page', 'identity', 'Switch the identity before the account''s page is shown.', '{}'::jsonb, 57::bigint),
        ('A10', 'Managed account shown before the identity was set', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Switch identities', 'identity', 'Set the identity at launch: the app starts as unknown and unmanaged.', '{}'::jsonb, 58::bigint),
        ('A11', 'Content opened without a successful switch', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Switch identities', 'identity', 'Open content only when the switch has succeeded, and cancel otherwise.', '{}'::jsonb, 59::bigint),
        ('A12', 'Request of the SDK not answered', 'warning', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Switches that the SDK asks for', 'identity', 'Call the completion handler in every case: the SDK blocks the operation until then.', '{"answerWithin": "1m"}'::jsonb, 60::bigint),
        ('A13', 'Blocked account shown', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Block accounts', 'identity', 'Hide everything of the account until the block is lifted.', '{}'::jsonb, 61::bigint),
        ('A14', 'Managed data in another''s file', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'File owner', 'identity', 'Make the managed account the owner of the file, or protect its part of a file that accounts share.', '{}'::jsonb, 62::bigint),
        ('A15', 'Process identity used', 'warning', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Identity overview', 'identity', 'Set the identity of the user interface or of a thread.', '{}'::jsonb, 63::bigint),
        ('X1', 'Send: managed account, unmanaged app', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate data sharing: send', 'transfer', 'Check which identity was active when the app asked: a wrong decision mostly has a wrong identity.', '{}'::jsonb, 64::bigint),
        ('X2', 'Send: managed account, managed app', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate data sharing: send', 'transfer', 'Check which identity was active when the app asked: a wrong decision mostly has a wrong identity.', '{}'::jsonb, 65::bigint),
        ('X3', 'Send: unmanaged account, managed app', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate data sharing: send', 'transfer', 'Check which identity was active when the app asked: a wrong decision mostly has a wrong identity.', '{}'::jsonb, 66::bigint),
        ('X4', 'Send: unmanaged account, unmanaged app', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate data sharing: send', 'transfer', 'Check which identity was active when the app asked: a wrong decision mostly has a wrong identity.', '{}'::jsonb, 67::bigint),
        ('X5', 'Import: managed account, unmanaged app', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate data sharing: import', 'transfer', 'Check which identity was active when the app asked: a wrong decision mostly has a wrong identity.', '{}'::jsonb, 68::bigint),
        ('X6', 'Import: managed account, managed app', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate data sharing: import', 'transfer', 'Check which identity was active when the app asked: a wrong decision mostly has a wrong identity.', '{}'::jsonb, 69::bigint),
        ('X7', 'Import: unmanaged account, managed app', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate data sharing: import', 'transfer', 'Check which identity was active when the app asked: a wrong decision mostly has a wrong identity.', '{}'::jsonb, 70::bigint),
        ('X8', 'Import: unmanaged account, unmanaged app', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate data sharing: import', 'transfer', 'Check which identity was active when the app asked: a wrong decision mostly has a wrong identity.', '{}'::jsonb, 71::bigint),
        ('X9', 'Receive: managed account, unmanaged app', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate data sharing: receive', 'transfer', 'Check which identity was active when the app asked: a wrong decision mostly has a wrong identity.', '{}'::jsonb, 72::bigint),
        ('X10', 'Receive: managed account, managed app', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate data sharing: receive', 'transfer', 'Check which identity was active when the app asked: a wrong decision mostly has a wrong identity.', '{}'::jsonb, 73::bigint),
        ('X11', 'Receive: unmanaged account, managed app', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate data sharing: receive', 'transfer', 'Check which identity was active when the app asked: a wrong decision mostly has a wrong identity.', '{}'::jsonb, 74::bigint),
        ('X12', 'Receive: unmanaged account, unmanaged app', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Validate data sharing: receive', 'transfer', 'Check which identity was active when the app asked: a wrong decision mostly has a wrong identity.', '{}'::jsonb, 75::bigint),
        ('X13', 'Account given for a place of the device', 'warning', 'installation', 'Intune App SDK for iOS, stage 4: app participation features', 'Save to and open from', 'transfer', 'Ask without an account for the camera, the photos and the camera roll.', '{}'::jsonb, 76::bigint),
        ('X14', 'Blocked transfer performed', 'violation', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Share data', 'transfer', 'Wait for the decision and keep to it.', '{}'::jsonb, 77::bigint),
        ('X15', 'No account given for local storage', 'warning', 'installation', 'Intune App SDK for iOS, stage 4: app participation features', 'Save to and open from', 'transfer', 'Ask for the account whose data is saved or opened.', '{}'::jsonb, 78::bigint),
        ('X16', 'Decision by an old policy', 'warning', 'installation', 'Intune App SDK for iOS, stage 5: multi-identity', 'Share data', 'transfer', 'Ask the SDK for the policy at each decision, and keep none.', '{}'::jsonb, 79::bigint),
        ('G1', 'Gap in the numbers of a source', 'warning', 'log', 'The integrity of the log', 'Completeness', 'log', 'Have the source send the missing events again, and look for what kept them back.', '{}'::jsonb, 80::bigint),
        ('G2', 'Verification failed', 'violation', 'log', 'The integrity of the log', 'Verification', 'log', 'Compare the log with its last trusted checkpoint and with a backup before anything else is written.', '{}'::jsonb, 81::bigint),
        ('G3', 'Dated after its arrival', 'warning', 'log', 'The integrity of the log', 'Time', 'log', 'Set the clock of the producer; the event counts from its arrival.', '{"skew": "5m"}'::jsonb, 82::bigint),
        ('G4', 'Same id, other content', 'violation', 'log', 'The integrity of the log', 'Identity of events', 'log', 'Compare what was refused with the event in the log, and find out why the source uses an id twice.', '{}'::jsonb, 83::bigint),
        ('G5', 'Import that leaves a gap', 'warning', 'log', 'The integrity of the log', 'Completeness', 'log', 'Import the time between.', '{}'::jsonb, 84::bigint),
        ('K-ADALClientId', 'No valid client id', 'violation', 'installation', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Configure settings for the SDK', 'configuration', 'Set ADALClientId to the client id of the app''s registration in Entra.', '{}'::jsonb, 85::bigint),
        ('K-ADALAuthority', 'No authority in a line-of-business app', 'violation', 'installation', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Configure settings for the SDK', 'configuration', 'Set ADALAuthority to the authority of the tenant.', '{}'::jsonb, 86::bigint),
        ('K-ADALRedirectUri', 'Redirect not configured once', 'violation', 'installation', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Configure settings for the SDK', 'configuration', 'Set ADALRedirectUri alone, or ADALRedirectScheme alone where the redirect is the scheme and the bundle id.', '{}'::jsonb, 87::bigint),
        ('K-ADALCacheKeychainGroupOverride', 'Keychain group with a team prefix', 'warning', 'installation', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Configure settings for the SDK', 'configuration', 'Set the keychain group that MSAL uses, without the team''s prefix.', '{}'::jsonb, 88::bigint),
        ('K-AutoEnrollOnLaunch', 'Enrollment at launch may fail silently', 'note', 'installation', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Configure settings for the SDK', 'configuration', 'Set MAMPolicyRequired too, or register accounts in code after their sign-in.', '{}'::jsonb, 89::bigint),
        ('K-MAMPolicyRequired', 'Launch blocked without policy', 'violation', 'installation', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Configure settings for the SDK', 'configuration', 'Set MAMPolicyRequired only in line-of-business builds, and AutoEnrollOnLaunch with it.', '{}'::jsonb, 90::bigint),
        ('K-MAMPolicyWarnAbsent', 'Warning that never shows', 'note', 'installation', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Configure settings for the SDK', 'configuration', 'Remove MAMPolicyWarnAbsent.', '{}'::jsonb, 91::bigint),
        ('K-SafariViewControllerBlockedOverride', 'Safari view not blocked', 'warning', 'installation', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Configure settings for the SDK', 'configuration', 'Remove SafariViewControllerBlockedOverride unless the views show no managed data.', '{}'::jsonb, 92::bigint),
        ('K-SplashDuration', 'Splash duration not positive', 'warning', 'installation', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Configure settings for the SDK', 'configuration', 'Set SplashDuration to seconds above zero, or remove it.', '{}'::jsonb, 93::bigint),
        ('K-BackgroundColor', 'BackgroundColor of no use', 'warning', 'installation', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Configure settings for the SDK', 'configuration', 'Set six hexadecimal digits, with or without #.', '{}'::jsonb, 94::bigint),
        ('K-ForegroundColor', 'ForegroundColor of no use', 'warning', 'installation', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Configure settings for the SDK', 'configuration', 'Set six hexadecimal digits, with or without #.', '{}'::jsonb, 95::bigint),
        ('K-AccentColor', 'AccentColor of no use', 'warning', 'installation', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Configure settings for the SDK', 'configuration', 'Set six hexadecimal digits, with or without #.', '{}'::jsonb, 96::bigint),
        ('K-SecondaryBackgroundColor', 'SecondaryBackgroundColor of no use', 'warning', 'installation', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Configure settings for the SDK', 'configuration', 'Set six hexadecimal digits, with or without #, other than those of BackgroundColor.', '{}'::jsonb, 97::bigint),
        ('K-SecondaryForegroundColor', 'SecondaryForegroundColor of no use', 'warning', 'installation', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Configure settings for the SDK', 'configuration', 'Set six hexadecimal digits, with or without #, other than those of ForegroundColor.', '{}'::jsonb, 98::bigint),
        ('K-SupportsDarkMode', 'Dark mode disabled by colours', 'note', 'installation', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Configure settings for the SDK', 'configuration', 'Remove the colours, or set SupportsDarkMode to NO.', '{}'::jsonb, 99::bigint),
        ('K-MAMTelemetryUsePPE', 'Telemetry to the test backend', 'violation', 'installation', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Configure settings for the SDK', 'configuration', 'Remove MAMTelemetryUsePPE from release builds.', '{}'::jsonb, 100::bigint),
        ('K-MaxFileProtectionLevel', 'File protection limited', 'violation', 'installation', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Configure settings for the SDK', 'configuration', 'Remove MaxFileProtectionLevel; only an app with its own user interface on the lock screen needs NSFileProtectionCompleteUntilFirstUserAuthentication.', '{}'::jsonb, 101::bigint),
        ('K-VerboseLoggingEnabled', 'Verbose logging in a release build', 'warning', 'installation', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Configure settings for the SDK', 'configuration', 'Remove VerboseLoggingEnabled from release builds.', '{}'::jsonb, 102::bigint),
        ('K-MultiManagedIdentities', 'Many managed accounts without multi-identity', 'violation', 'installation', 'Intune App SDK for iOS, stage 3: integrate the SDK', 'Configure settings for the SDK', 'configuration', 'Set MultiIdentity too, or remove MultiManagedIdentities.', '{}'::jsonb, 103::bigint);

COMMENT ON VIEW reporting.v1_rule IS 'The rules: one row each, with what is built in.';
COMMENT ON COLUMN reporting.v1_rule.rule IS 'The rule, as in v1_finding.';
COMMENT ON COLUMN reporting.v1_rule.title IS 'A few words that name what is wrong.';
COMMENT ON COLUMN reporting.v1_rule.severity IS 'violation, warning or note, unless the parameters of the log say otherwise.';
COMMENT ON COLUMN reporting.v1_rule.judged_over IS 'account, installation, device or log: the events that it is judged over.';
COMMENT ON COLUMN reporting.v1_rule.document IS 'The document that it comes from.';
COMMENT ON COLUMN reporting.v1_rule.section IS 'The section of that document.';
COMMENT ON COLUMN reporting.v1_rule.area IS 'The chapter: wipe, enrollment, conditionalAccess, sharedDevice, login, identity, transfer, configuration or log.';
COMMENT ON COLUMN reporting.v1_rule.remedy IS 'What to do about a finding.';
COMMENT ON COLUMN reporting.v1_rule.parameters IS 'What can be set, with the built-in values: lengths of time as 24h, counts as numbers.';
COMMENT ON COLUMN reporting.v1_rule.ordinal IS 'The place in the catalogue, from 1.';

-- The views below are over the log itself, each over few of its types (the numbers are those of audit.event_type). An
-- event that names a UPN alone belongs to whom the links say at its instant, as in the fold.

CREATE VIEW reporting.v1_policy_change AS
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
        r.record ->> 'sdkversion' AS sdk_version
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
    WHERE e.type = 21;

COMMENT ON VIEW reporting.v1_policy_change IS 'Changes of policy: one row for each mam.policy.changed.';
COMMENT ON COLUMN reporting.v1_policy_change.tenant IS 'The Entra tenant id.';
COMMENT ON COLUMN reporting.v1_policy_change.position IS 'The place in the log of the tenant, from 0.';
COMMENT ON COLUMN reporting.v1_policy_change.account IS 'Whose policy it is: the object id in lower case, or upn:NAME.';
COMMENT ON COLUMN reporting.v1_policy_change.app IS 'The bundle id.';
COMMENT ON COLUMN reporting.v1_policy_change.device IS 'The device identity of the producer.';
COMMENT ON COLUMN reporting.v1_policy_change.source IS 'mdm, mam or other: as sent, so it may be a number.';
COMMENT ON COLUMN reporting.v1_policy_change.policy_id IS 'The policy, where the event names it.';
COMMENT ON COLUMN reporting.v1_policy_change.outbound IS 'To whom data may be sent: allApps, managedApps or none; null where the event does not set it.';
COMMENT ON COLUMN reporting.v1_policy_change.inbound IS 'From whom data may be taken: allApps, managedApps or none; null where the event does not set it.';
COMMENT ON COLUMN reporting.v1_policy_change.settings IS 'All settings that the event gives: a JSON object.';
COMMENT ON COLUMN reporting.v1_policy_change.occurred_at IS 'When it happened, by the clock of the producer.';
COMMENT ON COLUMN reporting.v1_policy_change.recorded_at IS 'When it was appended, by the clock of the store.';
COMMENT ON COLUMN reporting.v1_policy_change.effective_at IS 'When it counts: the earlier of the two.';
COMMENT ON COLUMN reporting.v1_policy_change.app_version IS 'The version of the app, where the event gives it.';
COMMENT ON COLUMN reporting.v1_policy_change.sdk_version IS 'The version of the SDK, where the event gives it.';

CREATE VIEW reporting.v1_transfer_decision AS
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
        r.record ->> 'sdkversion' AS sdk_version
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
    WHERE e.type = 100;

COMMENT ON VIEW reporting.v1_transfer_decision IS 'Decisions about transfers of data: one row for each mam.transfer.decided. What the rules say of one are the findings of X1 to X16 that it opened: v1_finding.opened_by is its position.';
COMMENT ON COLUMN reporting.v1_transfer_decision.tenant IS 'The Entra tenant id.';
COMMENT ON COLUMN reporting.v1_transfer_decision.position IS 'The place in the log of the tenant, from 0.';
COMMENT ON COLUMN reporting.v1_transfer_decision.account IS 'For whom it was decided: the object id in lower case, or upn:NAME; null for no account.';
COMMENT ON COLUMN reporting.v1_transfer_decision.app IS 'The bundle id of the app that asked.';
COMMENT ON COLUMN reporting.v1_transfer_decision.device IS 'The device identity of the producer.';
COMMENT ON COLUMN reporting.v1_transfer_decision.direction IS 'send, import or receive.';
COMMENT ON COLUMN reporting.v1_transfer_decision.decision IS 'allowed or blocked.';
COMMENT ON COLUMN reporting.v1_transfer_decision.peer_app IS 'The other app.';
COMMENT ON COLUMN reporting.v1_transfer_decision.peer_managed IS 'Whether the other app is managed.';
COMMENT ON COLUMN reporting.v1_transfer_decision.peer_account IS 'The account in the other app, as sent.';
COMMENT ON COLUMN reporting.v1_transfer_decision.location_enumeration IS 'The enumeration that the place is of: IntuneMAMSaveLocation or IntuneMAMOpenLocation.';
COMMENT ON COLUMN reporting.v1_transfer_decision.location IS 'The place that is saved to or opened from: its name, else as sent.';
COMMENT ON COLUMN reporting.v1_transfer_decision.operation_id IS 'The operation, by the id of the installation.';
COMMENT ON COLUMN reporting.v1_transfer_decision.policy_id IS 'The policy by which it was decided, where the event names it.';
COMMENT ON COLUMN reporting.v1_transfer_decision.occurred_at IS 'When it happened, by the clock of the producer.';
COMMENT ON COLUMN reporting.v1_transfer_decision.recorded_at IS 'When it was appended, by the clock of the store.';
COMMENT ON COLUMN reporting.v1_transfer_decision.effective_at IS 'When it counts: the earlier of the two.';
COMMENT ON COLUMN reporting.v1_transfer_decision.app_version IS 'The version of the app, where the event gives it.';
COMMENT ON COLUMN reporting.v1_transfer_decision.sdk_version IS 'The version of the SDK, where the event gives it.';

-- A user leaves an app of a shared device when the app sees another one, or none. What follows of the same account in
-- the same app is the next row of one window: the data is cleared, or the account comes back, or nothing yet.
CREATE VIEW reporting.v1_shared_device_handover AS
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
                        CROSS JOIN LATERAL (SELECT audit.record_json(e.record) -> 'data' AS data OFFSET 0) AS r
                        CROSS JOIN LATERAL (
                            SELECT
                                min(i.id) FILTER (WHERE i.member = 'current') AS current,
                                min(i.id) FILTER (WHERE i.member = 'previous') AS previous
                            FROM (
                                SELECT
                                    n.member,
                                    -- An object id, alone or at the head of a homeAccountId; else as sent.
                                    CASE
                                        WHEN n.sent ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}([.]|$)'
                                            THEN left(n.sent, 36)::uuid::text
                                        ELSE NULLIF(n.sent, '')
                                    END AS id
                                FROM (
                                    VALUES ('current', r.data ->> 'current'), ('previous', r.data ->> 'previous')
                                ) AS n (member, sent)
                            ) AS i
                        ) AS c
                        CROSS JOIN LATERAL (
                            SELECT
                                coalesce(
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
                                ) AS account_id
                        ) AS s
                        LEFT JOIN audit.account AS g ON g.log_id = e.log_id AND g.account_id = s.account_id
                        WHERE e.type IN (121, 122, 123, 124)
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
                CROSS JOIN LATERAL (
                    SELECT
                        coalesce(
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
                        ) AS account_id
                ) AS s
                JOIN audit.account AS g ON g.log_id = e.log_id AND g.account_id = s.account_id
                WHERE e.type = 125 AND e.app_id IS NOT NULL AND e.device_id IS NOT NULL
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

COMMENT ON VIEW reporting.v1_shared_device_handover IS 'Hand-overs of shared devices: one row each time an app saw its user replaced by another, or by nobody.';
COMMENT ON COLUMN reporting.v1_shared_device_handover.tenant IS 'The Entra tenant id.';
COMMENT ON COLUMN reporting.v1_shared_device_handover.device IS 'The device identity of the producer.';
COMMENT ON COLUMN reporting.v1_shared_device_handover.app IS 'The bundle id of the app that saw it.';
COMMENT ON COLUMN reporting.v1_shared_device_handover.position IS 'The position of the event by which the app saw it.';
COMMENT ON COLUMN reporting.v1_shared_device_handover.previous IS 'The user before: the object id in lower case, upn:NAME, or as sent.';
COMMENT ON COLUMN reporting.v1_shared_device_handover.current IS 'The user from then on; null for nobody.';
COMMENT ON COLUMN reporting.v1_shared_device_handover.changed_at IS 'When the app saw it, by the instant at which the event counts.';
COMMENT ON COLUMN reporting.v1_shared_device_handover.next_user_at IS 'When the app had a user again, whoever it was; null while nobody has come.';
COMMENT ON COLUMN reporting.v1_shared_device_handover.cleared_at IS 'When the app reported that the data of the user before was cleared; null where it has not, or where that user came back first.';
COMMENT ON COLUMN reporting.v1_shared_device_handover.cleared_position IS 'The position of that report.';
COMMENT ON COLUMN reporting.v1_shared_device_handover.returned_at IS 'When the user before came back, with nothing cleared until then.';
COMMENT ON COLUMN reporting.v1_shared_device_handover.signed_out_at IS 'When the user before last signed out of the device, in whatever app; null where no sign-out is known since that user came.';
COMMENT ON COLUMN reporting.v1_shared_device_handover.lag_s IS 'Seconds from the change, as the app saw it, to the clearing.';
COMMENT ON COLUMN reporting.v1_shared_device_handover.sign_out_lag_s IS 'Seconds from the sign-out to the clearing.';

GRANT SELECT ON ALL TABLES IN SCHEMA reporting TO mamaudit_reporting, mamaudit_reader;

-- How many logs there are, for the planner. A table of few rows is never worth an ANALYZE to autovacuum, and without one
-- the planner takes it for a thousand: reports that join by the tenant then come out a hundred times slower. An append
-- touches the row of its log, so within a minute of the first one the number is known.
ALTER TABLE audit.log SET (autovacuum_analyze_threshold = 0, autovacuum_analyze_scale_factor = 0);
ANALYZE audit.log;
