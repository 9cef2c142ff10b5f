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
static const unsigned char query_account_status_summary[] = {
#embed "../../Queries/account-status-summary.sql"
};
static const unsigned char query_accounts_not_compliant[] = {
#embed "../../Queries/accounts-not-compliant.sql"
};
static const unsigned char query_blocked_accounts[] = {
#embed "../../Queries/blocked-accounts.sql"
};
static const unsigned char query_enrollment_failures_by_code[] = {
#embed "../../Queries/enrollment-failures-by-code.sql"
};
static const unsigned char query_events_by_day_and_type[] = {
#embed "../../Queries/events-by-day-and-type.sql"
};
static const unsigned char query_overdue_check_ins[] = {
#embed "../../Queries/overdue-check-ins.sql"
};
static const unsigned char query_shared_device_cleanup_pending[] = {
#embed "../../Queries/shared-device-cleanup-pending.sql"
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
    ENTRY("Queries/account-status-summary.sql", query_account_status_summary),
    ENTRY("Queries/accounts-not-compliant.sql", query_accounts_not_compliant),
    ENTRY("Queries/blocked-accounts.sql", query_blocked_accounts),
    ENTRY("Queries/enrollment-failures-by-code.sql", query_enrollment_failures_by_code),
    ENTRY("Queries/events-by-day-and-type.sql", query_events_by_day_and_type),
    ENTRY("Queries/overdue-check-ins.sql", query_overdue_check_ins),
    ENTRY("Queries/shared-device-cleanup-pending.sql", query_shared_device_cleanup_pending),
    ENTRY("Queries/what-changed-in-a-period.sql", query_what_changed_in_a_period),
    ENTRY("Queries/wipe-ledger.sql", query_wipe_ledger),
    ENTRY("Queries/wipes-not-confirmed.sql", query_wipes_not_confirmed),
    ENTRY("Samples/fleet.ndjson", sample_fleet),
};

size_t embedded_file_count(void) { return sizeof files / sizeof files[0]; }

EmbeddedFile embedded_file(size_t index) { return files[index]; }
