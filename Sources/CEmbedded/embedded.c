#include "CEmbedded.h"

// Each file twice: its bytes here, its entry in the table below. A test compares the table with the folders.
static const unsigned char migration_0001[] = {
#embed "../../Migrations/0001_roles_and_schemas.sql"
};
static const unsigned char migration_0002[] = {
#embed "../../Migrations/0002_catalogue.sql"
};
static const unsigned char migration_0003[] = {
#embed "../../Migrations/0003_log.sql"
};
static const unsigned char migration_0004[] = {
#embed "../../Migrations/0004_append_only.sql"
};
static const unsigned char migration_0005[] = {
#embed "../../Migrations/0005_names.sql"
};
static const unsigned char migration_0006[] = {
#embed "../../Migrations/0006_append.sql"
};
static const unsigned char migration_0007[] = {
#embed "../../Migrations/0007_views.sql"
};
static const unsigned char migration_0008[] = {
#embed "../../Migrations/0008_projections.sql"
};
static const unsigned char migration_0009[] = {
#embed "../../Migrations/0009_reporting.sql"
};
static const unsigned char migration_0010[] = {
#embed "../../Migrations/0010_own_events.sql"
};
static const unsigned char migration_0011[] = {
#embed "../../Migrations/0011_findings.sql"
};
static const unsigned char migration_0012[] = {
#embed "../../Migrations/0012_reporting_findings.sql"
};
static const unsigned char migration_0013[] = {
#embed "../../Migrations/0013_log_findings.sql"
};
static const unsigned char migration_0014[] = {
#embed "../../Migrations/0014_rollups.sql"
};
static const unsigned char migration_0015[] = {
#embed "../../Migrations/0015_reporting_daily.sql"
};
static const unsigned char migration_0016[] = {
#embed "../../Migrations/0016_reporting_frozen.sql"
};
static const unsigned char query_account_status_summary[] = {
#embed "../../Queries/accounts/account-status-summary.sql"
};
static const unsigned char query_blocked_accounts[] = {
#embed "../../Queries/accounts/blocked-accounts.sql"
};
static const unsigned char query_data_of_account[] = {
#embed "../../Queries/accounts/data-of-account.sql"
};
static const unsigned char query_overdue_check_ins[] = {
#embed "../../Queries/accounts/overdue-check-ins.sql"
};
static const unsigned char query_accounts_not_compliant[] = {
#embed "../../Queries/compliance/accounts-not-compliant.sql"
};
static const unsigned char query_data_access_while_not_compliant[] = {
#embed "../../Queries/compliance/data-access-while-not-compliant.sql"
};
static const unsigned char query_enrollment_failures_by_code[] = {
#embed "../../Queries/enrollment/enrollment-failures-by-code.sql"
};
static const unsigned char query_enrollment_failures_by_version[] = {
#embed "../../Queries/enrollment/enrollment-failures-by-version.sql"
};
static const unsigned char query_acknowledged_findings[] = {
#embed "../../Queries/findings/acknowledged-findings.sql"
};
static const unsigned char query_findings_by_day[] = {
#embed "../../Queries/findings/findings-by-day.sql"
};
static const unsigned char query_findings_by_rule[] = {
#embed "../../Queries/findings/findings-by-rule.sql"
};
static const unsigned char query_findings_by_version[] = {
#embed "../../Queries/findings/findings-by-version.sql"
};
static const unsigned char query_findings_of_account[] = {
#embed "../../Queries/findings/findings-of-account.sql"
};
static const unsigned char query_findings_open_at[] = {
#embed "../../Queries/findings/findings-open-at.sql"
};
static const unsigned char query_findings_time_to_resolve[] = {
#embed "../../Queries/findings/findings-time-to-resolve.sql"
};
static const unsigned char query_open_violations[] = {
#embed "../../Queries/findings/open-violations.sql"
};
static const unsigned char query_superseded_findings[] = {
#embed "../../Queries/findings/superseded-findings.sql"
};
static const unsigned char query_events_by_day_and_type[] = {
#embed "../../Queries/log/events-by-day-and-type.sql"
};
static const unsigned char query_what_changed_in_a_period[] = {
#embed "../../Queries/log/what-changed-in-a-period.sql"
};
static const unsigned char query_app_setting_changes[] = {
#embed "../../Queries/policy/app-setting-changes.sql"
};
static const unsigned char query_policy_rollout[] = {
#embed "../../Queries/policy/policy-rollout.sql"
};
static const unsigned char query_shared_device_cleanup_lag[] = {
#embed "../../Queries/shared-devices/shared-device-cleanup-lag.sql"
};
static const unsigned char query_shared_device_cleanup_pending[] = {
#embed "../../Queries/shared-devices/shared-device-cleanup-pending.sql"
};
static const unsigned char query_shared_device_handovers[] = {
#embed "../../Queries/shared-devices/shared-device-handovers.sql"
};
static const unsigned char query_transfer_decisions_against_policy[] = {
#embed "../../Queries/transfers/transfer-decisions-against-policy.sql"
};
static const unsigned char query_sign_ins_after_wipe[] = {
#embed "../../Queries/wipes/sign-ins-after-wipe.sql"
};
static const unsigned char query_wipe_ledger[] = {
#embed "../../Queries/wipes/wipe-ledger.sql"
};
static const unsigned char query_wipes_not_confirmed[] = {
#embed "../../Queries/wipes/wipes-not-confirmed.sql"
};
// The sample fleet: what the command of `mamaudit-bench generate --help` writes.
static const unsigned char sample_fleet[] = {
#embed "sample-fleet.ndjson"
};
static const unsigned char reporting_v1[] = {
#embed "../AuditStore/Reporting/reporting-v1.tsv"
};

