import AuditStore
import Foundation
import Postgres
import TestSupport
import Testing

/// The views of `reporting` as the contract that others build on.
@Suite("The contract of reporting")
struct ReportingContractTests {
  /// The catalogue as the file has it: `make reporting-contract` runs the same.
  private static let lines = """
    SELECT concat_ws(E'\\t', c.view, c.ordinal, coalesce(c."column", ''), coalesce(c.type, ''), coalesce(c.unit, ''),
            c.since, c.description)
        FROM reporting.v1_catalog AS c
        ORDER BY c.view COLLATE "C", c.ordinal
    """

  private static func text(_ connection: Connection) throws -> String {
    try connection.execute(lines).map { try $0.text(0) + "\n" }.joined()
  }

  @Test("the views are those of the committed file")
  func committed() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let live = try Self.text(database.connect())
      let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
      let file = try String(contentsOf: package.appending(path: ReportingContract.path), encoding: .utf8)
      #expect(ReportingContract.embedded == ReportingContract(file))
      guard live != file else { return }
      let comparison = ContractComparison(was: ReportingContract(file), is: ReportingContract(live))
      Issue.record(
        """
        the views of reporting are not those of \(ReportingContract.path)
        \(comparison.lines.joined(separator: "\n"))
        Readers break because: \(comparison.breaks.isEmpty ? "they do not" : comparison.breaks.joined(separator: "; "))
        New views, new columns at the end of a view and better comments are fine: run 'make reporting-contract' and \
        commit the file. What is gone, moved or of another type has to come back as it was; make a v2_ view beside it.
        """)
    }
  }

  @Test(
    "each migration leaves the views that there were with their columns in their places, and says what it brings"
  )
  func onlyGrows() throws {
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      let migrations = try Migration.embedded()
      var known: [String: [String]] = [:]
      var since: [String: Int] = [:]
      for count in 1...migrations.count {
        try Migrator(connection, migrations: Array(migrations.prefix(count))).up()
        var found: [String: [String]] = [:]
        for row in try connection.execute(
          """
          SELECT c.relname::text, a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
            FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0
            WHERE c.relnamespace = 'reporting'::regnamespace AND c.relkind = 'v'
            ORDER BY c.relname, a.attnum
          """)
        { found[try row.text(0), default: []].append(try row.text(1)) }
        for (view, columns) in known {
          #expect(
            found[view]?.starts(with: columns) == true,
            "\(migrations[count - 1].name) changes \(view), which may only gain columns at its end: make a v2_ view"
          )
        }
        for (view, columns) in found {
          for name in [view] + columns.map({ view + "." + $0.prefix { $0 != " " } }) where since[name] == nil
          {
            since[name] = count
          }
        }
        known = found
      }
      #expect(known.count >= 21)
      let rows = try connection.execute(
        "SELECT view || coalesce('.' || \"column\", ''), since FROM reporting.v1_catalog")
      #expect(rows.count == since.count)
      for row in rows {
        let (name, said) = (try row.text(0), try row.int64OrNull(1))
        let first = try #require(since[name], "\(name)")
        #expect(
          said == Int64(first),
          "\(name) came with migration \(first): its comment has to end with 'Since migration \(first).'")
      }
    }
  }

  @Test("every view and column has a comment of one line, and a type and a unit that any client knows")
  func wellFormed() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      let types = ["timestamptz", "date", "text", "bigint", "double precision", "boolean", "uuid", "jsonb"]
      let rows = try connection.execute(
        "SELECT view, \"column\", type, unit, description FROM reporting.v1_catalog")
      #expect(rows.count > 200)
      for row in rows {
        let column = try row.textOrNull(1)
        let place = try row.text(0) + "." + (column ?? "")
        let description = try row.textOrNull(4) ?? ""
        #expect(description.hasSuffix("."), "\(place) has no comment that is a sentence")
        #expect(!description.contains { $0.isNewline || $0 == "\t" }, "\(place)")
        let type = try row.textOrNull(2)
        #expect((type == nil) == (column == nil))
        if let type, let column {
          #expect(types.contains(type), "\(place) is \(type)")
          let unit = try row.textOrNull(3)
          let hasUnit = ["timestamptz", "date", "bigint"].contains(type)
          #expect((unit != nil) == hasUnit, "\(place)")
          if column.hasSuffix("_at") { #expect(unit == "instant in UTC", "\(place)") }
          if column.hasSuffix("_s") { #expect(unit == "seconds", "\(place)") }
          if column == "day" { #expect(unit == "UTC day", "\(place)") }
        }
      }
    }
  }

  @Test(
    "what is gone, moved or of another type breaks readers; what is added at the end or said better does not")
  func comparison() {
    let was = ReportingContract(
      "v1_a\t0\t\t\t\t1\tA.\nv1_a\t1\tx\ttext\t\t1\tX.\nv1_a\t2\ty\tbigint\tcount\t1\tY.\nv1_b\t0\t\t\t\t1\tB.\n"
    )
    #expect(was.views.map(\.name) == ["v1_a", "v1_b"])
    #expect(was.views[0].columns.map(\.name) == ["x", "y"])
    #expect(was.views[0].columns.map(\.unit) == [nil, "count"])
    func compare(_ text: String) -> ContractComparison {
      ContractComparison(was: was, is: ReportingContract(text))
    }
    let grown = compare(
      "v1_a\t0\t\t\t\t1\tA.\nv1_a\t1\tx\ttext\t\t1\tXX.\nv1_a\t2\ty\tbigint\tcount\t1\tY.\nv1_a\t3\tz\ttext\t\t2\tZ.\n"
        + "v1_b\t0\t\t\t\t1\tB.\n")
    #expect(grown.breaks == [])
    #expect(
      grown.lines == [
        "- v1_a 1 x text, no unit, since 1: X.", "+ v1_a 1 x text, no unit, since 1: XX.",
        "+ v1_a 3 z text, no unit, since 2: Z.",
      ])
    let broken = compare(
      "v1_a\t0\t\t\t\t1\tA.\nv1_a\t1\tz\ttext\t\t1\tZ.\nv1_a\t2\tx\tbigint\tcount\t1\tX.\n")
    #expect(
      broken.breaks == [
        "v1_a.x is column 2, and was column 1", "v1_a.x is bigint, and was text", "v1_a.y is gone",
        "v1_b is gone",
      ])
    #expect(compare("").breaks == ["v1_a is gone", "v1_b is gone"])
  }
}
