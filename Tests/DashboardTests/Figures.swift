import Rendering

@testable import Dashboard

/// Rows as the queries give them, written down by hand.
enum Figures {
  static let tenant = "7e4a0000-0000-4000-8000-0000000000aa"
  static let ada = "a0000000-0000-4000-8000-00000000000a"
  /// 1 March 2026.
  static let march: Int32 = 20_513

  static func scope(days: Int32 = 3, showsIdentities: Bool = false, title: String = "Title") -> DashboardScope
  {
    DashboardScope(
      tenant: tenant, period: DashboardPeriod(first: march, last: march + days - 1),
      showsIdentities: showsIdentities,
      title: title, firstDay: march - 30, throughPosition: 1234,
      throughRecordedAt: Int64(march + days) * 86_400_000_000 - 1, size: 1234, tool: "mamaudit 0.0.0")
  }

  /// A table: the names of its columns, then the cells of its rows.
  static func rows(_ columns: String, _ rows: [Cell]...) -> QueryRows {
    QueryRows(columns: columns.split(separator: " ").map(String.init), cells: rows, sha256: "abc")
  }

  static let columns: [DashboardQuery: String] = [
    .headlines: "figure value before",
    .status:
      "day under_management managed in_progress enrollment_failed not_compliant wipe_pending outside compliant_share",
    .enrollments: "day succeeded failed other",
    .enrollmentCodes: "code code_name succeeded results results_before",
    .findingsByDay: "day opened closed violations warnings notes",
    .findingsByAge: "ordinal age severity findings",
    .findingsByRule: "rule title severity open_at_end accounts devices opened closed oldest_opened_at",
    .wipesByDay: "day requested completed failed unconfirmed",
    .wipeTimes:
      "ordinal length over_s up_to_s wipes all_wipes median_s decile_9_s longest_s admin_wipes admin_median_s",
    .slowestWipes: "account identity app device origin requested_at completed_at took_s of_wipes",
    .unconfirmedWipes:
      "account identity app device state origin began_at waiting_s last_check_in_at of_wipes",
    .handovers: "day cleared_before cleared_late not_cleared returned",
    .handoverLag: "ordinal length over_s up_to_s handovers all_handovers median_s decile_9_s longest_s",
    .lateHandovers:
      "device app previous previous_identity changed_at next_user_at cleared_at returned_at exposed_s of_handovers",
    .accounts: "account identity status violations warnings wipes since reasons of_accounts",
    .apps:
      "app enrollments enrollments_failed remediations remediations_failed wipes_confirmed wipes_unconfirmed findings_opened violations_open warnings_open",
    .releases:
      "app app_version sdk_version enrollments enrollments_failed remediations remediations_failed wipes_completed wipes_failed findings_opened of_releases",
  ]

  /// The page of some rows; the other queries gave none.
  static func page(_ scope: DashboardScope = scope(), _ rows: [DashboardQuery: [[Cell]]] = [:])
    -> DashboardPage
  {
    let results = Dictionary(
      uniqueKeysWithValues: DashboardQuery.allCases.map { query in
        let names = (columns[query] ?? "").split(separator: " ").map(String.init)
        return (
          query, QueryRows(columns: names, cells: rows[query] ?? [], sha256: "digest of \(query.rawValue)")
        )
      })
    return DashboardPage(scope, results, sha256: "digest of all")
  }

  /// The rows of the headline figures, each with the one before.
  static func headlines(_ figures: [(String, Int64, Int64?)]) -> [[Cell]] {
    figures.map { [.text($0.0), .integer($0.1), $0.2.map(Cell.integer) ?? .null] }
  }

  /// A row with text wherever a name of the data can stand, for an account, an app and a device.
  static func everything(named name: String) -> [DashboardQuery: [[Cell]]] {
    let at = Cell.timestamp(Int64(march) * 86_400_000_000)
    return [
      .status: [
        [
          .date(march), .integer(3), .integer(1), .integer(1), .integer(1), .integer(0), .integer(0),
          .integer(0), .real(0.3333),
        ]
      ],
      .enrollments: [[.date(march), .integer(2), .integer(1), .integer(1)]],
      .enrollmentCodes: [[.integer(201), .text(name), .boolean(false), .integer(1), .integer(0)]],
      .findingsByDay: [[.date(march), .integer(2), .integer(1), .integer(1), .integer(0), .integer(0)]],
      .findingsByAge: [[.integer(0), .text(name), .text("violation"), .integer(1)]]
        + ["warning", "note"].map { [.integer(0), .text(name), .text($0), .integer(1)] },
      .findingsByRule: [
        [
          .text("W1"), .text(name), .text("violation"), .integer(1), .integer(1), .integer(1),
          .integer(1), .integer(0), at,
        ]
      ],
      .wipesByDay: [[.date(march), .integer(1), .integer(1), .integer(0), .integer(1)]],
      .wipeTimes: [
        [
          .integer(0), .text(name), .integer(0), .integer(60), .integer(1), .integer(1), .integer(30),
          .integer(30),
          .integer(30), .integer(1), .integer(30),
        ]
      ],
      .slowestWipes: [
        [.text(name), .text(name), .text(name), .text(name), .text(name), at, at, .integer(30), .integer(1)]
      ],
      .unconfirmedWipes: [
        [
          .text(name), .text(name), .text(name), .text(name), .text(name), .text(name), at, .integer(30), at,
          .integer(1),
        ]
      ],
      .handovers: [[.date(march), .integer(1), .integer(1), .integer(1), .integer(1)]],
      .handoverLag: [
        [
          .integer(0), .text(name), .integer(0), .null, .integer(1), .integer(1), .integer(30), .integer(30),
          .integer(30),
        ]
      ],
      .lateHandovers: [
        [.text(name), .text(name), .text(name), .text(name), at, at, .null, at, .integer(9), .integer(1)]
      ],
      .accounts: [
        [
          .text(name), .text(name), .text(name), .integer(1), .integer(1), .integer(1), at, .text(name),
          .integer(1),
        ]
      ],
      .apps: [
        [
          .text(name), .integer(1), .integer(1), .integer(1), .integer(1), .integer(1), .integer(1),
          .integer(1),
          .integer(1), .integer(1),
        ]
      ],
      .releases: [
        [
          .text(name), .text(name), .text(name), .integer(1), .integer(1), .integer(1), .integer(1),
          .integer(1),
          .integer(1), .integer(1), .integer(1),
        ]
      ],
    ]
  }
}
