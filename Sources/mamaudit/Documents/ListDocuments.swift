import AuditStore
import Compliance
import MAMEvents
import Projections
import Rendering

/// What the list commands write of a row: its JSON object, and its cells.
protocol ListedRow {
  /// The columns for people.
  static var columns: [Column] { get }
  /// The cells for people.
  var cells: [Cell] { get }
  /// The members of the JSON object, the tenant and the closing brace aside.
  func write(to json: inout JSONWriter)
}

extension AccountRow: ListedRow {
  static let columns: [Column] = [
    Column("account"), Column("identity"),
    Column(
      "status",
      tones: ["wipePending": .bad, "nonCompliant": .bad, "enrollmentFailed": .bad, "managed": .good]),
    Column("installations", .integer), Column("events", .integer), Column("first event", .timestamp),
    Column("last event", .timestamp),
  ]

  var cells: [Cell] {
    [
      .text(account), Cell(identity), .text(status.rawValue), .integer(installations), .integer(events),
      Cell(firstEventAt), Cell(lastEventAt),
    ]
  }

  func write(to json: inout JSONWriter) {
    json.key("account")
    json.string(account)
    json.key("identity")
    json.string(identity)
    json.key("status")
    json.string(status.rawValue)
    StateDocument.counters(self, to: &json)
    json.key("installations")
    json.integer(installations)
  }
}

extension InstallationRow: ListedRow {
  static let columns: [Column] = [
    Column("app"), Column("device"), Column("platform"), Column("phase"), Column("identity"),
    Column("enrolled accounts"), Column("shared user"), Column("cleanup pending"),
  ]

  var cells: [Cell] {
    [
      .text(app), .text(device), Cell(platform), Cell(phase), Cell(uiIdentity),
      .text(enrolledAccounts.joined(separator: ", ")), Cell(sharedUser),
      .text(cleanupPending.joined(separator: ", ")),
    ]
  }

  func write(to json: inout JSONWriter) {
    json.key("app")
    json.string(app)
    json.key("device")
    json.string(device)
    json.key("uiIdentity")
    json.string(uiIdentity)
    json.key("processIdentity")
    json.string(processIdentity)
    json.key("threadIdentity")
    json.string(threadIdentity)
    json.key("phase")
    json.string(phase)
    json.key("multiIdentity")
    json.boolean(multiIdentity)
    json.key("multiManagedIdentities")
    json.boolean(multiManagedIdentities)
    json.key("autoEnrollOnLaunch")
    json.boolean(autoEnrollOnLaunch)
    json.key("policyRequired")
    json.boolean(policyRequired)
    json.key("platform")
    json.string(platform)
    json.key("enrolledAccounts")
    json.array(enrolledAccounts) { $0.string($1) }
    json.key("sharedUser")
    json.string(sharedUser)
    json.key("cleanupPending")
    json.array(cleanupPending) { $0.string($1) }
  }
}

extension DeviceRow: ListedRow {
  static let columns: [Column] = [
    Column("device"), Column("mode"), Column("shared user"), Column("apps"), Column("cleanup pending"),
  ]

  private var pending: [(app: String, accounts: [String])] {
    cleanupPending.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) }
  }

  var cells: [Cell] {
    [
      .text(device), .text(mode), Cell(sharedUser), .text(apps.joined(separator: ", ")),
      .text(pending.map { "\($0.app): \($0.accounts.joined(separator: ", "))" }.joined(separator: "; ")),
    ]
  }

  func write(to json: inout JSONWriter) {
    json.key("device")
    json.string(device)
    json.key("mode")
    json.string(mode)
    json.key("sharedUser")
    json.string(sharedUser)
    json.key("apps")
    json.array(apps) { $0.string($1) }
    json.key("cleanupPending")
    json.object { json in
      for (app, accounts) in pending {
        json.key(app)
        json.array(accounts) { $0.string($1) }
      }
    }
    json.key("flaggedReasons")
    json.array(flaggedReasons) { $0.string($1) }
  }
}

/// A wipe with its age at the instant of the answer.
struct AgedWipe: ListedRow {
  var wipe: WipeRow
  var asOf: Timestamp

  /// Seconds from the request (or the first report) to the confirmation, or to the instant of the answer.
  var ageSeconds: Int64? {
    let began = wipe.requestedAt ?? wipe.receivedAt ?? wipe.handledAt ?? wipe.failedAt
    guard let start = began else { return nil }
    return ((wipe.completedAt ?? asOf).microseconds - start.microseconds) / 1_000_000
  }

  static let columns: [Column] = [
    Column("account"), Column("app"), Column("device"),
    Column("state", tones: ["completed": .good, "failed": .bad, "requested": .bad]), Column("origin"),
    Column("requested", .timestamp), Column("received", .timestamp), Column("handled", .timestamp),
    Column("completed", .timestamp), Column("age"),
  ]

  var cells: [Cell] {
    [
      .text(wipe.account), Cell(wipe.app), Cell(wipe.device), .text(wipe.state), Cell(wipe.origin),
      Cell(wipe.requestedAt), Cell(wipe.receivedAt), Cell(wipe.handledAt), Cell(wipe.completedAt),
      Cell(ageSeconds.map { Quantity.duration(seconds: Double($0)) }),
    ]
  }

  func write(to json: inout JSONWriter) {
    json.key("account")
    json.string(wipe.account)
    json.key("app")
    json.string(wipe.app)
    json.key("device")
    json.string(wipe.device)
    json.key("state")
    json.string(wipe.state)
    json.key("origin")
    json.string(wipe.origin)
    json.key("reasonCode")
    json.integer(wipe.reasonCode)
    json.key("why")
    json.string(wipe.why)
    json.key("requestId")
    json.string(wipe.requestID)
    json.key("requestedAt")
    json.timestamp(wipe.requestedAt?.microseconds)
    json.key("requestedPosition")
    json.integer(wipe.requestedPosition)
    json.key("receivedAt")
    json.timestamp(wipe.receivedAt?.microseconds)
    json.key("handledAt")
    json.timestamp(wipe.handledAt?.microseconds)
    json.key("wiped")
    json.boolean(wipe.wiped)
    json.key("completedAt")
    json.timestamp(wipe.completedAt?.microseconds)
    json.key("failedAt")
    json.timestamp(wipe.failedAt?.microseconds)
    json.key("ageSeconds")
    json.integer(ageSeconds)
  }
}

extension UnattributedEvent: ListedRow {
  static let columns: [Column] = [
    Column("position", .integer), Column("type"), Column("app"), Column("device"),
    Column("occurred", .timestamp),
    Column("recorded", .timestamp),
  ]

  private var typeName: String { Catalogue[type].name }

  var cells: [Cell] {
    [
      .integer(position), .text(typeName), Cell(app), Cell(device), Cell(Optional(occurredAt)),
      Cell(Optional(recordedAt)),
    ]
  }

  func write(to json: inout JSONWriter) {
    json.key("position")
    json.integer(position)
    json.key("type")
    json.string(typeName)
    json.key("app")
    json.string(app)
    json.key("device")
    json.string(device)
    json.key("occurredAt")
    json.timestamp(occurredAt.microseconds)
    json.key("recordedAt")
    json.timestamp(recordedAt.microseconds)
  }
}
