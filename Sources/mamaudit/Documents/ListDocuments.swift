import AuditStore
import Compliance
import MAMEvents
import Projections
import Rendering

extension AccountRow: PagedRow {
  static let columns: [Column] = [
    Column("account"), Column("identity"),
    Column(
      "status",
      tones: ["wipePending": .bad, "nonCompliant": .bad, "enrollmentFailed": .bad, "managed": .good]),
    Column("events", .integer), Column("firstEventAt", .timestamp), Column("lastEventAt", .timestamp),
    Column("openFindings", .integer), Column("installations", .integer),
  ]

  static let shown = [
    "account", "identity", "status", "openFindings", "installations", "events", "firstEventAt", "lastEventAt",
  ]

  var cells: [Cell] {
    [
      .text(account), Cell(identity), .text(status.rawValue), .integer(events), Cell(firstEventAt),
      Cell(lastEventAt), Cell(openFindings), .integer(installations),
    ]
  }

  var keys: [Cell] { [.text(account)] }
}

extension InstallationRow: PagedRow {
  static let columns: [Column] = [
    Column("app"), Column("device"), Column("identity"), Column("uiIdentity", title: "UI identity"),
    Column("processIdentity"), Column("threadIdentity"), Column("phase"), Column("multiIdentity", .boolean),
    Column("multiManagedIdentities", .boolean), Column("autoEnrollOnLaunch", .boolean),
    Column("policyRequired", .boolean), Column("platform"), Column("enrolledAccounts", .json),
    Column("sharedUser"), Column("cleanupPending", .json),
  ]

  static let shown = [
    "app", "device", "identity", "platform", "phase", "uiIdentity", "enrolledAccounts", "sharedUser",
    "cleanupPending",
  ]

  var cells: [Cell] {
    [
      .text(app), .text(device), Cell(identity), Cell(uiIdentity), Cell(processIdentity),
      Cell(threadIdentity),
      Cell(phase), Cell(multiIdentity), Cell(multiManagedIdentities), Cell(autoEnrollOnLaunch),
      Cell(policyRequired), Cell(platform), .list(enrolledAccounts), Cell(sharedUser), .list(cleanupPending),
    ]
  }

  var keys: [Cell] { [.text(app), .text(device)] }
}

extension DeviceRow: PagedRow {
  static let columns: [Column] = [
    Column("device"), Column("mode"), Column("sharedUser"), Column("apps", .json),
    Column("cleanupPending", .json), Column("flaggedReasons", .json),
  ]

  static let shown = columns.map(\.name)

  var cells: [Cell] {
    [
      .text(device), .text(mode), Cell(sharedUser), .list(apps), pending, .list(flaggedReasons),
    ]
  }

  private var pendingByApp: [(app: String, accounts: [String])] {
    cleanupPending.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) }
  }

  /// For each app the accounts to be cleared: an object.
  private var pending: Cell {
    let json = try? JSONWriter.text { json in
      json.object { json in
        for (app, accounts) in pendingByApp {
          json.key(app)
          json.array(accounts) { $0.string($1) }
        }
      }
    }
    return .json(json ?? "{}")
  }

  var words: [String: Cell] {
    let apps = pendingByApp.map { "\($0.app): \($0.accounts.joined(separator: ", "))" }
    return ["cleanupPending": .text(apps.isEmpty ? "none" : apps.joined(separator: "; "))]
  }

  var keys: [Cell] { [.text(device)] }
}

/// A wipe with its age at the instant of the answer.
struct AgedWipe: PagedRow {
  var wipe: WipeRow
  var asOf: Timestamp

  /// Seconds from the request (or the first report) to the confirmation, or to the instant of the answer.
  var ageSeconds: Int64? {
    let began = wipe.requestedAt ?? wipe.receivedAt ?? wipe.handledAt ?? wipe.failedAt
    guard let start = began else { return nil }
    return ((wipe.completedAt ?? asOf).microseconds - start.microseconds) / 1_000_000
  }

  static let columns: [Column] = [
    Column("account"), Column("identity"), Column("app"), Column("device"),
    Column("state", tones: ["completed": .good, "failed": .bad, "requested": .bad]), Column("origin"),
    Column("reasonCode", .integer), Column("reason"), Column("why"), Column("requestId"),
    Column("requestedAt", .timestamp), Column("requestedPosition", .integer),
    Column("receivedAt", .timestamp), Column("handledAt", .timestamp), Column("wiped", .boolean),
    Column("completedAt", .timestamp), Column("failedAt", .timestamp),
    Column("ageSeconds", .integer, unit: .seconds),
  ]

  static let shown = [
    "account", "identity", "app", "device", "state", "origin", "reasonCode", "reason", "requestedAt",
    "receivedAt", "handledAt", "completedAt", "ageSeconds",
  ]

  var cells: [Cell] {
    [
      .text(wipe.account), Cell(wipe.identity), Cell(wipe.app), Cell(wipe.device), .text(wipe.state),
      Cell(wipe.origin), Cell(wipe.reasonCode), Cell(wipe.reasonCode.flatMap(WipeReasonCode.init)?.word),
      Cell(wipe.why),
      Cell(wipe.requestID), Cell(wipe.requestedAt), Cell(wipe.requestedPosition), Cell(wipe.receivedAt),
      Cell(wipe.handledAt), Cell(wipe.wiped), Cell(wipe.completedAt), Cell(wipe.failedAt), Cell(ageSeconds),
    ]
  }

  var keys: [Cell] { [.text(wipe.account), .integer(Int64(wipe.ordinal))] }
}

extension UnattributedEvent: PagedRow {
  static let columns: [Column] = [
    Column("position", .integer), Column("type"), Column("app"), Column("device"),
    Column("occurredAt", .timestamp), Column("recordedAt", .timestamp),
  ]

  static let shown = columns.map(\.name)

  var cells: [Cell] {
    [
      .integer(position), .text(Catalogue[type].name), Cell(app), Cell(device), Cell(Optional(occurredAt)),
      Cell(Optional(recordedAt)),
    ]
  }

  var keys: [Cell] { [.integer(position)] }
}
