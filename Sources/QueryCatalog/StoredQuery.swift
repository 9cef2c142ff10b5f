/// A query file that follows all rules: its header, and its statement with bound parameters.
public struct StoredQuery: Sendable, Hashable {
  /// The file's path, as `Queries/wipes/unconfirmed-wipes.sql`.
  public var file: String
  /// What it says of itself.
  public var header: QueryHeader
  /// The statement, with `$1`, `$2` … for the parameters in the order of the header, without its `;`.
  public var sql: String
  /// The line of the file in which the statement begins.
  public var line: Int

  /// The name by which it is run.
  public var name: String { header.name }

  /// The folder below `Queries/`, as `wipes`; empty if it lies in none.
  public var area: String { Self.area(of: file) }

  static func area(of file: String) -> String {
    file.split(separator: "/").dropFirst().dropLast().joined(separator: "/")
  }

  /// The tables and views that the statement names with their schema, as `reporting.v1_wipe`, each once, in order.
  public var reads: [String] {
    let words = SQLLexer.tokens(sql[...], line: line).filter { $0.kind != .space }
    var names = Set<String>()
    for index in words.indices.dropLast(2) where words[index + 1].kind == .symbol(".") {
      guard case .word("reporting") = words[index].kind, case .word(let name) = words[index + 2].kind else {
        continue
      }
      names.insert("reporting.\(name)")
    }
    return names.sorted()
  }

  /// The line of the file for a position in ``sql``, counted in characters from 1 as PostgreSQL does.
  public func line(atPosition position: Int) -> Int {
    line + sql.unicodeScalars.prefix(max(0, position - 1)).count { $0 == "\n" }
  }
}
