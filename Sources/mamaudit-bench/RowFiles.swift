import Glibc
import Postgres

/// The rows of a log as files in PostgreSQL's binary format, and the scripts that read and write them: the limit of an ingest.
struct RowFiles {
  /// Up to which rows something was taken already.
  struct Mark {
    /// The position behind the last event.
    var position: Int64 = 0
    /// The last number of each table of names.
    var names: [String: Int64] = [:]
  }

  private static let names = [
    (table: "account", number: "account_id"), (table: "app", number: "app_id"),
    (table: "device", number: "device_id"), (table: "extension_type", number: "type"),
  ]
  private static let events = [
    (table: "event", order: "position"), (table: "disclosure", order: "position, ordinal"),
    (table: "link", order: "position, alias_id"),
  ]

  let stage: Stage

  /// How far the product's log has come.
  func mark() throws -> Mark {
    let connection = try stage.connect(.product)
    var mark = Mark()
    mark.position = try connection.execute("SELECT max(head) FROM audit.log").single().int64(0)
    for (table, number) in Self.names {
      mark.names[table] = try connection.execute(
        "SELECT coalesce(max(\(number)), 0)::bigint FROM audit.\(table)"
      ).single().int64(0)
    }
    return mark
  }

  /// Writes the rows between two marks into files.
  func export(from start: Mark, to end: Mark) throws {
    var script = "\\copy audit.log TO \(file("log")) WITH (FORMAT binary)\n"
    script += "\\copy audit.name_counter TO \(file("name_counter")) WITH (FORMAT binary)\n"
    let names = Self.names.map { table, number in
      (table, number, "\(number) > \(start.names[table] ?? 0) AND \(number) <= \(end.names[table] ?? 0)")
    }
    let events = Self.events.map { table, order in
      (table, order, "position >= \(start.position) AND position < \(end.position)")
    }
    for (table, order, condition) in names + events {
      script +=
        "\\copy (SELECT * FROM audit.\(table) WHERE \(condition) ORDER BY \(order)) TO \(file(table)) "
        + "WITH (FORMAT binary)\n"
    }
    _ = try stage.psql(.product, script)
  }

  /// Makes the limit's database anew, with the row of the log, which an ingest makes once.
  func prepare() throws {
    try stage.create(.limit)
    _ = try stage.psql(
      .limit,
      """
      \\copy audit.log FROM \(file("log")) WITH (FORMAT binary)
      \\copy audit.name_counter FROM \(file("name_counter")) WITH (FORMAT binary)

      """)
  }

  /// Copies the files into the limit's database in one transaction, after a checkpoint; returns the seconds.
  func copy() throws -> Double {
    try stage.checkpoint()
    let tables = Self.names.map(\.table) + Self.events.map(\.table)
    let copies = tables.map { "\\copy audit.\($0) FROM \(file($0)) WITH (FORMAT binary)\n" }.joined()
    return try stage.psql(.limit, "BEGIN;\n\(copies)COMMIT;\n").seconds
  }

  /// Checks that the limit's database has as many events as the product's.
  func check() throws {
    let count = "SELECT count(*) FROM audit.event"
    let product = try stage.connect(.product).execute(count).single().int64(0)
    let limit = try stage.connect(.limit).execute(count).single().int64(0)
    if product != limit {
      throw BenchError.failed("the limit has \(limit) events, the product \(product)")
    }
  }

  /// Removes the files.
  func remove() {
    let tables = ["log", "name_counter"] + Self.names.map(\.table) + Self.events.map(\.table)
    for table in tables { unlink(path(table)) }
  }

  private func path(_ table: String) -> String { "\(stage.folder)/rows-\(table)" }

  /// A path as psql's \copy takes it.
  private func file(_ table: String) -> String {
    "'" + path(table).split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}
