import Foundation
import MAMEvents
import Testing

@testable import Interchange

/// What events become, worked out by hand.
@Suite struct OCSFEventTests {
  @Test("a line has the event's id, place, times and codes, and what has no place under unmapped")
  func whole() throws {
    let wire = Exported.wire(
      "mam.enrollment.completed",
      data: #"{"statusCode":"notDeviceAccount","errorString":"no","identity":"ada@contoso.example"}"#,
      time: "2026-03-01T10:00:00.123999+01:00", subject: Exported.ada.uppercased(),
      more: #","appversion":"4.2","sdkversion":"20.1.0","correlationid":"c-9""#)
    // 2026-03-01 is day 20,513: 20,513 × 86,400 + 9 × 3,600 = 1,772,355,600 seconds.
    #expect(
      try Exported.line(wire)
        == #"{"class_uid":3004,"class_name":"Entity Management","category_uid":3,"activity_id":6,"activity_name":"Enroll","#
        + #""type_uid":300406,"time":1772355600123,"severity_id":2,"status_id":2,"status":"Failure","status_code":"211","#
        + #""status_detail":"NotDeviceAccount: Not the account of the device; the app should remove it.","#
        + #""message":"The SDK reported the result of an enrollment.","#
        + #""entity":{"type_id":2,"type":"User","user":{"uid":"\#(Exported.ada)","type_id":1,"type":"User"}},"#
        + #""actor":{"app_uid":"com.contoso.mail"},"device":{"uid":"D-1","type_id":5,"type":"Mobile","#
        + #""agent_list":[{"name":"Intune App SDK","type_id":99,"type":"Mobile Application Management","version":"20.1.0"}]},"#
        + #""metadata":{"version":"1.8.0","product":{"name":"mamaudit","vendor_name":"mamaudit","version":"9.9.9"},"#
        + #""uid":"e-1","sequence":7,"event_code":"mam.enrollment.completed","logged_time":1772355605500,"#
        + #""original_time":"2026-03-01T10:00:00.123999+01:00","correlation_uid":"c-9","tenant_uid":"\#(Exported.tenant)","#
        + #""log_provider":"urn:relay","profiles":["host"]},"#
        + #""observables":[{"name":"entity.user.uid","type_id":31,"type":"User Object: uid","value":"\#(Exported.ada)"},"#
        + #"{"name":"device.uid","type_id":47,"type":"Device Object: uid","value":"D-1"}],"#
        + #""unmapped":{"attributes":{"appversion":"4.2"},"data":{"errorString":{"_sd":"…"},"identity":{"_sd":"…"}}}}"#
    )
  }

  @Test(
    "an event dated after its arrival counts at its arrival, and milliseconds are rounded down, before 1970 too"
  )
  func time() throws {
    let future = try Exported.object(Exported.wire("mam.account.signedOut", time: "2030-01-01T00:00:00Z"))
    #expect(future["time"] == "1772355605500")
    #expect(future["metadata.original_time"] == #""2030-01-01T00:00:00Z""#)
    let old = try Exported.object(Exported.wire("mam.account.signedOut", time: "1969-12-31T23:59:59.9999Z"))
    #expect(old["time"] == "-1")
  }

