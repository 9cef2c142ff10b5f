import AuditStore
import Hashing
import MAMEvents
import Postgres
import Projections
import TestSupport
import Testing

/// Three tenants in spring 2025, appended and folded by the product itself, with a known thing of each kind to report.
enum ReportFleet {
  static let tenant = "5b1f3c5e-0000-4000-8000-000000000001"
  static let otherTenant = "5b1f3c5e-0000-4000-8000-000000000002"
  /// The tenant whose events the rules find fault with.
  static let faultyTenant = "5b1f3c5e-0000-4000-8000-000000000003"

  /// Runs a test with a connection to a database that holds the fleet, as its superuser.
  static func withDatabase<R>(_ body: (TestDatabase, Connection) throws -> R) throws -> R {
    try TestDatabase.withDatabase(migrated: true) { database in
      let appender = try Appender(database.connect())
      let connection = try database.connect()
      for lines in [main(), other(), faulty(), faultyLate()] { try append(lines, appender, connection) }
      try acknowledge(connection)
      return try body(database, connection)
    }
  }

  static func append(_ lines: [String], _ appender: borrowing Appender, _ connection: Connection)
    throws
  {
    var decoder = EventDecoder()
    let events = try lines.map { try decoder.decode($0) }
    var batch = EventBatch(tenant: events[0].columns.tenant)
    for event in events { batch.append(event) }
    let result = try appender.append(&batch)
    let run = try ProjectionRunner(connection: connection, log: result.log.rawValue).run()
    guard result.appended == lines.count, run.stale == 0 else { throw Incomplete() }
  }

  struct Incomplete: Error {}

  static func account(_ number: Int) -> String {
    let digits = String(number)
    return "aaaaaaaa-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  // MARK: - The stories

  /// Forty accounts, each on its own device, and what became of some.
  private static func main() -> [String] {
    var lines = ReportLines(tenant: tenant)
    for number in 1...40 {
      let code = [5: 213, 0: 201][number % 10] ?? [7: 299, 8: 208][number] ?? 100
      lines.add("app.lifecycle", nil, "01T08:00", #""phase":"launched""#, device: number)
      let identity = #""identity":"user\#(number)@contoso.example""#
      lines.add("account.signedIn", number, "01T09:00", identity)
      lines.add("account.registered", number, "01T09:01", #""method":"registerAndEnroll""#)
      lines.add("enrollment.completed", number, "02T09:02", #""statusCode":\#(code)"#)
      lines.add("app.lifecycle", nil, "02T10:00", #""phase":"launched""#, device: number)
      lines.add("data.accessed", number, "02T11:00", #""what":"mail""#)
      if code == 100 {
        lines.add("policy.completed", number, "\(10 + number % 8)T08:00", #""statusCode":101"#)
      }
    }
    for number in 11...13 {
      lines.add("token.denied", number, "05T08:00", #""error":"e","errorCode":-50004"#)
    }
    lines.add("remediation.completed", 12, "05T08:05", #""status":4"#)
    lines.add("remediation.completed", 13, "05T08:05", #""status":0"#)
    for number in 21...22 {
      lines.add("account.blockRequested", number, "06T08:00", #""reason":3"#)
      lines.add("account.blocked", number, "06T08:01", #""result":0"#)
    }
    lines.add("account.blockRequested", 22, "06T17:00", #""reason":0"#)
    lines.add("account.blocked", 22, "06T17:01", #""result":0"#)
    addWipes(&lines)
    for (event, number, time) in [
      ("signedIn", 1, "07T08:00"), ("signedOut", 1, "07T12:00"), ("signedIn", 2, "07T12:05"),
      ("signedOut", 2, "07T18:00"), ("dataCleared", 2, "07T18:01"),
    ] {
      let data = event == "signedOut" ? #""success":true,"signoutFromBrowser":false"# : ""
      lines.add("sharedDevice." + event, number, time, data, device: 100)
    }
    return lines.all
  }

  private static func addWipes(_ lines: inout ReportLines) {
    func request(_ number: Int, _ time: String, wide: Bool = false) {
      let data = #""origin":"admin","why":"lost","requestId":"W-\#(number)""#
      lines.add("wipe.requested", number, time, data, isWide: wide)
    }
    // Confirmed after 30 minutes.
    request(31, "03T10:00")
    lines.add("wipe.received", 31, "03T10:05", #""requestId":"W-31""#)
    lines.add("wipe.handled", 31, "03T10:06", #""wiped":true"#)
    lines.add("wipe.completed", 31, "03T10:30", #""requestId":"W-31""#)
    // Never heard of again; four hours old on the 20th; failed; for an account that is on no installation.
    request(32, "03T12:00")
    request(33, "19T20:00")
    request(36, "14T12:00")
    lines.add("wipe.failed", 36, "15T12:00", "")
    request(41, "16T12:00", wide: true)
    // Only the answer of the service is known.
    lines.add("policy.completed", 34, "15T18:00", #""statusCode":102"#)
  }

  /// Five accounts that never got in, one of them known by name alone.
  private static func other() -> [String] {
    var lines = ReportLines(tenant: otherTenant)
    for number in 1...5 {
      let subject = number == 5 ? "upn:solo@fabrikam.example" : account(number)
      lines.add("enrollment.completed", subject: subject, "02T23:30", #""statusCode":201"#, device: number)
    }
    return lines.all
  }
}

/// The lines of a tenant's file.
struct ReportLines {
  let tenant: String
  /// Four digits, a dash, and two.
  let month: String
  /// What begins the ids.
  let prefix: String
  private(set) var all: [String] = []

  init(tenant: String, month: String = "2025-03", prefix: String = "") {
    self.tenant = tenant
    self.month = month
    self.prefix = prefix
  }

  mutating func add(
    _ type: String, _ number: Int?, _ time: String, _ data: String = "", device: Int? = nil,
    isWide: Bool = false,
    app: String = "docs", attributes: String = ""
  ) {
    let subject = number.map(ReportFleet.account)
    add(
      type, subject: subject, time, data, device: isWide ? nil : device ?? number, app: app,
      attributes: attributes)
  }

  mutating func add(
    _ type: String, subject: String?, _ time: String, _ data: String, device: Int?, app: String = "docs",
    attributes: String = ""
  ) {
    let subject = subject.map { #""subject":"\#($0)","# } ?? ""
    let place = device.map { #""appid":"com.contoso.\#(app)","deviceid":"D-\#($0)","# } ?? ""
    let seconds = time.count == 8 ? ":00" : ""
    all.append(
      #"{"specversion":"1.0","id":"\#(prefix)\#(all.count)","source":"urn:fleet","type":"mam.\#(type)","#
        + #""time":"\#(month)-\#(time)\#(seconds)Z","tenantid":"\#(tenant)",\#(subject)\#(place)\#(attributes)"#
        + #""data":{\#(data)}}"#)
  }
}

extension TextTable {
  /// The named columns of each row; the fleet's tenants as A, B and C, its accounts by number.
  func texts(of names: [String]) throws -> [String] {
    let indices = try names.map { try #require(columns.firstIndex(of: $0), "\($0)") }
    return rows.map { row in
      indices.map { index in
        switch row[index] {
        case ReportFleet.tenant: "A"
        case ReportFleet.otherTenant: "B"
        case ReportFleet.faultyTenant: "C"
        case let text where text.hasPrefix("aaaaaaaa-"): "#" + text.suffix(2).drop { $0 == "0" }
        case let text: text
        }
      }.joined(separator: " | ")
    }
  }
}
