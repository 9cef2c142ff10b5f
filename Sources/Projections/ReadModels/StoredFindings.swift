import Compliance
import MAMEvents
import Postgres

/// How many findings of a rule are open.
public struct OpenFindings: Equatable, Sendable {
  /// The rule.
  public var rule: RuleID
  /// How much they matter, by the parameters that they were judged by.
  public var severity: RuleSeverity
  /// How many there are.
  public var count: Int64
  /// When the oldest of them opened.
  public var oldest: Timestamp
}

extension StoredFleet {
  /// The findings that a filter admits, as they stand at its instant, in the order of their opening, in constant memory.
  ///
  /// - Parameter last: only those behind the one of this opening and id.
  public func findings(
    _ filter: FindingFilter, after last: (openedAt: Timestamp, id: String)? = nil,
    _ body: (FindingRow) throws -> Void
  ) throws {
    try connection.stream(
      FindingSQL.list,
      [
        .int32(log), .timestamptz(microsecondsSince1970: filter.asOf.microseconds),
        filter.account.map(Parameter.text) ?? .null(.text),
        filter.rules.isEmpty ? .null(.textArray) : .textArray(filter.rules.map(\.rawValue)),
        last.map { .timestamptz(microsecondsSince1970: $0.openedAt.microseconds) } ?? .null(.timestamptz),
        .text(last?.id ?? ""),
      ]
    ) { row in
      guard let finding = try FindingRow(row), filter.admits(finding) else { return }
      try body(finding.asOf(filter.asOf))
    }
  }

  /// The finding with an id; nil where the log has none.
  public func finding(_ id: FindingID) throws -> FindingRow? {
    try connection.execute(FindingSQL.one, [.int32(log), .text(id.text)]).first.flatMap { try FindingRow($0) }
  }

  /// How many findings of each rule and severity are open at an instant, in the order of the rules.
  public func openFindings(at instant: Timestamp) throws -> [OpenFindings] {
    let open = try connection.execute(
      FindingSQL.open, [.int32(log), .timestamptz(microsecondsSince1970: instant.microseconds)]
    ).compactMap { row -> OpenFindings? in
      guard let rule = RuleID(rawValue: try row.text(0)),
        let severity = RuleSeverity(rawValue: try row.text(1))
      else { return nil }
      return OpenFindings(
        rule: rule, severity: severity, count: try row.int64(2),
        oldest: Timestamp(microseconds: try row.timestamp(3)))
    }
    return open.inOrderOfRules()
  }

  /// The findings about accounts, also those that open only later.
  ///
  /// - Parameter accounts: as reports name them.
  func findings(about accounts: [String]) throws -> [FindingRow] {
    try connection.execute(FindingSQL.aboutAccounts, [.int32(log), .textArray(accounts)])
      .compactMap { try FindingRow($0) }
  }

  /// The devices that have a finding about an account.
  func devices(withFindingsAbout account: String) throws -> [Int32] {
    try connection.execute(FindingSQL.devicesOfAccount, [.int32(log), .text(account)]).map { try $0.int32(0) }
  }
}

extension [OpenFindings] {
  /// In the order of the catalogue, worse ones of a rule first.
  public func inOrderOfRules() -> [OpenFindings] {
    let rules = Dictionary(uniqueKeysWithValues: RuleID.allCases.enumerated().map { ($1, $0) })
    let severities = Dictionary(uniqueKeysWithValues: RuleSeverity.allCases.enumerated().map { ($1, $0) })
    return sorted {
      (rules[$0.rule] ?? 0, severities[$0.severity] ?? 0) < (
        rules[$1.rule] ?? 0, severities[$1.severity] ?? 0
      )
    }
  }
}

