import AuditStore
import Postgres
import TestSupport

/// What a view of `reporting` shows of events of March 2025.
enum ReportingRows {
  /// The named columns of a view, in the order of a column; accounts by number, times of one day without seconds.
  static func of(
    _ view: String, _ columns: [String], by order: String, _ add: (inout ReportLines) -> Void
  ) throws -> [String] {
    var lines = ReportLines(tenant: ReportFleet.tenant)
    add(&lines)
    return try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      try ReportFleet.append(lines.all, Appender(database.connect()), connection)
      let texts = columns.map { "coalesce(\($0)::text, '∅')" }.joined(separator: " || ' | ' || ")
      return try connection.execute("SELECT \(texts) FROM reporting.\(view) ORDER BY \(order)").map { row in
        try row.text(0).replacing("aaaaaaaa-0000-4000-8000-00000000000", with: "#")
          .replacing("2025-03-01 ", with: "").replacing(":00+00", with: "")
      }
    }
  }
}