  @Test(
    "the status of an enrollment is that of the reports",
    arguments: [
      ("100", "1", "1"), ("101", "1", "1"), ("102", "1", "1"), ("208", "1", "1"), ("103", "99", "1"),
      ("225", "99", "1"),
      ("104", "0", "1"), ("227", "2", "2"), ("4711", "2", "2"), ("228", "2", "2"), ("2147483647", "2", "2"),
      ("199", "0", "1"), ("-1", "0", "1"), ("\"Unheard of\"", "0", "1"),
    ])
  func enrollment(code: String, status: String, severity: String) throws {
    let object = try Exported.object(
      Exported.wire("mam.enrollment.completed", data: #"{"statusCode":\#(code)}"#))
    #expect(object["status_id"] == status)
    #expect(object["severity_id"] == severity)
    #expect(object["status_code"] == (code.hasPrefix("\"") ? code : "\"\(code)\""))
    #expect(object["unmapped"] == "-")
  }

  @Test("the events of one wipe have one command")
  func wipe() throws {
    let requested = try Exported.object(
      Exported.wire(
        "mam.wipe.requested",
        data: #"{"origin":"admin","requestId":"R-1","requestedBy":"root@contoso.example"}"#,
        app: nil, device: nil))
    #expect(requested["class_uid"] == "7001")
    #expect(requested["activity_id"] == "2")
    #expect(requested["command_uid"] == #""R-1""#)
    #expect(requested["status"] == #""Requested""#)
    #expect(requested["unmapped.account"] == "\"\(Exported.ada)\"")
    #expect(requested["unmapped.data"] == #"{"origin":"admin","requestedBy":{"_sd":"…"}}"#)
    #expect(requested["observables.0.name"] == #""unmapped.account""#)
    #expect(requested["metadata.profiles"] == "-")
    let completed = try Exported.object(Exported.wire("mam.wipe.completed", data: #"{"requestId":"R-1"}"#))
    #expect(completed["command_uid"] == #""R-1""#)
    #expect(completed["status_id"] == "1")
    #expect(completed["unmapped"] == #"{"account":"\#(Exported.ada)"}"#)
    // Without a request's id the producer's correlation, without that the event itself.
    let failed = Exported.wire("mam.wipe.failed", more: #","correlationid":"c-1""#)
    #expect(try Exported.object(failed)["command_uid"] == #""c-1""#)
    #expect(try Exported.object(failed)["severity_id"] == "4")
    #expect(try Exported.object(Exported.wire("mam.wipe.received"))["command_uid"] == #""e-1""#)
  }

  @Test("a remediation's result opens and closes one finding for an account on an installation")
  func compliance() throws {
    func object(_ status: String, device: String = "D-1") throws -> OCSFObject {
      try Exported.object(
        Exported.wire("mam.remediation.completed", data: #"{"status":\#(status)}"#, device: device))
    }
    let failed = try object("1")
    #expect(failed["class_uid"] == "2003")
    #expect(failed["activity_id"] == "1")
    #expect(failed["status_id"] == "1")
    #expect(failed["severity_id"] == "3")
    #expect(failed["compliance.status_id"] == "3")
    #expect(failed["compliance.status_code"] == #""1""#)
    #expect(failed["finding_info.uid"] == #""compliance/\#(Exported.ada)/com.contoso.mail/D-1""#)
    #expect(failed["resources.0.uid"] == "\"\(Exported.ada)\"")
    let passed = try object("\"Compliant\"")
    #expect(passed["activity_id"] == "3")
    #expect(passed["status_id"] == "4")
    #expect(passed["severity_id"] == "1")
    #expect(passed["compliance.status"] == #""Pass""#)
    #expect(passed["finding_info.uid"] == failed["finding_info.uid"])
    #expect(try object("1", device: "D-2")["finding_info.uid"] != failed["finding_info.uid"])
    #expect(try object("3")["compliance.status"] == #""Warning""#)
    #expect(try object("9")["activity_id"] == "0")
  }

  @Test("a decision says whether data may pass, and shares its operation with the transfer")
  func transfer() throws {
    let decided = try Exported.object(
      Exported.wire(
        "mam.transfer.decided",
        data:
          #"{"direction":"send","peerApp":"com.x","peerManaged":false,"decision":"blocked","operationId":"op","policyId":"p","#
          + #""peerAccount":"Bob@contoso.example"}"#,
        more: #","correlationid":"c""#))
    #expect(decided["class_uid"] == "0")
    #expect(decided["action_id"] == "2")
    #expect(decided["disposition_id"] == "2")
    #expect(decided["policy.uid"] == #""p""#)
    #expect(decided["metadata.profiles"] == #"["host","security_control"]"#)
    #expect(decided["metadata.correlation_uid"] == #""op""#)
    #expect(decided["unmapped.attributes.correlationid"] == #""c""#)
    // 19 letters in bob@contoso.example.
    #expect(decided["unmapped.data.peerAccount"] == #""upn:#1019""#)
    let performed = try Exported.object(
      Exported.wire("mam.transfer.performed", data: #"{"operationId":"op"}"#))
    #expect(performed["metadata.correlation_uid"] == #""op""#)
    #expect(performed["unmapped"] == "-")
  }

  @Test("a code of a file's protection means what its own enumeration says")
  func file() throws {
    func detail(_ code: String) throws -> String {
      try Exported.object(
        Exported.wire("mam.file.protected", data: #"{"encrypted":false,"statusCode":\#(code)}"#))[
          "status_detail"]
    }
    #expect(
      try detail(#"{"enum":"IntuneMAMDataProtectionStatusCode","value":104}"#)
        == #""DataNotProtected: The data is not protected.""#)
    #expect(try detail("104") == #""FileNotFound: There is no such file.""#)
    let whole = try Exported.object(
      Exported.wire("mam.file.protected", data: #"{"encrypted":true,"owner":"\#(Exported.bob)"}"#))
    #expect(whole["activity_id"] == "10")
    #expect(whole["status_id"] == "1")
    #expect(whole["file.owner.uid"] == "\"\(Exported.bob)\"")
    #expect(whole["actor.user.uid"] == "\"\(Exported.ada)\"")
  }

  @Test("who has a shared device is the user of the event; nobody is called none")
  func sharedDevice() throws {
    let changed = try Exported.object(
      Exported.wire(
        "mam.sharedDevice.accountChanged",
        data:
          #"{"current":"\#(Exported.bob.uppercased()).\#(Exported.tenant)","previous":"x","via":"query"}"#,
        subject: nil))
    #expect(changed["class_uid"] == "3002")
    #expect(changed["activity_id"] == "7")
    #expect(changed["user.uid"] == "\"\(Exported.bob)\"")
    #expect(changed["device.is_shared"] == "true")
    let queried = try Exported.object(
      Exported.wire("mam.sharedDevice.accountQueried", data: "{}", subject: nil))
    #expect(queried["class_uid"] == "5003")
    #expect(queried["user"] == #"{"name":"none","type":"Unknown","type_id":0}"#)
    let switched = Exported.wire(
      "mam.identity.switched", data: #"{"scope":"ui","initiator":"app","result":0}"#, subject: nil)
    #expect(try Exported.object(switched)["user.name"] == #""unknown""#)
    let toNobody = Exported.wire(
      "mam.identity.switched", data: #"{"scope":"ui","initiator":"app","result":0,"user":"none"}"#,
      subject: nil)
    #expect(try Exported.object(toNobody)["user.name"] == #""none""#)
  }

  @Test("records of the services name the resource, the administrator, the service and the device")
  func upstream() throws {
    let records = EveryEvent.upstream
    let audit = try #require(records[.intuneAuditRecorded]?.first)
    let wipe = try Exported.object(Exported.wire("intune.audit.recorded", data: audit, app: nil, device: nil))
    #expect(wipe["activity_id"] == "99")
    #expect(wipe["activity_name"] == #""Action""#)
    #expect(wipe["status_id"] == "1")
    #expect(wipe["entity.type"] == #""MobileApp""#)
    #expect(wipe["entity.uid"] == #""m-1""#)
    #expect(wipe["actor"] == #"{"app_uid":"5926fc8e","user":{"type":"Admin","type_id":2,"uid":"u-1"}}"#)
    #expect(wipe["unmapped.data.actor.userPrincipalName"] == #"{"_sd":"…"}"#)
    let denied = try #require(records[.entraSignInRecorded]?.first)
    let signIn = try Exported.object(
      Exported.wire("entra.signIn.recorded", data: denied, subject: nil, app: nil, device: nil))
    #expect(signIn["status_id"] == "2")
    #expect(signIn["status_code"] == #""53003""#)
    #expect(signIn["user.uid"] == "\"\(Exported.ada)\"")
    #expect(signIn["service"] == #"{"name":"Exchange","uid":"x"}"#)
    #expect(
      signIn["device"]
        == #"{"is_compliant":false,"is_managed":true,"type":"Mobile","type_id":5,"uid":"d-9"}"#)
    #expect(signIn["logon_type_id"] == "2")
    let registration = try Exported.object(
      Exported.wire(
        "intune.registration.observed",
        data: #"{"id":"T_1","deviceName":"Ada's phone","flaggedReasons":["none"]}"#))
    #expect(registration["entity.uid"] == #""T_1""#)
    #expect(
      registration["entity.data"]
        == #"{"deviceName":{"_sd":"…"},"flaggedReasons":["none"],"id":"T_1"}"#)
    #expect(registration["unmapped"] == "-")
  }

  @Test("an event of the log's own is an activity of the event log")
  func log() throws {
    let verified = try Exported.object(
      Exported.wire(
        "log.verified", data: #"{"result":"failed","size":7}"#, subject: nil, app: nil, device: nil))
    #expect(verified["class_uid"] == "1008")
    #expect(verified["log_name"] == #""mamaudit""#)
    #expect(verified["status_id"] == "2")
    #expect(verified["severity_id"] == "5")
    let erased = try Exported.object(
      Exported.wire("log.erased", data: #"{"by":"root@contoso.example","count":3}"#, app: nil, device: nil))
    #expect(erased["unmapped.account"] == "\"\(Exported.ada)\"")
    #expect(erased["unmapped.data"] == #"{"by":{"_sd":"…"},"count":3}"#)
    #expect(erased["actor"] == "-")
  }

  @Test("every member of data stands in the object, where its class has a place or under unmapped")
  func nothingLost() throws {
    for sample in EveryEvent.all {
      let (event, record) = try Exported.stored(sample.wire)
      let object = try Exported.object(sample.wire)
      let root = try #require(try JSONSerialization.jsonObject(with: Data(record)) as? [String: Any])
      let data = root["data"] as? [String: Any] ?? [:]
      let placed = Set(OCSFMapping.of(event.type).placed.map { "\($0)" })
      for name in data.keys {
        let places = ["unmapped.data.\(name)", "entity.data.\(name)"].filter { object[$0] != "-" }
        #expect(places.isEmpty == placed.contains(name), "\(sample): \(name)")
      }
    }
  }

  @Test("equal events give equal bytes, whatever was written before")
  func deterministic() throws {
    let samples = try EveryEvent.all.map { try Exported.stored($0.wire) }
    var (first, second) = (Exported.writer(), Exported.writer())
    var lines: [[UInt8]] = []
    for (event, record) in samples {
      try record.withUnsafeBytes { try first.write(event, record: $0) }
      lines.append(first.bytes)
      #expect(first.bytes.last == UInt8(ascii: "\n"))
      #expect(first.bytes.count { $0 == UInt8(ascii: "\n") } == 1)
    }
    for ((event, record), line) in zip(samples, lines).reversed() {
      try record.withUnsafeBytes { try second.write(event, record: $0) }
      #expect(second.bytes == line)
    }
  }
}