extension FindingRow {
  /// Reads a row of ``FindingSQL``; nil for a rule that this program does not know.
  fileprivate init?(_ row: some BinaryRow) throws {
    guard let rule = RuleID(rawValue: try row.text(2)),
      let severity = RuleSeverity(rawValue: try row.text(3))
    else { return nil }
    func instant(_ column: Int) throws -> Timestamp? {
      try row.timestampOrNull(column).map(Timestamp.init(microseconds:))
    }
    self.init(
      owner: try row.int32(0), id: try row.text(1), rule: rule, severity: severity,
      account: try row.textOrNull(4), appID: try row.int32OrNull(5), deviceID: try row.int32OrNull(6),
      app: try row.textOrNull(7), device: try row.textOrNull(8),
      openedAt: Timestamp(microseconds: try row.timestamp(9)), openedBy: try row.int64(10),
      dueAt: try instant(11), closedAt: try instant(12), closedBy: try row.int64OrNull(13),
      ended: try row.textOrNull(14).flatMap(FindingEnd.init(rawValue:)), reason: try row.text(15),
      parameters: try row.text(16))
  }
}

/// The statements over the stored findings.
enum FindingSQL {
  private static func select(_ table: String, _ condition: String) -> String {
    """
    SELECT
        f.owner_id, f.finding, f.rule, f.severity, f.account, f.app_id, f.device_id, p.name AS app, d.name AS device,
        f.opened_at, f.opened_by, f.due_at, f.closed_at, f.closed_by, f.ended, f.reason, f.parameters::text
    FROM projection.\(table) AS f
    LEFT JOIN audit.apps AS p ON p.log_id = f.log_id AND p.app_id = f.app_id
    LEFT JOIN audit.devices AS d ON d.log_id = f.log_id AND d.device_id = f.device_id
    WHERE f.log_id = $1 AND \(condition)
    """
  }

  private static func selectAll(_ condition: String) -> String {
    ["account_finding", "device_finding", "log_finding"].map { select($0, condition) }
      .joined(separator: "\nUNION ALL\n")
  }

  /// The findings that have opened by an instant.
  ///
  /// `$1` log, `$2` the instant, `$3` an account or null, `$4` rules or null, `$5` when the finding before opened or
  /// null, `$6` its id.
  static let list =
    """
    SELECT *
    FROM (
    \(selectAll(
      """
      f.opened_at <= $2
          AND ($3::text IS NULL OR f.account = $3)
          AND ($4::text[] IS NULL OR f.rule = ANY ($4))
          AND ($5::timestamptz IS NULL OR (f.opened_at, f.finding COLLATE "C") > ($5, $6))
      """
    ))
    ) AS f
    ORDER BY f.opened_at, f.finding COLLATE "C"
    """

  /// `$1` log, `$2` id.
  static let one = selectAll("f.finding = $2")

  /// `$1` log, `$2` accounts.
  static let aboutAccounts = selectAll("f.account = ANY ($2)")

  /// How many are open.
  ///
  /// `$1` log, `$2` the instant.
  static let open = """
    SELECT rule, severity, count(*), min(opened_at)
    FROM projection.finding
    WHERE log_id = $1
        AND opened_at <= $2
        AND (closed_at IS NULL OR closed_at > $2)
        AND ended IS DISTINCT FROM 'superseded'
    GROUP BY rule, severity
    """

  /// `$1` log, `$2` account.
  static let devicesOfAccount =
    "SELECT DISTINCT owner_id FROM projection.device_finding WHERE log_id = $1 AND account = $2"

  /// How many findings that are no notes are open for each account.
  ///
  /// `$1` log, `$2` the instant.
  static let openByAccount = """
    SELECT account, count(*) AS open
    FROM projection.finding
    WHERE log_id = $1
        AND account IS NOT NULL
        AND severity <> 'note'
        AND opened_at <= $2
        AND (closed_at IS NULL OR closed_at > $2)
        AND ended IS DISTINCT FROM 'superseded'
    GROUP BY account
    """

  /// The installations of devices, with the accounts that have events on them.
  ///
  /// `$1` log, `$2` devices.
  static let occupancy = ProjectionSQL.occupancy("projection.account_installation")
}
