import AuditStore
import Compliance
import MAMEvents
import Postgres
import Synchronization

@testable import Projections

/// Wire lines that move the findings about a log itself.
enum LogTrace {
  private static let counter = Atomic<Int>(0)

  /// A line of an event.
  ///
  /// - Parameters:
  ///   - second: seconds after 2026-03-01T00:00:00Z.
  ///   - source: who numbers it, or imports it.
  static func line(
    _ type: String = "account.signedIn", second: Int, source: String = "a", number: Int? = nil,
    subject: String? = nil, isAhead: Bool = false, data: String? = nil, isInstalled: Bool = true
  ) -> String {
    let instant = Timestamp(microseconds: 1_772_323_200_000_000 + Int64(second) * 1_000_000)
    let year = isAhead ? "2096" : "2026"
    var line =
      #"{"specversion":"1.0","id":"l\#(counter.add(1, ordering: .relaxed).newValue)","source":"urn:\#(source)""#
    line += #","type":"mam.\#(type)","time":"\#(year)\#(instant.rfc3339.dropFirst(4))""#
    line += #","tenantid":"\#(TestLog.tenant)""#
    if isInstalled { line += #","appid":"com.contoso.mail","deviceid":"D-\#(source)""# }
    if let number { line += #","sequence":"\#(number)""# }
    if let subject { line += #","subject":"\#(subject)""# }
    if let data { line += #","data":\#(data)"# }
    return line + "}"
  }

  /// An import of the hours from one to another.
  static func imported(_ from: Int, _ end: Int, second: Int, source: String = "auditEvents") -> String {
    func hour(_ hour: Int) -> String {
      Timestamp(microseconds: 1_772_323_200_000_000 + Int64(hour) * 3_600_000_000).rfc3339
    }
    return line(
      "import.completed", second: second,
      data: #"{"source":"\#(source)","window":{"from":"\#(hour(from))","to":"\#(hour(end))"},"counts":{}}"#,
      isInstalled: false)
  }

  /// Random lines: of some sources with numbers missing, repeated and late, some dated ahead by accounts that are
  /// linked now and then, and imports.
  static func lines(_ count: Int, seed: UInt64) -> [String] {
    var random = SeededGenerator(state: seed)
    func pick<Element>(_ list: [Element]) -> Element { list[Int(random.next() % UInt64(list.count))] }
    let subjects = [Line.ada, Line.bob, "upn:ada@contoso.example", "upn:carol@contoso.example"]
    var numbers: [String: Int] = [:]
    return (0..<count).map { index in
      if random.next() % 9 == 0 {
        let from = Int(random.next() % 40)
        return imported(from, from + Int(random.next() % 5), second: index, source: pick(["x", "y"]))
      }
      let source = pick(["a", "a", "b", "c"])
      numbers[source, default: 0] += pick([1, 1, 1, 1, 2, 4, -1, 0])
      let identity = pick(["ada@contoso.example", "carol@contoso.example", "bob@contoso.example"])
      let subject = pick(subjects)
      return line(
        second: index, source: source, number: random.next() % 8 == 0 ? nil : numbers[source],
        subject: subject, isAhead: random.next() % 7 == 0,
        data: random.next() % 3 == 0 ? #"{"identity":"\#(identity)"}"# : nil)
    }
  }
}

extension TestLog {
  /// The findings about the log itself, as they are stored.
  func logFindings() throws -> [String] {
    func text(_ column: String) -> String {
      #"to_char(\#(column) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"#
    }
    return try connection.execute(
      """
      SELECT concat_ws(
          ' ', finding, rule, part, coalesce(account, '-'), app_id, device_id, opened_by, \(text("opened_at")), closed_by,
          \(text("closed_at")), ended, reason)
      FROM projection.log_finding
      ORDER BY opened_by, rule, finding
      """
    ).map { try $0.text(0) }
  }

  /// The same by the definition: every part of the log judged by itself, append by append.
  func judgedLogFindings() throws -> [String] {
    let log = try log()
    let scope = FoldScope(log: log.id.rawValue, size: log.size)
    let reader = FoldReader(connection: connection)
    let events = try reader.events(
      """
      SELECT position, account_id, app_id, device_id, type, code, occurred_at, recorded_at, facts
      FROM audit.narrow
      WHERE log_id = $1
      """, [.int32(scope.log)])
    let links = try reader.links(from: 0, scope: scope)
    let judging = try Judging.read(connection: connection, scope: scope)
    let builder = RowBuilder(names: NameBook(connection: connection, log: scope.log))
    var parts: [LogPart: [FoldEvent]] = [:]
    for event in events { for part in LogPart.all(of: event) { parts[part, default: []].append(event) } }
    var rows: [(part: Int64, row: FindingRow)] = []
    for (part, events) in parts {
      var own: [AliasLink] = []
      var number: Int64 = 0
      if case .source(let source) = part { number = source }
      if case .rows(let account?) = part {
        own = links.filter { $0.alias == account }
        number = Int64(account.rawValue)
      }
      let judged = JudgedEvents(
        events, links: own, names: AccountDirectory(), by: LogFindings(part, timeline: judging.timeline))
      rows += try builder.rows(of: [(owner: 0, findings: judged.findings)], by: judging).map { (number, $0) }
    }
    return rows.sorted {
      ($0.row.openedBy, $0.row.rule.rawValue, $0.row.id) < ($1.row.openedBy, $1.row.rule.rawValue, $1.row.id)
    }.map { part, row in
      let words: [String?] = [
        row.id, row.rule.rawValue, "\(part)", row.account ?? "-", row.appID.map { "\($0)" },
        row.deviceID.map { "\($0)" }, "\(row.openedBy)", row.openedAt.rfc3339, row.closedBy.map { "\($0)" },
        row.closedAt?.rfc3339, row.ended?.rawValue, row.reason,
      ]
      return words.compactMap(\.self).joined(separator: " ")
    }
  }
}