#define ENTRY(path, bytes) {path, bytes, sizeof bytes}

static const EmbeddedFile files[] = {
    ENTRY("Migrations/0001_roles_and_schemas.sql", migration_0001),
    ENTRY("Migrations/0002_catalogue.sql", migration_0002),
    ENTRY("Migrations/0003_log.sql", migration_0003),
    ENTRY("Migrations/0004_append_only.sql", migration_0004),
    ENTRY("Migrations/0005_names.sql", migration_0005),
    ENTRY("Migrations/0006_append.sql", migration_0006),
    ENTRY("Migrations/0007_views.sql", migration_0007),
    ENTRY("Migrations/0008_projections.sql", migration_0008),
    ENTRY("Migrations/0009_reporting.sql", migration_0009),
    ENTRY("Migrations/0010_own_events.sql", migration_0010),
    ENTRY("Migrations/0011_findings.sql", migration_0011),
    ENTRY("Migrations/0012_reporting_findings.sql", migration_0012),
    ENTRY("Migrations/0013_log_findings.sql", migration_0013),
    ENTRY("Migrations/0014_rollups.sql", migration_0014),
    ENTRY("Migrations/0015_reporting_daily.sql", migration_0015),
    ENTRY("Migrations/0016_reporting_frozen.sql", migration_0016),
    ENTRY("Queries/accounts/account-status-summary.sql", query_account_status_summary),
    ENTRY("Queries/accounts/blocked-accounts.sql", query_blocked_accounts),
    ENTRY("Queries/accounts/data-of-account.sql", query_data_of_account),
    ENTRY("Queries/accounts/overdue-check-ins.sql", query_overdue_check_ins),
    ENTRY("Queries/compliance/accounts-not-compliant.sql", query_accounts_not_compliant),
    ENTRY("Queries/compliance/data-access-while-not-compliant.sql", query_data_access_while_not_compliant),
    ENTRY("Queries/enrollment/enrollment-failures-by-code.sql", query_enrollment_failures_by_code),
    ENTRY("Queries/enrollment/enrollment-failures-by-version.sql", query_enrollment_failures_by_version),
    ENTRY("Queries/findings/acknowledged-findings.sql", query_acknowledged_findings),
    ENTRY("Queries/findings/findings-by-day.sql", query_findings_by_day),
    ENTRY("Queries/findings/findings-by-rule.sql", query_findings_by_rule),
    ENTRY("Queries/findings/findings-by-version.sql", query_findings_by_version),
    ENTRY("Queries/findings/findings-of-account.sql", query_findings_of_account),
    ENTRY("Queries/findings/findings-open-at.sql", query_findings_open_at),
    ENTRY("Queries/findings/findings-time-to-resolve.sql", query_findings_time_to_resolve),
    ENTRY("Queries/findings/open-violations.sql", query_open_violations),
    ENTRY("Queries/findings/superseded-findings.sql", query_superseded_findings),
    ENTRY("Queries/log/events-by-day-and-type.sql", query_events_by_day_and_type),
    ENTRY("Queries/log/what-changed-in-a-period.sql", query_what_changed_in_a_period),
    ENTRY("Queries/policy/app-setting-changes.sql", query_app_setting_changes),
    ENTRY("Queries/policy/policy-rollout.sql", query_policy_rollout),
    ENTRY("Queries/shared-devices/shared-device-cleanup-lag.sql", query_shared_device_cleanup_lag),
    ENTRY("Queries/shared-devices/shared-device-cleanup-pending.sql", query_shared_device_cleanup_pending),
    ENTRY("Queries/shared-devices/shared-device-handovers.sql", query_shared_device_handovers),
    ENTRY("Queries/transfers/transfer-decisions-against-policy.sql", query_transfer_decisions_against_policy),
    ENTRY("Queries/wipes/sign-ins-after-wipe.sql", query_sign_ins_after_wipe),
    ENTRY("Queries/wipes/wipe-ledger.sql", query_wipe_ledger),
    ENTRY("Queries/wipes/wipes-not-confirmed.sql", query_wipes_not_confirmed),
    ENTRY("Samples/fleet.ndjson", sample_fleet),
    ENTRY("Sources/AuditStore/Reporting/reporting-v1.tsv", reporting_v1),
};

size_t embedded_file_count(void) { return sizeof files / sizeof files[0]; }

EmbeddedFile embedded_file(size_t index) { return files[index]; }
