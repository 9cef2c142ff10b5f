import AuditStore
import MAMEvents
import Postgres
import Projections

extension ReportFleet {
  /// Accounts 51 to 56 in April 2025, and what the rules find fault with.
  static func faulty() -> [String] {
    var lines = ReportLines(tenant: faultyTenant, month: "2025-04")
    for number in 51...56 {
      lines.add("app.lifecycle", nil, "01T08:00", #""phase":"launched""#, device: number)
      lines.add("account.signedIn", number, "01T09:00", #""identity":"user\#(number)@fabrikam.example""#)
      lines.add("account.registered", number, "01T09:01", #""method":"registerAndEnroll""#)
      lines.add("enrollment.completed", number, "01T09:02", #""statusCode":100"#, attributes: sdk(number))
      lines.add("app.lifecycle", nil, "01T10:00", #""phase":"launched""#, device: number)
    }
    addTransfers(&lines)
    addWipes(&lines)
    addRemediations(&lines)
    addSharedDevice(&lines)
    addConfigurations(&lines)
    return lines.all
  }

  /// What arrives after the rest: the wipe of 54 was confirmed in time.
  static func faultyLate() -> [String] {
    var lines = ReportLines(tenant: faultyTenant, month: "2025-04", prefix: "late-")
    lines.add("wipe.completed", 54, "05T13:00", #""requestId":"W-54""#)
    return lines.all
  }

  /// Somebody acknowledges that the wipe of 55 is not confirmed.
  static func acknowledge(_ connection: Connection) throws {
    try acknowledge("W1", of: 55, at: "2025-04-10T12:00:00Z", connection)
  }

  /// Somebody acknowledges the finding of a rule about an account.
  static func acknowledge(_ rule: String, of number: Int, at instant: String, _ connection: Connection) throws
  {
    guard let tenant = GUID(text: faultyTenant),
      let log = try LogReader(connection).logs().first(where: { $0.tenant == tenant })
    else { throw Incomplete() }
    let finding = try connection.execute(
      "SELECT finding FROM projection.finding WHERE log_id = $1 AND rule = $2 AND account = $3",
      [.int32(log.id.rawValue), .text(rule), .text(account(number))]
    ).single().text(0)
    let event = OwnEvent.findingAcknowledged(
      finding: finding, by: "ada@fabrikam.example", reason: "The device was destroyed.")
    _ = try OwnEventAppender(connection).append(
      [event], to: log, at: try Timestamp(rfc3339: instant))
    _ = try ProjectionRunner(connection: connection, log: log.id.rawValue).run()
  }

  /// Odd accounts have an older app with an older SDK.
  private static func sdk(_ number: Int) -> String {
    number % 2 == 1
      ? #""appversion":"3.0","sdkversion":"20.8.0","# : #""appversion":"3.1","sdkversion":"21.7.1","#
  }

  /// 51 and 52 may share with managed apps alone; from the 3rd on 51 may send to all.
  private static func addTransfers(_ lines: inout ReportLines) {
    func policy(_ number: Int, _ time: String, _ id: String, outbound: String) {
      let levels =
        #""allowedOutboundDataTransferDestinations":"\#(outbound)","allowedInboundDataTransferSources":"managedApps""#
      lines.add(
        "policy.changed", number, time, #""source":"mam","policyId":"\#(id)","settings":{\#(levels)}"#,
        attributes: sdk(number))
    }
    func decide(
      _ number: Int?, _ time: String, _ direction: String, toManaged: Bool, _ decision: String,
      _ more: String = "",
      device: Int? = nil
    ) {
      let peer = #""peerApp":"com.contoso.\#(toManaged ? "mail" : "photos")","peerManaged":\#(toManaged)"#
      lines.add(
        "transfer.decided", number, time,
        #""direction":"\#(direction)",\#(peer),"decision":"\#(decision)"\#(more)"#, device: device,
        attributes: sdk(device ?? number ?? 0))
    }
    policy(51, "01T10:30", "P-1", outbound: "managedApps")
    policy(52, "01T10:31", "P-1", outbound: "managedApps")
    decide(51, "02T09:00", "send", toManaged: false, "allowed", #","operationId":"op-1","policyId":"P-1""#)
    decide(51, "02T09:05", "send", toManaged: true, "allowed", #","peerAccount":"\#(account(51))""#)
    decide(52, "02T09:10", "import", toManaged: false, "blocked")
    policy(51, "03T08:00", "P-2", outbound: "allApps")
    decide(51, "04T09:00", "send", toManaged: false, "allowed", #","policyId":"P-1""#)
    decide(
      52, "04T09:30", "send", toManaged: false, "blocked",
      #","location":{"enum":"IntuneMAMSaveLocation","value":64}"#)
    decide(nil, "04T10:00", "import", toManaged: false, "allowed", device: 52)
  }

  /// One is confirmed two days later, one in time but reported late, two never.
  private static func addWipes(_ lines: inout ReportLines) {
    for (number, time) in [(53, "05T10:00"), (54, "05T12:00"), (55, "06T10:00"), (56, "08T10:00")] {
      lines.add("wipe.requested", number, time, #""origin":"admin","why":"lost","requestId":"W-\#(number)""#)
    }
    lines.add("wipe.completed", 53, "07T10:00", #""requestId":"W-53""#)
    lines.add("account.signedIn", 51, "08T09:00", device: 53)
  }

  /// 52 goes on reading while it is not compliant.
  private static func addRemediations(_ lines: inout ReportLines) {
    lines.add("token.denied", 52, "05T08:00", #""error":"e","errorCode":-50004"#)
    lines.add("remediation.requested", 52, "05T08:01", #""silent":true"#)
    lines.add("remediation.completed", 52, "05T08:02", #""status":1"#)
    lines.add("data.accessed", 52, "05T09:00")
    lines.add("data.accessed", 52, "05T10:00")
    lines.add("remediation.completed", 52, "05T12:00", #""status":0"#)
    lines.add("data.accessed", 52, "05T13:00")
  }

  /// 51 leaves a shared device: one app clears after a minute, the other only when 52 has begun.
  private static func addSharedDevice(_ lines: inout ReportLines) {
    func add(_ event: String, _ number: Int?, _ time: String, _ data: String = "", app: String = "docs") {
      lines.add(event, number, time, data, device: 60, app: app)
    }
    let signOut = #""success":true,"signoutFromBrowser":true"#
    add("device.modeDetected", nil, "10T07:00", #""mode":1"#)
    add("sharedDevice.signedIn", 51, "10T08:00")
    add(
      "sharedDevice.accountQueried", nil, "10T08:05", #""current":"\#(account(51).uppercased())""#,
      app: "mail")
    add("sharedDevice.signedOut", 51, "10T12:00", signOut)
    add("sharedDevice.dataCleared", 51, "10T12:01")
    add("sharedDevice.signedIn", 52, "10T13:00")
    let change = #""current":"\#(account(52))","previous":"\#(account(51))","via":"query""#
    add("sharedDevice.accountChanged", nil, "10T13:00:30", change, app: "mail")
    add("data.accessed", 52, "10T13:05", app: "mail")
    add("sharedDevice.dataCleared", 51, "10T13:10", app: "mail")
    add("sharedDevice.signedOut", 52, "10T18:00", signOut)
  }

  /// The second release drops multi-identity, and the redirect address.
  private static func addConfigurations(_ lines: inout ReportLines) {
    let client = #""ADALClientId":"0a1b2c3d-0000-4000-8000-000000000001""#
    let redirect = #""ADALRedirectUri":"msauth.com.contoso.docs://auth""#
    lines.add(
      "app.configured", nil, "01T07:59",
      #""settings":{\#(client),\#(redirect),"MultiIdentity":true},"clientCapabilities":[],"platform":"ios","distribution":"debug""#,
      device: 51,
      attributes: #""appversion":"3.0","sdkversion":"20.8.0","#)
    lines.add(
      "app.configured", nil, "09T07:59",
      #""settings":{\#(client),"MultiIdentity":false},"clientCapabilities":[],"platform":"ios","distribution":"debug""#,
      device: 51, attributes: #""appversion":"3.2","sdkversion":"21.7.1","#)
  }
}
