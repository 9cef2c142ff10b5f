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
static const unsigned char query_account_status_summary[] = {
#embed "../../Queries/account-status-summary.sql"
};
static const unsigned char query_accounts_not_compliant[] = {
#embed "../../Queries/accounts-not-compliant.sql"
};
static const unsigned char query_acknowledged_findings[] = {
#embed "../../Queries/acknowledged-findings.sql"
};
static const unsigned char query_app_setting_changes[] = {
#embed "../../Queries/app-setting-changes.sql"
};
static const unsigned char query_blocked_accounts[] = {
#embed "../../Queries/blocked-accounts.sql"
};
static const unsigned char query_data_access_while_not_compliant[] = {
#embed "../../Queries/data-access-while-not-compliant.sql"
};
static const unsigned char query_data_of_account[] = {
#embed "../../Queries/data-of-account.sql"
};
static const unsigned char query_enrollment_failures_by_code[] = {
#embed "../../Queries/enrollment-failures-by-code.sql"
};
static const unsigned char query_enrollment_failures_by_version[] = {
#embed "../../Queries/enrollment-failures-by-version.sql"
};
static const unsigned char query_events_by_day_and_type[] = {
#embed "../../Queries/events-by-day-and-type.sql"
};
static const unsigned char query_findings_by_day[] = {
#embed "../../Queries/findings-by-day.sql"
};
static const unsigned char query_findings_by_rule[] = {
#embed "../../Queries/findings-by-rule.sql"
};
static const unsigned char query_findings_by_version[] = {
#embed "../../Queries/findings-by-version.sql"
};
static const unsigned char query_findings_of_account[] = {
#embed "../../Queries/findings-of-account.sql"
};
static const unsigned char query_findings_open_at[] = {
#embed "../../Queries/findings-open-at.sql"
};
static const unsigned char query_findings_time_to_resolve[] = {
#embed "../../Queries/findings-time-to-resolve.sql"
};
static const unsigned char query_open_violations[] = {
#embed "../../Queries/open-violations.sql"
};
static const unsigned char query_overdue_check_ins[] = {
#embed "../../Queries/overdue-check-ins.sql"
};
static const unsigned char query_policy_rollout[] = {
#embed "../../Queries/policy-rollout.sql"
};
static const unsigned char query_shared_device_cleanup_lag[] = {
#embed "../../Queries/shared-device-cleanup-lag.sql"
};
static const unsigned char query_shared_device_cleanup_pending[] = {
#embed "../../Queries/shared-device-cleanup-pending.sql"
};
static const unsigned char query_shared_device_handovers[] = {
#embed "../../Queries/shared-device-handovers.sql"
};
static const unsigned char query_sign_ins_after_wipe[] = {
#embed "../../Queries/sign-ins-after-wipe.sql"
};
static const unsigned char query_superseded_findings[] = {
#embed "../../Queries/superseded-findings.sql"
};
static const unsigned char query_transfer_decisions_against_policy[] = {
#embed "../../Queries/transfer-decisions-against-policy.sql"
};
static const unsigned char query_what_changed_in_a_period[] = {
#embed "../../Queries/what-changed-in-a-period.sql"
};
static const unsigned char query_wipe_ledger[] = {
#embed "../../Queries/wipe-ledger.sql"
};
static const unsigned char query_wipes_not_confirmed[] = {
#embed "../../Queries/wipes-not-confirmed.sql"
};
// The sample fleet: what the command of `mamaudit-bench generate --help` writes.
static const unsigned char sample_fleet[] = {
#embed "sample-fleet.ndjson"
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
    ENTRY("Queries/account-status-summary.sql", query_account_status_summary),
    ENTRY("Queries/accounts-not-compliant.sql", query_accounts_not_compliant),
    ENTRY("Queries/acknowledged-findings.sql", query_acknowledged_findings),
    ENTRY("Queries/app-setting-changes.sql", query_app_setting_changes),
    ENTRY("Queries/blocked-accounts.sql", query_blocked_accounts),
    ENTRY("Queries/data-access-while-not-compliant.sql", query_data_access_while_not_compliant),
    ENTRY("Queries/data-of-account.sql", query_data_of_account),
    ENTRY("Queries/enrollment-failures-by-code.sql", query_enrollment_failures_by_code),
    ENTRY("Queries/enrollment-failures-by-version.sql", query_enrollment_failures_by_version),
    ENTRY("Queries/events-by-day-and-type.sql", query_events_by_day_and_type),
    ENTRY("Queries/findings-by-day.sql", query_findings_by_day),
    ENTRY("Queries/findings-by-rule.sql", query_findings_by_rule),
    ENTRY("Queries/findings-by-version.sql", query_findings_by_version),
    ENTRY("Queries/findings-of-account.sql", query_findings_of_account),
    ENTRY("Queries/findings-open-at.sql", query_findings_open_at),
    ENTRY("Queries/findings-time-to-resolve.sql", query_findings_time_to_resolve),
    ENTRY("Queries/open-violations.sql", query_open_violations),
    ENTRY("Queries/overdue-check-ins.sql", query_overdue_check_ins),
    ENTRY("Queries/policy-rollout.sql", query_policy_rollout),
    ENTRY("Queries/shared-device-cleanup-lag.sql", query_shared_device_cleanup_lag),
    ENTRY("Queries/shared-device-cleanup-pending.sql", query_shared_device_cleanup_pending),
    ENTRY("Queries/shared-device-handovers.sql", query_shared_device_handovers),
    ENTRY("Queries/sign-ins-after-wipe.sql", query_sign_ins_after_wipe),
    ENTRY("Queries/superseded-findings.sql", query_superseded_findings),
    ENTRY("Queries/transfer-decisions-against-policy.sql", query_transfer_decisions_against_policy),
    ENTRY("Queries/what-changed-in-a-period.sql", query_what_changed_in_a_period),
    ENTRY("Queries/wipe-ledger.sql", query_wipe_ledger),
    ENTRY("Queries/wipes-not-confirmed.sql", query_wipes_not_confirmed),
    ENTRY("Samples/fleet.ndjson", sample_fleet),
};

size_t embedded_file_count(void) { return sizeof files / sizeof files[0]; }

EmbeddedFile embedded_file(size_t index) { return files[index]; }
