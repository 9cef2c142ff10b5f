import Postgres

/// One thing that a database which keeps evidence must have: a statement that finds what is wrong.
public struct StoreCheck: Sendable {
  /// A stable name, such as `log.triggers`.
  public let name: String
  /// What is the case where nothing is wrong.
  public let says: String
  /// Returns one text a row for each thing that is wrong, and no row where all is well.
  let sql: String
  /// The values of `$1` ….
  let parameters: [Parameter]
  /// What to do where something is wrong.
  public let remedy: String

  init(_ name: String, _ says: String, sql: String, _ parameters: [Parameter] = [], remedy: String) {
    self.name = name
    self.says = says
    self.sql = sql
    self.parameters = parameters
    self.remedy = remedy
  }
}

extension StoreCheck {
  /// What a check has found.
  public struct Finding: Sendable, Hashable {
    /// The name of the check.
    public var name: String
    /// Whether all is well.
    public var ok: Bool
    /// What was found.
    public var detail: String
    /// What to do; nil where all is well.
    public var remedy: String?

    /// Makes a finding.
    public init(name: String, ok: Bool, detail: String, remedy: String?) {
      self.name = name
      self.ok = ok
      self.detail = detail
      self.remedy = remedy
    }
  }

  /// How many wrong things a finding names; it counts the others.
  private static let named = 5

  /// Looks.
  ///
  /// - Throws: `PostgresError` where the statement fails.
  func finding(on connection: Connection) throws(PostgresError) -> Finding {
    let rows = try connection.execute(sql, parameters)
    guard !rows.isEmpty else { return Finding(name: name, ok: true, detail: says, remedy: nil) }
    var wrong: [String] = []
    for row in rows.prefix(Self.named) { wrong.append(try row.text(0)) }
    let rest = rows.count > Self.named ? "; and \(rows.count - Self.named) more" : ""
    return Finding(name: name, ok: false, detail: wrong.joined(separator: "; ") + rest, remedy: remedy)
  }
}
