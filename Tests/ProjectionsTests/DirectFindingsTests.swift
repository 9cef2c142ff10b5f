import AuditStore
import Compliance
import MAMEvents
import Postgres
import TestSupport
import Testing

@testable import Projections

/// The stored findings against the reducers alone, over all events of the log in one fold.
@Suite("Findings and a direct fold")
struct DirectFindingsTests {
  @Test(
    "after runs between parts in any order, the findings are those of a direct fold",
    arguments: [41, 42, 43, 44, 45, 46] as [UInt64])
  func directFold(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      var rest = RandomTrace.lines(150, seed: seed)[...]
      while !rest.isEmpty {
        let part = rest.prefix(Int(random.next() % 40) + 1)
        rest = rest.dropFirst(part.count)
        try log.append(Array(part), batch: Int(random.next() % 9) + 1)
        if random.next() % 2 == 0 { try log.runner().run() }
      }
      try log.runner().run()
      let stored = try log.connection.execute(Self.standing).map { try $0.text(0) }
      let direct = try DirectFold(log).findings()
      #expect(stored.count > 20)
      #expect(Set(stored).symmetricDifference(direct).sorted() == [])
    }
  }

  @Test(
    "as of an instant they are those of a log without what counts later", arguments: [51, 52, 53] as [UInt64])
  func asOf(seed: UInt64) throws {
    let lines = RandomTrace.lines(120, seed: seed)
    let whole = try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append(lines, batch: 120)
      try log.runner().run()
      return try Self.instants.map { try Self.standing(log, asOf: $0) }
    }
    for (instant, expected) in zip(Self.instants, whole) {
      try TestDatabase.withDatabase(migrated: true) { database in
        let log = try TestLog(database)
        try log.append(try lines.filter { try Self.effectiveAt($0) <= instant }, batch: 120)
        try log.runner().run()
        #expect(try Self.standing(log, asOf: instant) == expected)
        #expect(!expected.isEmpty)
      }
    }
  }

  private static let instants = [
    Timestamp(microseconds: 1_772_323_200_000_000 + 90 * 60_000_000),
    Timestamp(microseconds: 1_772_323_200_000_000 + 240 * 60_000_000),
  ]

  private static func effectiveAt(_ line: String) throws -> Timestamp {
    var decoder = EventDecoder()
    decoder.startBatch()
    return try decoder.decode(line).columns.occurredAt
  }

  private static func standing(_ log: TestLog, asOf instant: Timestamp) throws -> [String] {
    let stored = StoredFleet(connection: log.connection, log: try log.log().id.rawValue)
    var found: [String] = []
    try stored.findings(FindingFilter(asOf: instant)) { row in
      let status = row.status(at: instant)?.rawValue ?? "?"
      found.append(
        "\(row.rule.rawValue) \(row.account ?? "-") \(row.app ?? "-") \(row.device ?? "-") \(row.openedAt.rfc3339) "
          + "\(row.closedAt?.rfc3339 ?? "-") \(status) \(row.reason)")
    }
    return found.sorted()
  }

  private static let standing = """
    SELECT concat_ws(
        ' ', f.rule, coalesce(f.account, '-'), coalesce(p.name, '-'), coalesce(d.name, '-'), f.opened_by,
        to_char(f.opened_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), coalesce(f.closed_by, -1)
    )
    FROM projection.finding AS f
    LEFT JOIN audit.apps AS p ON p.log_id = f.log_id AND p.app_id = f.app_id
    LEFT JOIN audit.devices AS d ON d.log_id = f.log_id AND d.device_id = f.device_id
    WHERE f.ended IS DISTINCT FROM 'superseded'
    """
}

/// All events of a log in one fold for each account, installation and device: nothing of the folders is used.
private struct DirectFold {
  private let events: [FoldEvent]
  private let names: AccountDirectory
  private let shown: [AccountID: String]
  private let apps: [Int32: String]
  private let devices: [Int32: String]

  init(_ log: TestLog) throws {
    let connection = log.connection
    let links = try connection.execute(
      "SELECT alias_id, account_id, effective_at, position FROM audit.links"
    ).map { row in
      let point = FoldPoint(
        effectiveAt: Timestamp(microseconds: try row.timestamp(2)), position: try row.int64(3))
      return AliasLink(
        alias: AccountID(try row.int32(0)), account: AccountID(try row.int32(1)), point: point,
        recordedAt: point.effectiveAt)
    }
    let resolved = AliasLinks(links)
    events = try connection.execute(
      "SELECT position, type, account_id, app_id, device_id, code, occurred_at, recorded_at, facts FROM audit.narrow"
    ).map { row in
      resolved.resolve(
        FoldEvent(
          position: try row.int64(0), type: EventType(rawValue: try row.int16(1)),
          account: try row.int32OrNull(2).map(AccountID.init), app: try row.int32OrNull(3),
          device: try row.int32OrNull(4), occurredAt: Timestamp(microseconds: try row.timestamp(6)),
          recordedAt: Timestamp(microseconds: try row.timestamp(7)), code: try row.int32OrNull(5),
          facts: Facts(bytes: try row.bytesOrNull(8) ?? [])))
    }
    var objects: [GUID: AccountID] = [:]
    var aliases: [(upn: String, alias: AccountID)] = []
    var shown: [AccountID: String] = [:]
    for row in try connection.execute("SELECT account_id, object_id, upn_key, name FROM audit.accounts") {
      let account = AccountID(try row.int32(0))
      if let object = try row.uuidOrNull(1) { objects[GUID(high: object.high, low: object.low)] = account }
      if let upn = try row.textOrNull(2) { aliases.append((upn, account)) }
      shown[account] = try row.text(3)
    }
    self.shown = shown
    names = AccountDirectory(objects: objects, aliases: aliases, links: resolved)
    apps = try Self.names("SELECT app_id, name FROM audit.apps", connection)
    devices = try Self.names("SELECT device_id, name FROM audit.devices", connection)
  }

  private static func names(_ sql: String, _ connection: Connection) throws -> [Int32: String] {
    var names: [Int32: String] = [:]
    for row in try connection.execute(sql) { names[try row.int32(0)] = try row.text(1) }
    return names
  }

  func findings() -> Set<String> {
    let ordered = events.inFoldOrder()
    var found: [Finding] = []
    for account in Set(ordered.compactMap(\.account)) {
      found += AccountFindings(account, events: ordered, names: names).findings
    }
    for installation in Set(ordered.compactMap(\.installation)) {
      found += InstallationFindings(installation, events: ordered, names: names).findings
    }
    for device in Set(ordered.compactMap(\.installation?.device)) {
      found += DeviceFindings(device, events: ordered, names: names).findings
    }
    return Set(found.map(outline))
  }

  private func outline(_ finding: Finding) -> String {
    let account: String? =
      switch finding.scope.account {
      case nil: nil
      case .account(let account): shown[account]
      case .name(.object(let guid)): guid.text
      case .name(.upn(let upn)): "upn:" + upn
      }
    let app = finding.scope.app.flatMap { apps[$0] } ?? "-"
    let device = finding.scope.device.flatMap { devices[$0] } ?? "-"
    return
      "\(finding.rule.rawValue) \(account ?? "-") \(app) \(device) \(finding.openedBy) \(finding.openedAt.rfc3339) "
      + "\(finding.closedBy ?? -1)"
  }
}
