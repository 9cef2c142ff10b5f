import MAMEvents
import Testing

@Suite("Refusing events")
struct RejectionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let code: RejectionCode
    let path: String
    let reason: String

    init(_ text: String, _ code: RejectionCode, _ path: String, _ reason: String) {
      self.text = text
      self.code = code
      self.path = path
      self.reason = reason
    }

    var testDescription: String { reason }
  }

  static let signIn = "mam.account.signedIn"

  static let attributes: [Case] = [
    Case("", .syntax, "", "JSON ends too early at byte 0"),
    Case("[1", .syntax, "[0]", "JSON ends too early at byte 2, in [0]"),
    Case("{\"id\":01}", .syntax, "id", "not a JSON number at byte 6, in id"),
    Case("{\"id\":1,\"id\":2}", .duplicateMember, "id", "duplicate member name at byte 8, in id"),
    Case("\"x\"", .notAnObject, "", "an event is a JSON object, not a string"),
    Case("[]", .notAnObject, "", "an event is a JSON object, not an array"),
    Case("{}", .missingAttribute, "specversion", "attribute specversion is missing"),
    Case(
      Samples.with("specversion", "\"0.3\""), .unsupportedVersion, "specversion",
      "specversion \"0.3\" is not 1.0"),
    Case(
      Samples.with("specversion", "1.0"), .badAttribute, "specversion",
      "attribute specversion must be a string, not a number"),
    Case(Samples.with("id", nil), .missingAttribute, "id", "attribute id is missing"),
    Case(Samples.with("id", "null"), .missingAttribute, "id", "attribute id is missing"),
    Case(Samples.with("id", "\"\""), .badAttribute, "id", "attribute id is empty"),
    Case(Samples.with("id", "7"), .badAttribute, "id", "attribute id must be a string, not a number"),
    Case(
      Samples.with("id", "\"a\\u0000b\""), .badAttribute, "id",
      "attribute id has the control character U+0000"),
    Case(
      Samples.with("id", "\"a\\u009b\""), .badAttribute, "id",
      "attribute id has the control character U+009B"),
    Case(Samples.with("id", "\"\\ud800\""), .badAttribute, "id", "attribute id has a lone surrogate"),
    Case(
      Samples.with("id", "\"\\uffff\""), .badAttribute, "id", "attribute id has the noncharacter U+FFFF"),
    Case(
      Samples.with("id", "\"\\ufdd0\""), .badAttribute, "id", "attribute id has the noncharacter U+FDD0"),
    Case(
      Samples.with("id", "\"\(String(repeating: "é", count: 513))\""), .badAttribute, "id",
      "attribute id has 1026 bytes, more than 1024"),
    Case(Samples.with("source", nil), .missingAttribute, "source", "attribute source is missing"),
    Case(
      Samples.with("source", "\"two words\""), .badAttribute, "source",
      "attribute source has the character \" \", which no URI-reference has"),
    Case(Samples.with("type", nil), .missingAttribute, "type", "attribute type is missing"),
    Case(
      Samples.event("mam.enrolment.completed"), .unknownType, "type",
      "unknown type \"mam.enrolment.completed\""),
    Case(Samples.event("x."), .unknownType, "type", "unknown type \"x.\""),
    Case(
      Samples.event("log.erased", data: "{}"), .reservedType, "type",
      "log.erased is written by the tool alone"),
    Case(Samples.with("time", nil), .missingAttribute, "time", "attribute time is missing"),
    Case(
      Samples.with("time", "\"2026-03-01T04:54:49\""), .zonelessTime, "time",
      "time \"2026-03-01T04:54:49\" has no offset"),
    Case(
      Samples.with("time", "\"yesterday\""), .badTime, "time",
      "time \"yesterday\" is not an RFC 3339 time"),
    Case(
      Samples.with("time", "\"2026-02-30T00:00:00Z\""), .badTime, "time",
      "time \"2026-02-30T00:00:00Z\" is no time that there is"),
    Case(
      Samples.with("time", "\"0000-01-01T00:00:00Z\""), .badTime, "time",
      "time \"0000-01-01T00:00:00Z\" is no time that there is"),
    Case(
      Samples.with("tenantid", nil), .missingTenant, "tenantid",
      "attribute tenantid is missing and no tenant was given"),
    Case(
      Samples.with("tenantid", "\"contoso\""), .badGUID, "tenantid", "tenantid \"contoso\" is not a GUID"),
    Case(
      Samples.with("subject", nil), .missingSubject, "subject",
      "mam.account.signedOut needs an account in subject"),
    Case(
      Samples.with("subject", "\"\""), .missingSubject, "subject",
      "mam.account.signedOut needs an account in subject"),
    Case(
      Samples.with("subject", "\"alice@contoso.example\""), .badGUID, "subject",
      "subject is neither a GUID nor upn:NAME"),
    Case(Samples.with("subject", "\"upn:\""), .badGUID, "subject", "subject is neither a GUID nor upn:NAME"),
    Case(
      Samples.with("appid", nil), .missingAttribute, "appid",
      "mam.account.signedOut needs appid, which is missing"),
    Case(
      Samples.with("deviceid", "\"\""), .missingAttribute, "deviceid",
      "mam.account.signedOut needs deviceid, which is empty"),
    Case(
      Samples.with("data_base64", "\"AA==\""), .unsupportedData, "data_base64", "data_base64 is not taken"),
    Case(
      Samples.with("datacontenttype", "\"text/xml\""), .unsupportedData, "datacontenttype",
      "datacontenttype \"text/xml\" is not JSON"),
    Case(
      Samples.with("more", "{}"), .badAttribute, "more",
      "attribute more must be a string, a number or a boolean, not an object"),
    Case(
      Samples.with("m\\u001b[2J", "\"\\t\""), .badAttribute, "\"m\\u{1B}[2J\"",
      "attribute \"m\\u{1B}[2J\" has the control character U+0009"),
    Case(
      Samples.with("more", "1\(String(repeating: "0", count: 1024))"), .badAttribute, "more",
      "attribute more has 1025 bytes, more than 1024"),
  ]

  static let members: [Case] = [
    Case(Samples.event(signIn, data: "[]"), .wrongMemberType, "data", "data must be an object, not an array"),
    Case(Samples.event("x.y", data: "1"), .wrongMemberType, "data", "data must be an object, not a number"),
    Case(
      Samples.event("mam.account.registered"), .missingMember, "data.method",
      "mam.account.registered needs data.method"),
    Case(
      Samples.event("mam.policy.completed", data: "{\"statusCode\":null}"), .missingMember, "data.statusCode",
      "mam.policy.completed needs data.statusCode"),
    Case(
      Samples.event("mam.policy.completed", data: "{\"statusCode\":true}"), .wrongMemberType,
      "data.statusCode",
      "data.statusCode must be a number or name of IntuneMAMEnrollmentStatusCode, not a boolean"),
    Case(
      Samples.event("mam.policy.completed", data: "{\"statusCode\":100,\"error\":{\"domain\":\"d\"}}"),
      .missingMember, "data.error.code", "mam.policy.completed needs data.error.code"),
    Case(
      Samples.event("mam.policy.completed", data: "{\"statusCode\":100,\"error\":\"d\"}"), .wrongMemberType,
      "data.error", "data.error must be an object, not a string"),
    Case(
      Samples.event(signIn, data: "{\"managed\":\"yes\"}"), .wrongMemberType, "data.managed",
      "data.managed must be true or false, not a string (\"yes\")"),
    Case(
      Samples.event(signIn, data: "{\"identity\":12345}"), .wrongMemberType, "data.identity",
      "data.identity must be a string, not a number"),
    Case(
      Samples.event(signIn, data: "{\"identity\":{\"_sd\":\"alice@contoso.example\"}}"), .wrongMemberType,
      "data.identity", "data.identity must be a string, not an object"),
    Case(
      Samples.event("mam.wipe.requested", data: "{\"origin\":\"admin\",\"reasonCode\":1.5}"),
      .wrongMemberType,
      "data.reasonCode", "data.reasonCode must be a whole number, not a number (1.5)"),
    Case(
      Samples.event("mam.wipe.requested", data: "{\"origin\":4}"), .wrongMemberType, "data.origin",
      "data.origin must be a string: admin, service, conditionalLaunch, offlineGrace, app, unenrollment, "
        + "sharedDevice, unknown, not a number (4)"),
    Case(
      Samples.event("mam.token.denied", data: "{\"error\":\"x\",\"entraErrorCode\":\"AADSTS53005\"}"),
      .wrongMemberType, "data.entraErrorCode",
      "data.entraErrorCode must be a whole number or a string of digits, not a string (\"AADSTS53005\")"),
    Case(
      Samples.event("mam.view.shown", data: "{\"accounts\":\"a\",\"policyApplied\":true}"), .wrongMemberType,
      "data.accounts", "data.accounts must be an array of strings (accounts' ids), not a string"),
    Case(
      Samples.event("mam.view.shown", data: "{\"accounts\":[\"a\",null],\"policyApplied\":true}"),
      .wrongMemberType, "data.accounts[1]",
      "data.accounts[1] must be a string (an account's id), not null"),
    Case(
      Samples.event(
        "mam.app.configured",
        data: "{\"settings\":{},\"clientCapabilities\":[1],\"platform\":\"ios\",\"distribution\":\"debug\"}"),
      .wrongMemberType, "data.clientCapabilities[0]",
      "data.clientCapabilities[0] must be a string, not a number"),
    Case(
      Samples.event("mam.sharedDevice.accountQueried", data: "{\"current\":1}"), .wrongMemberType,
      "data.current", "data.current must be a string (an account's id), not a number"),
    Case(
      Samples.event(
        "mam.file.protected", data: "{\"encrypted\":true,\"statusCode\":{\"value\":1}}"), .missingMember,
      "data.statusCode.enum", "data.statusCode needs enum"),
    Case(
      Samples.event(
        "mam.file.protected",
        data: "{\"encrypted\":true,\"statusCode\":{\"enum\":\"x\",\"value\":[]}}"), .wrongMemberType,
      "data.statusCode.value", "data.statusCode.value must be a number or a name, not an array"),
    Case(
      Samples.event(
        "mam.transfer.decided",
        data: """
          {"direction":"send","peerApp":"p","peerManaged":true,"decision":"blocked","location":4}
          """), .wrongMemberType, "data.location",
      "data.location must be an object {enum, value} of IntuneMAMSaveLocation or IntuneMAMOpenLocation, "
        + "not a number"),
  ]

  @Test(
    "a bad event is refused with its code, its place and an exact reason", arguments: attributes + members)
  func refuses(_ expected: Case) throws {
    let found = try #require(try rejection(expected.text))
    #expect(found.code == expected.code)
    #expect(found.path == expected.path)
    #expect(found.reason == expected.reason)
    #expect(!found.remedy.isEmpty)
    #expect(found.description.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
  }

  @Test("invalid UTF-8 is refused")
  func invalidUTF8() throws {
    var decoder = EventDecoder()
    let bytes: [UInt8] = Array("{\"id\":\"".utf8) + [0xFF] + Array("\"}".utf8)
    let error = #expect(throws: Rejection.self) { try bytes.withUnsafeBytes { _ = try decoder.decode($0) } }
    #expect(error?.code == .invalidUTF8)
    #expect(error?.reason == "invalid UTF-8 at byte 7, in id")
  }

  @Test("nesting is refused from 65 on")
  func depth() throws {
    func nested(_ depth: Int) -> String {
      Samples.event(
        "x.y",
        data: "{\"a\":\(String(repeating: "[", count: depth - 2))"
          + String(repeating: "]", count: depth - 2) + "}")
    }
    #expect(try rejection(nested(64)) == nil)
    #expect(try rejection(nested(65))?.code == .tooDeep)
  }

  @Test("an event of more than 1 MiB is refused, white space included")
  func size() throws {
    let event = Samples.event("mam.account.signedOut")
    let fits = event + String(repeating: " ", count: EventLimits.event - event.utf8.count)
    #expect(try rejection(fits) == nil)
    #expect(
      try rejection(fits + " ")
        == Rejection(
          .tooLarge, reason: "the event has 1048577 bytes, more than 1048576",
          remedy: "send less in one event; 1 MiB is the limit"))
    #expect(try rejection(String(repeating: " ", count: EventLimits.line + 1))?.code == .tooLarge)
  }

  @Test("what the store added to a line of its own export does not count")
  func exportedSize() throws {
    let stuffing = Samples.event("mam.account.signedIn", data: "{\"identity\":\"a\",\"fill\":\"FILL\"}")
    let fill = String(repeating: "x", count: EventLimits.event - stuffing.utf8.count + 4)
    let event = try decoded(
      Samples.event("mam.account.signedIn", data: "{\"identity\":\"a\",\"fill\":\"\(fill)\"}"))
    var record = event.record
    RecordWriter.complete(&record, recordedAt: Timestamp(microseconds: 1_772_500_000_000_000))
    #expect(record.count > EventLimits.event)
    #expect(try decoded(String(decoding: record, as: UTF8.self)).columns == event.columns)
  }

  @Test("an unknown type is answered with the nearest known name")
  func nearest() throws {
    #expect(
      try rejection(Samples.event("mam.enrolment.completed"))?.remedy
        == "did you mean mam.enrollment.completed? (a type of your own begins with x.)")
    #expect(
      try rejection(Samples.event("hello"))?.remedy
        == "use a type of the catalogue (a type of your own begins with x.)")
  }

  @Test("another tenant than the one given is refused")
  func tenantMismatch() throws {
    let other = "00000000-0000-0000-0000-000000000001"
    let found = try rejection(Samples.event("mam.account.signedOut"), tenant: other)
    #expect(found?.code == .tenantMismatch)
    #expect(found?.reason == "tenantid is \(Samples.tenant.lowercased()), not \(other)")
  }

  @Test("a personal value never stands in a reason")
  func hidesPersonalValues() throws {
    for data in ["{\"identity\":[\"alice@x.y\"]}", "{\"identity\":{\"alice@x.y\":1}}"] {
      let found = try #require(try rejection(Samples.event(Self.signIn, data: data)))
      #expect(!found.description.contains("alice"))
    }
  }

  @Test("a long or hostile value is shortened and made harmless")
  func quotes() throws {
    let found = try #require(
      try rejection(Samples.with("time", "\"\(String(repeating: "9", count: 500))\"")))
    #expect(found.reason == "time \"\(String(repeating: "9", count: 60))…\" is not an RFC 3339 time")
    let bidirectional = try #require(try rejection(Samples.with("time", "\"\u{202E}a\\\\\"")))
    #expect(bidirectional.reason == "time \"\\u{202E}a\\\\\" is not an RFC 3339 time")
  }

  @Test("a conflict names the position of the event that is there")
  func conflict() {
    let found = Rejection.conflict(position: 12)
    #expect(found.code == .conflict)
    #expect(found.reason == "an event with this source and id is at position 12 with other content")
  }

  @Test("the codes are a closed list of words with meanings")
  func codes() {
    for code in RejectionCode.allCases {
      #expect(code.rawValue.utf8.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) || $0 == 0x38 })
      #expect(!code.meaning.isEmpty)
    }
    #expect(Set(EventFlags.all.map(\.flag.rawValue)).count == EventFlags.all.count)
  }
}
