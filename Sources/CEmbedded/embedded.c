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
static const unsigned char migration_0017[] = {
#embed "../../Migrations/0017_report_speed.sql"
};
static const unsigned char migration_0018[] = {
#embed "../../Migrations/0018_public_rights.sql"
};
static const unsigned char migration_0019[] = {
#embed "../../Migrations/0019_denials.sql"
};
static const unsigned char migration_0020[] = {
#embed "../../Migrations/0020_report_records.sql"
};
static const unsigned char migration_0021[] = {
#embed "../../Migrations/0021_append_speed.sql"
};
static const unsigned char migration_0022[] = {
#embed "../../Migrations/0022_rule_texts.sql"
};
static const unsigned char query_account_status_summary[] = {
#embed "../../Queries/accounts/account-status-summary.sql"
};
static const unsigned char query_accounts_needing_attention[] = {
#embed "../../Queries/accounts/accounts-needing-attention.sql"
};
static const unsigned char query_accounts_on_device[] = {
#embed "../../Queries/accounts/accounts-on-device.sql"
};
static const unsigned char query_blocked_accounts_without_data[] = {
#embed "../../Queries/accounts/blocked-accounts-without-data.sql"
};
static const unsigned char query_blocked_accounts[] = {
#embed "../../Queries/accounts/blocked-accounts.sql"
};
static const unsigned char query_check_ins_in_time[] = {
#embed "../../Queries/accounts/check-ins-in-time.sql"
};
static const unsigned char query_daily_statuses[] = {
#embed "../../Queries/accounts/daily-statuses.sql"
};
static const unsigned char query_data_of_account[] = {
#embed "../../Queries/accounts/data-of-account.sql"
};
static const unsigned char query_one_managed_account[] = {
#embed "../../Queries/accounts/one-managed-account.sql"
};
static const unsigned char query_overdue_check_ins[] = {
#embed "../../Queries/accounts/overdue-check-ins.sql"
};
static const unsigned char query_accounts_not_compliant[] = {
#embed "../../Queries/compliance/accounts-not-compliant.sql"
};
static const unsigned char query_compliance_by_app[] = {
#embed "../../Queries/compliance/compliance-by-app.sql"
};
static const unsigned char query_compliance_loops[] = {
#embed "../../Queries/compliance/compliance-loops.sql"
};
static const unsigned char query_daily_compliance[] = {
#embed "../../Queries/compliance/daily-compliance.sql"
};
static const unsigned char query_data_access_while_not_compliant[] = {
#embed "../../Queries/compliance/data-access-while-not-compliant.sql"
};
static const unsigned char query_dashboard_accounts[] = {
#embed "../../Queries/dashboard/dashboard-accounts.sql"
};
static const unsigned char query_dashboard_apps[] = {
#embed "../../Queries/dashboard/dashboard-apps.sql"
};
static const unsigned char query_dashboard_enrollment_codes[] = {
#embed "../../Queries/dashboard/dashboard-enrollment-codes.sql"
};
static const unsigned char query_dashboard_enrollments_by_day[] = {
#embed "../../Queries/dashboard/dashboard-enrollments-by-day.sql"
};
static const unsigned char query_dashboard_extent[] = {
#embed "../../Queries/dashboard/dashboard-extent.sql"
};
static const unsigned char query_dashboard_findings_by_age[] = {
#embed "../../Queries/dashboard/dashboard-findings-by-age.sql"
};
static const unsigned char query_dashboard_findings_by_day[] = {
#embed "../../Queries/dashboard/dashboard-findings-by-day.sql"
};
static const unsigned char query_dashboard_findings_by_rule[] = {
#embed "../../Queries/dashboard/dashboard-findings-by-rule.sql"
};
static const unsigned char query_dashboard_handover_lag[] = {
#embed "../../Queries/dashboard/dashboard-handover-lag.sql"
};
static const unsigned char query_dashboard_handovers_by_day[] = {
#embed "../../Queries/dashboard/dashboard-handovers-by-day.sql"
};
static const unsigned char query_dashboard_headlines[] = {
#embed "../../Queries/dashboard/dashboard-headlines.sql"
};
static const unsigned char query_dashboard_late_handovers[] = {
#embed "../../Queries/dashboard/dashboard-late-handovers.sql"
};
static const unsigned char query_dashboard_releases[] = {
#embed "../../Queries/dashboard/dashboard-releases.sql"
};
static const unsigned char query_dashboard_slowest_wipes[] = {
#embed "../../Queries/dashboard/dashboard-slowest-wipes.sql"
};
static const unsigned char query_dashboard_status_by_day[] = {
#embed "../../Queries/dashboard/dashboard-status-by-day.sql"
};
static const unsigned char query_dashboard_unconfirmed_wipes[] = {
#embed "../../Queries/dashboard/dashboard-unconfirmed-wipes.sql"
};
static const unsigned char query_dashboard_wipe_times[] = {
#embed "../../Queries/dashboard/dashboard-wipe-times.sql"
};
static const unsigned char query_dashboard_wipes_by_day[] = {
#embed "../../Queries/dashboard/dashboard-wipes-by-day.sql"
};
static const unsigned char query_denials_and_remediation[] = {
#embed "../../Queries/compliance/denials-and-remediation.sql"
};
static const unsigned char query_no_data_while_not_compliant[] = {
#embed "../../Queries/compliance/no-data-while-not-compliant.sql"
};
static const unsigned char query_daily_enrollments[] = {
#embed "../../Queries/enrollment/daily-enrollments.sql"
};
static const unsigned char query_enrollment_failures_by_code[] = {
#embed "../../Queries/enrollment/enrollment-failures-by-code.sql"
};
static const unsigned char query_enrollment_failures_by_version[] = {
#embed "../../Queries/enrollment/enrollment-failures-by-version.sql"
};
static const unsigned char query_enrollment_failures_within_limit[] = {
#embed "../../Queries/enrollment/enrollment-failures-within-limit.sql"
};
static const unsigned char query_enrollment_retries_due[] = {
#embed "../../Queries/enrollment/enrollment-retries-due.sql"
};
static const unsigned char query_registered_without_result[] = {
#embed "../../Queries/enrollment/registered-without-result.sql"
};
static const unsigned char query_acknowledged_findings[] = {
#embed "../../Queries/findings/acknowledged-findings.sql"
};
static const unsigned char query_daily_findings[] = {
#embed "../../Queries/findings/daily-findings.sql"
};
static const unsigned char query_findings_by_age[] = {
#embed "../../Queries/findings/findings-by-age.sql"
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
static const unsigned char query_findings_in_period[] = {
#embed "../../Queries/findings/findings-in-period.sql"
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
static const unsigned char query_no_old_violations[] = {
#embed "../../Queries/findings/no-old-violations.sql"
};
static const unsigned char query_open_violations[] = {
#embed "../../Queries/findings/open-violations.sql"
};
static const unsigned char query_superseded_findings[] = {
#embed "../../Queries/findings/superseded-findings.sql"
};
static const unsigned char query_daily_events[] = {
#embed "../../Queries/log/daily-events.sql"
};
static const unsigned char query_events_by_day_and_type[] = {
#embed "../../Queries/log/events-by-day-and-type.sql"
};
static const unsigned char query_events_of_account[] = {
#embed "../../Queries/log/events-of-account.sql"
};
static const unsigned char query_late_events[] = {
#embed "../../Queries/log/late-events.sql"
};
static const unsigned char query_log_is_whole[] = {
#embed "../../Queries/log/log-is-whole.sql"
};
static const unsigned char query_log_overview[] = {
#embed "../../Queries/log/log-overview.sql"
};
static const unsigned char query_what_changed_in_a_period[] = {
#embed "../../Queries/log/what-changed-in-a-period.sql"
};
static const unsigned char query_app_configurations_clean[] = {
#embed "../../Queries/policy/app-configurations-clean.sql"
};
static const unsigned char query_app_setting_changes[] = {
#embed "../../Queries/policy/app-setting-changes.sql"
};
static const unsigned char query_daily_releases[] = {
#embed "../../Queries/policy/daily-releases.sql"
};
static const unsigned char query_policy_of_account[] = {
#embed "../../Queries/policy/policy-of-account.sql"
};
static const unsigned char query_policy_rollout[] = {
#embed "../../Queries/policy/policy-rollout.sql"
};
static const unsigned char query_policy_setting_in_force[] = {
#embed "../../Queries/policy/policy-setting-in-force.sql"
};
static const unsigned char query_policy_stragglers[] = {
#embed "../../Queries/policy/policy-stragglers.sql"
};
static const unsigned char query_releases_compared[] = {
#embed "../../Queries/policy/releases-compared.sql"
};
static const unsigned char query_versions_at_floor[] = {
#embed "../../Queries/policy/versions-at-floor.sql"
};
static const unsigned char query_cleared_before_next_user[] = {
#embed "../../Queries/shared-devices/cleared-before-next-user.sql"
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
static const unsigned char query_shared_device_sessions[] = {
#embed "../../Queries/shared-devices/shared-device-sessions.sql"
};
static const unsigned char query_transfer_decisions_against_policy[] = {
#embed "../../Queries/transfers/transfer-decisions-against-policy.sql"
};
static const unsigned char query_transfer_decisions_by_app[] = {
#embed "../../Queries/transfers/transfer-decisions-by-app.sql"
};
static const unsigned char query_transfers_as_policy_says[] = {
#embed "../../Queries/transfers/transfers-as-policy-says.sql"
};
static const unsigned char query_daily_wipes[] = {
#embed "../../Queries/wipes/daily-wipes.sql"
};
static const unsigned char query_sign_ins_after_wipe[] = {
#embed "../../Queries/wipes/sign-ins-after-wipe.sql"
};
static const unsigned char query_time_to_confirm_wipes[] = {
#embed "../../Queries/wipes/time-to-confirm-wipes.sql"
};
static const unsigned char query_wipe_ledger[] = {
#embed "../../Queries/wipes/wipe-ledger.sql"
};
static const unsigned char query_wipes_by_cause[] = {
#embed "../../Queries/wipes/wipes-by-cause.sql"
};
static const unsigned char query_wipes_confirmed_in_time[] = {
#embed "../../Queries/wipes/wipes-confirmed-in-time.sql"
};
static const unsigned char query_wipes_explained[] = {
#embed "../../Queries/wipes/wipes-explained.sql"
};
static const unsigned char query_wipes_not_confirmed[] = {
#embed "../../Queries/wipes/wipes-not-confirmed.sql"
};
static const unsigned char query_wipes_of_devices[] = {
#embed "../../Queries/wipes/wipes-of-devices.sql"
};
static const unsigned char grafana_dashboards_account[] = {
#embed "../../Queries/grafana/dashboards/account.json"
};
static const unsigned char grafana_dashboards_compliance[] = {
#embed "../../Queries/grafana/dashboards/compliance.json"
};
static const unsigned char grafana_dashboards_enrollment[] = {
#embed "../../Queries/grafana/dashboards/enrollment.json"
};
static const unsigned char grafana_dashboards_fleet[] = {
#embed "../../Queries/grafana/dashboards/fleet.json"
};
static const unsigned char grafana_dashboards_wipes[] = {
#embed "../../Queries/grafana/dashboards/wipes.json"
};
static const unsigned char grafana_provisioning_dashboards_mamaudit[] = {
#embed "../../Queries/grafana/provisioning/dashboards/mamaudit.yaml"
};
static const unsigned char grafana_provisioning_datasources_mamaudit[] = {
#embed "../../Queries/grafana/provisioning/datasources/mamaudit.yaml"
};
// The sample fleet: what the command of `mamaudit-bench generate --help` writes.
static const unsigned char sample_fleet[] = {
#embed "sample-fleet.ndjson"
};
static const unsigned char reporting_v1[] = {
#embed "../AuditStore/Reporting/reporting-v1.tsv"
};
// What drives the peer of the benchmarks.
static const unsigned char eventsourcing_peer[] = {
#embed "../mamaudit-bench/eventsourcing_peer.py"
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
    ENTRY("Migrations/0017_report_speed.sql", migration_0017),
    ENTRY("Migrations/0018_public_rights.sql", migration_0018),
    ENTRY("Migrations/0019_denials.sql", migration_0019),
    ENTRY("Migrations/0020_report_records.sql", migration_0020),
    ENTRY("Migrations/0021_append_speed.sql", migration_0021),
    ENTRY("Migrations/0022_rule_texts.sql", migration_0022),
    ENTRY("Queries/accounts/account-status-summary.sql", query_account_status_summary),
    ENTRY("Queries/accounts/accounts-needing-attention.sql", query_accounts_needing_attention),
    ENTRY("Queries/accounts/accounts-on-device.sql", query_accounts_on_device),
    ENTRY("Queries/accounts/blocked-accounts-without-data.sql", query_blocked_accounts_without_data),
    ENTRY("Queries/accounts/blocked-accounts.sql", query_blocked_accounts),
    ENTRY("Queries/accounts/check-ins-in-time.sql", query_check_ins_in_time),
    ENTRY("Queries/accounts/daily-statuses.sql", query_daily_statuses),
    ENTRY("Queries/accounts/data-of-account.sql", query_data_of_account),
    ENTRY("Queries/accounts/one-managed-account.sql", query_one_managed_account),
    ENTRY("Queries/accounts/overdue-check-ins.sql", query_overdue_check_ins),
    ENTRY("Queries/compliance/accounts-not-compliant.sql", query_accounts_not_compliant),
    ENTRY("Queries/compliance/compliance-by-app.sql", query_compliance_by_app),
    ENTRY("Queries/compliance/compliance-loops.sql", query_compliance_loops),
    ENTRY("Queries/compliance/daily-compliance.sql", query_daily_compliance),
    ENTRY("Queries/compliance/data-access-while-not-compliant.sql", query_data_access_while_not_compliant),
    ENTRY("Queries/dashboard/dashboard-accounts.sql", query_dashboard_accounts),
    ENTRY("Queries/dashboard/dashboard-apps.sql", query_dashboard_apps),
    ENTRY("Queries/dashboard/dashboard-enrollment-codes.sql", query_dashboard_enrollment_codes),
    ENTRY("Queries/dashboard/dashboard-enrollments-by-day.sql", query_dashboard_enrollments_by_day),
    ENTRY("Queries/dashboard/dashboard-extent.sql", query_dashboard_extent),
    ENTRY("Queries/dashboard/dashboard-findings-by-age.sql", query_dashboard_findings_by_age),
    ENTRY("Queries/dashboard/dashboard-findings-by-day.sql", query_dashboard_findings_by_day),
    ENTRY("Queries/dashboard/dashboard-findings-by-rule.sql", query_dashboard_findings_by_rule),
    ENTRY("Queries/dashboard/dashboard-handover-lag.sql", query_dashboard_handover_lag),
    ENTRY("Queries/dashboard/dashboard-handovers-by-day.sql", query_dashboard_handovers_by_day),
    ENTRY("Queries/dashboard/dashboard-headlines.sql", query_dashboard_headlines),
    ENTRY("Queries/dashboard/dashboard-late-handovers.sql", query_dashboard_late_handovers),
    ENTRY("Queries/dashboard/dashboard-releases.sql", query_dashboard_releases),
    ENTRY("Queries/dashboard/dashboard-slowest-wipes.sql", query_dashboard_slowest_wipes),
    ENTRY("Queries/dashboard/dashboard-status-by-day.sql", query_dashboard_status_by_day),
    ENTRY("Queries/dashboard/dashboard-unconfirmed-wipes.sql", query_dashboard_unconfirmed_wipes),
    ENTRY("Queries/dashboard/dashboard-wipe-times.sql", query_dashboard_wipe_times),
    ENTRY("Queries/dashboard/dashboard-wipes-by-day.sql", query_dashboard_wipes_by_day),
    ENTRY("Queries/compliance/denials-and-remediation.sql", query_denials_and_remediation),
    ENTRY("Queries/compliance/no-data-while-not-compliant.sql", query_no_data_while_not_compliant),
    ENTRY("Queries/enrollment/daily-enrollments.sql", query_daily_enrollments),
    ENTRY("Queries/enrollment/enrollment-failures-by-code.sql", query_enrollment_failures_by_code),
    ENTRY("Queries/enrollment/enrollment-failures-by-version.sql", query_enrollment_failures_by_version),
    ENTRY("Queries/enrollment/enrollment-failures-within-limit.sql", query_enrollment_failures_within_limit),
    ENTRY("Queries/enrollment/enrollment-retries-due.sql", query_enrollment_retries_due),
    ENTRY("Queries/enrollment/registered-without-result.sql", query_registered_without_result),
    ENTRY("Queries/findings/acknowledged-findings.sql", query_acknowledged_findings),
    ENTRY("Queries/findings/daily-findings.sql", query_daily_findings),
    ENTRY("Queries/findings/findings-by-age.sql", query_findings_by_age),
    ENTRY("Queries/findings/findings-by-day.sql", query_findings_by_day),
    ENTRY("Queries/findings/findings-by-rule.sql", query_findings_by_rule),
    ENTRY("Queries/findings/findings-by-version.sql", query_findings_by_version),
    ENTRY("Queries/findings/findings-in-period.sql", query_findings_in_period),
    ENTRY("Queries/findings/findings-of-account.sql", query_findings_of_account),
    ENTRY("Queries/findings/findings-open-at.sql", query_findings_open_at),
    ENTRY("Queries/findings/findings-time-to-resolve.sql", query_findings_time_to_resolve),
    ENTRY("Queries/findings/no-old-violations.sql", query_no_old_violations),
    ENTRY("Queries/findings/open-violations.sql", query_open_violations),
    ENTRY("Queries/findings/superseded-findings.sql", query_superseded_findings),
    ENTRY("Queries/log/daily-events.sql", query_daily_events),
    ENTRY("Queries/log/events-by-day-and-type.sql", query_events_by_day_and_type),
    ENTRY("Queries/log/events-of-account.sql", query_events_of_account),
    ENTRY("Queries/log/late-events.sql", query_late_events),
    ENTRY("Queries/log/log-is-whole.sql", query_log_is_whole),
    ENTRY("Queries/log/log-overview.sql", query_log_overview),
    ENTRY("Queries/log/what-changed-in-a-period.sql", query_what_changed_in_a_period),
    ENTRY("Queries/policy/app-configurations-clean.sql", query_app_configurations_clean),
    ENTRY("Queries/policy/app-setting-changes.sql", query_app_setting_changes),
    ENTRY("Queries/policy/daily-releases.sql", query_daily_releases),
    ENTRY("Queries/policy/policy-of-account.sql", query_policy_of_account),
    ENTRY("Queries/policy/policy-rollout.sql", query_policy_rollout),
    ENTRY("Queries/policy/policy-setting-in-force.sql", query_policy_setting_in_force),
    ENTRY("Queries/policy/policy-stragglers.sql", query_policy_stragglers),
    ENTRY("Queries/policy/releases-compared.sql", query_releases_compared),
    ENTRY("Queries/policy/versions-at-floor.sql", query_versions_at_floor),
    ENTRY("Queries/shared-devices/cleared-before-next-user.sql", query_cleared_before_next_user),
    ENTRY("Queries/shared-devices/shared-device-cleanup-lag.sql", query_shared_device_cleanup_lag),
    ENTRY("Queries/shared-devices/shared-device-cleanup-pending.sql", query_shared_device_cleanup_pending),
    ENTRY("Queries/shared-devices/shared-device-handovers.sql", query_shared_device_handovers),
    ENTRY("Queries/shared-devices/shared-device-sessions.sql", query_shared_device_sessions),
    ENTRY("Queries/transfers/transfer-decisions-against-policy.sql", query_transfer_decisions_against_policy),
    ENTRY("Queries/transfers/transfer-decisions-by-app.sql", query_transfer_decisions_by_app),
    ENTRY("Queries/transfers/transfers-as-policy-says.sql", query_transfers_as_policy_says),
    ENTRY("Queries/wipes/daily-wipes.sql", query_daily_wipes),
    ENTRY("Queries/wipes/sign-ins-after-wipe.sql", query_sign_ins_after_wipe),
    ENTRY("Queries/wipes/time-to-confirm-wipes.sql", query_time_to_confirm_wipes),
    ENTRY("Queries/wipes/wipe-ledger.sql", query_wipe_ledger),
    ENTRY("Queries/wipes/wipes-by-cause.sql", query_wipes_by_cause),
    ENTRY("Queries/wipes/wipes-confirmed-in-time.sql", query_wipes_confirmed_in_time),
    ENTRY("Queries/wipes/wipes-explained.sql", query_wipes_explained),
    ENTRY("Queries/wipes/wipes-not-confirmed.sql", query_wipes_not_confirmed),
    ENTRY("Queries/wipes/wipes-of-devices.sql", query_wipes_of_devices),
    ENTRY("Queries/grafana/dashboards/account.json", grafana_dashboards_account),
    ENTRY("Queries/grafana/dashboards/compliance.json", grafana_dashboards_compliance),
    ENTRY("Queries/grafana/dashboards/enrollment.json", grafana_dashboards_enrollment),
    ENTRY("Queries/grafana/dashboards/fleet.json", grafana_dashboards_fleet),
    ENTRY("Queries/grafana/dashboards/wipes.json", grafana_dashboards_wipes),
    ENTRY("Queries/grafana/provisioning/dashboards/mamaudit.yaml", grafana_provisioning_dashboards_mamaudit),
    ENTRY("Queries/grafana/provisioning/datasources/mamaudit.yaml", grafana_provisioning_datasources_mamaudit),
    ENTRY("Samples/fleet.ndjson", sample_fleet),
    ENTRY("Sources/AuditStore/Reporting/reporting-v1.tsv", reporting_v1),
    ENTRY("Sources/mamaudit-bench/eventsourcing_peer.py", eventsourcing_peer),
};

size_t embedded_file_count(void) { return sizeof files / sizeof files[0]; }

EmbeddedFile embedded_file(size_t index) { return files[index]; }
