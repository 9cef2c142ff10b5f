import MAMEvents
import Testing

@Suite("Decoding events")
struct DecoderTests {
  @Test(
    "every type is taken with all of its members and with the required ones", arguments: Samples.everyType)
  func everyType(text: String) throws {
    let event = try decoded(text)
    #expect(event.columns.type != nil)
    try event.columns.facts.validate()
    #expect(event.columns.flags.isDisjoint(with: [.unknownCode, .unknownWord, .unreadableAccount]))
  }

  @Test("the columns are what the event says")
  func columns() throws {
    let event = try decoded(
      Samples.event(
        "mam.enrollment.completed",
        data: """
          {"statusCode":"IntuneMAMEnrollmentStatusNotEmmAccount","error":{"domain":"d","code":-7},
           "identity":"Alice@Contoso.example","errorString":"no"}
          """))
    let columns = event.columns
    #expect(columns.tenant.text == Samples.tenant.lowercased())
    #expect(columns.type == .enrollmentCompleted)
    #expect(columns.account == GUID(text: Samples.subject).map(AccountName.object))
    #expect(columns.app == ExactText("com.contoso.docs"))
    #expect(columns.device == ExactText("D-1"))
    #expect(columns.code == 209)
    #expect(columns.flags == [])
    #expect(columns.occurredAt.rfc3339 == "2026-03-01T04:54:49.356595Z")
    #expect(columns.facts.integer(.nestedErrorCode) == -7)
    #expect(columns.facts.text(.nestedErrorDomain) == "d")
    #expect(columns.facts.bool(.carriesIdentity) == true)
    #expect(event.linkedUPN == "alice@contoso.example")
    #expect(event.disclosures.map(\.path) == ["data.identity", "data.errorString"])
    #expect(event.disclosures.allSatisfy { $0.account == columns.account })
    let record = String(decoding: event.record, as: UTF8.self)
    #expect(!record.contains("Alice"))
    #expect(record.contains("\"time\":\"2026-03-01T04:54:49.3565951Z\""))
  }

  @Test("the parameters of rules are a fact without the white space between tokens, as in the record")
  func parameters() throws {
    let spaced = "{ \"rules\" : {\n \"W1\":{\"a b\" :\t[ 1, \" x \" ] } } }"
    let event = try decoded(
      Samples.event("log.rules.changed", data: "{\"sha256\" : \"00\" , \"parameters\" : \(spaced) }"))
    #expect(event.columns.facts.text(.parameters) == #"{"rules":{"W1":{"a b":[1," x "]}}}"#)
    let (record, expected) = DecoderDeriveTests.finished(event)
    var decoder = EventDecoder()
    #expect(try decoder.derive(record: record) == expected)
    let finding = try decoded(
      Samples.event("log.finding.acknowledged", data: #"{"finding":"47e961f16851f965","reason":"known"}"#))
    #expect(finding.columns.facts.text(.finding) == "47e961f16851f965")
  }

  @Test(
    "a code is taken by number, digits or name",
    arguments: ["100", "1e2", "\"100\"", "\"newpoliciesreceived\"", "100.0"])
  func codes(value: String) throws {
    let event = try decoded(Samples.event("mam.policy.completed", data: "{\"statusCode\":\(value)}"))
    #expect(event.columns.code == 100)
    #expect(event.columns.flags == [])
  }

  @Test(
    "an unknown code is kept and flagged",
    arguments: [("999", 999 as Int32?), ("\"999\"", 999), ("\"Bogus\"", nil), ("1.5", nil), ("1e300", nil)])
  func unknownCodes(value: String, number: Int32?) throws {
    let event = try decoded(Samples.event("mam.policy.completed", data: "{\"statusCode\":\(value)}"))
    #expect(event.columns.code == number)
    #expect(event.columns.flags == .unknownCode)
  }

  @Test("an unknown word is kept and flagged")
  func unknownWord() throws {
    let event = try decoded(Samples.event("mam.app.lifecycle", data: "{\"phase\":\"Launched\"}"))
    #expect(event.columns.facts.word(.phase) == 255)
    #expect(event.columns.flags == .unknownWord)
    let known = try decoded(Samples.event("mam.app.lifecycle", data: "{\"phase\":\"resumed\"}"))
    #expect(known.columns.facts.word(.phase) == LifecyclePhase.resumed.rawValue)
  }

  @Test(
    "settings are booleans or the words of a property list",
    arguments: [
      ("true", true as Bool?), ("false", false), ("\"YES\"", true), ("\"no\"", false), ("\"True\"", true),
      ("\"1\"", true), ("0", false), ("1", true), ("\"maybe\"", nil), ("2", nil), ("[]", nil), ("null", nil),
    ])
  func settings(value: String, expected: Bool?) throws {
    let event = try decoded(
      Samples.event(
        "mam.app.configured",
        data: """
          {"settings":{"MultiIdentity":\(value)},"clientCapabilities":[],"platform":"MAUI","distribution":"debug"}
          """))
    #expect(event.columns.facts.bool(.multiIdentity) == expected)
    #expect(event.columns.flags == (expected == nil && value != "null" ? .unknownWord : []))
    #expect(event.columns.facts.texts(.clientCapabilities) == [])
  }

  @Test("a platform keeps its casing", arguments: ["maui", "MAUI", "iOS", "É", "E\u{301}"])
  func platform(text: String) throws {
    let event = try decoded(
      Samples.event(
        "mam.app.configured",
        data: #"{"settings":{},"clientCapabilities":[],"platform":"\#(text)","distribution":"debug"}"#))
    #expect(event.columns.facts.text(.platform)?.utf8.elementsEqual(text.utf8) == true)
  }

  @Test("the settings that the configuration rules judge become one fact")
  func judgedSettings() throws {
    let event = try decoded(
      Samples.event(
        "mam.app.configured",
        data: """
          {"settings":{"SplashDuration":1.5,"ADALClientId":"x","AppGroupIdentifiers":["a","b"],"Other":1},
           "clientCapabilities":["ProtApp"],"platform":"ios","distribution":"appStore"}
          """))
    #expect(
      event.columns.facts.texts(.settings) == [
        "ADALClientId=x", "AppGroupIdentifiers=a,b", "SplashDuration=1.5",
      ])
  }

  @Test(
    "a verification says whether the log is whole",
    arguments: [("passed", true), ("failed", false), ("Failed", nil)] as [(String, Bool?)])
  func verified(_ word: String, _ isWhole: Bool?) throws {
    let event = try decoded(
      Samples.event("log.verified", data: #"{"depth":"full","size":3,"root":"x","result":"\#(word)"}"#))
    #expect(event.columns.facts.bool(.verified) == isWhole)
    #expect(event.columns.flags.contains(.unknownWord) == (isWhole == nil))
  }

  @Test(
    "a denial for app protection is told by each of its marks",
    arguments: [
      (#"{"error":"x","errorCode":-50004}"#, true), (#"{"error":"x","errorCode":"-50004"}"#, true),
      (#"{"error":"x","errorCode":"MSALErrorServerProtectionPoliciesRequired"}"#, true),
      (#"{"error":"x","entraErrorCode":53005}"#, true), (#"{"error":"x","entraErrorCode":"53009"}"#, true),
      (#"{"error":"x","subError":"protection_policy_required"}"#, true),
      (#"{"error":"x","subError":"protection_policies_required"}"#, true),
      (#"{"error":"ERROR_SERVER_PROTECTION_POLICY_REQUIRED"}"#, true),
      (#"{"error":"MSALErrorServerProtectionPoliciesRequired"}"#, true),
      (#"{"error":"x"}"#, false), (#"{"error":"x","errorCode":-50002,"entraErrorCode":53003}"#, false),
      (#"{"error":"protection_policy_required"}"#, false),
    ])
  func denials(data: String, isDenial: Bool) throws {
    let event = try decoded(Samples.event("mam.token.denied", data: data))
    #expect((event.columns.facts.bool(.appProtectionDenial) ?? false) == isDenial)
  }

  @Test("of whose token was denied only a digest becomes a fact, and only of two GUIDs")
  func deniedAccount() throws {
    func fact(_ home: String) throws -> Int64? {
      try decoded(
        Samples.event("mam.token.denied", data: #"{"error":"x","homeAccountId":\#(home)}"#, "subject", nil)
      ).columns.facts.integer(.deniedAccount)
    }
    let object = try #require(GUID(text: Samples.subject))
    #expect(try fact("\"\(Samples.subject.uppercased()).\(Samples.tenant)\"") == object.shortDigest)
    #expect(try fact("\"\(Samples.subject)\"") == nil)
    #expect(try fact("\"\(Samples.subject).b2c\"") == nil)
    #expect(try fact(Samples.digest) == nil)
  }

  @Test("the version of the SDK becomes a fact of a decision about a transfer, and of nothing else")
  func sdkVersion() throws {
    let decision = #"{"direction":"send","peerApp":"p","peerManaged":false,"decision":"allowed"}"#
    let decided = try decoded(
      Samples.event("mam.transfer.decided", data: decision, "sdkversion", "\"15.1.0\""))
    #expect(decided.columns.facts.text(.sdkVersion) == "15.1.0")
    #expect(
      try decoded(Samples.event("mam.transfer.decided", data: decision)).columns.facts.text(.sdkVersion)
        == nil)
    #expect(try decoded(Samples.with("sdkversion", "\"15.1.0\"")).columns.facts == Facts())
  }

  @Test("the ids of accounts are object ids, UPNs or ids of an account at home; others are flagged")
  func accounts() throws {
    let event = try decoded(
      Samples.event(
        "mam.view.shown",
        data: """
          {"accounts":["\(Samples.subject.uppercased())","upn:Ä@x","B@X","\(Samples.subject).\(Samples.tenant)","?",""],
           "policyApplied":true}
          """))
    let object = try #require(GUID(text: Samples.subject).map(AccountName.object))
    #expect(event.columns.facts.accounts(.accounts) == [object, .upn("ä@x"), .upn("b@x"), object])
    #expect(event.columns.flags == .unreadableAccount)
    #expect(event.columns.account == nil)
  }

  @Test("the place of a transfer carries its enumeration")
  func location() throws {
    let event = try decoded(
      Samples.event(
        "mam.transfer.decided",
        data: """
          {"direction":"send","peerApp":"p","peerManaged":false,"decision":"allowed",
           "location":{"enum":"IntuneMAMOpenLocation","value":"Photos"}}
          """))
    #expect(event.columns.facts.integer(.location) == 16)
    #expect(event.columns.facts.integer(.locationEnum) == 1)
    #expect(event.columns.facts.bool(.peerManaged) == false)
  }

  @Test("the code of a file's protection comes alone or with its enumeration")
  func fileCode() throws {
    let alone = try decoded(
      Samples.event("mam.file.protected", data: #"{"encrypted":true,"statusCode":104}"#))
    #expect(alone.columns.code == 104)
    #expect(alone.columns.facts.word(.codeEnum) == 0)
    let named = try decoded(
      Samples.event(
        "mam.file.protected",
        data: #"{"encrypted":true,"statusCode":{"enum":"IntuneMAMDataProtectionStatusCode","value":104}}"#))
    #expect(named.columns.facts.word(.codeEnum) == 1)
    let unknown = try decoded(
      Samples.event(
        "mam.file.protected", data: #"{"encrypted":true,"statusCode":{"enum":"Other","value":104}}"#))
    #expect(unknown.columns.code == nil)
    #expect(unknown.columns.flags == .unknownCode)
  }

  @Test(
    "the source of a policy is a word or a value of its enumeration", arguments: ["\"mam\"", "\"MAM\"", "1"])
  func policySource(value: String) throws {
    let event = try decoded(Samples.event("mam.policy.changed", data: "{\"source\":\(value)}"))
    #expect(event.columns.facts.word(.policySource) == 1)
  }

  static let switched = #"{"scope":"ui","initiator":"app","result":0}"#
  static let switchedToNobody = #"{"scope":"ui","initiator":"app","result":0,"user":"none"}"#

  @Test(
    "an identity event tells no user from nil",
    arguments: [
      (nil as String?, switched, nil as Bool?), (nil, switchedToNobody, true), ("\"\"", switched, true),
      ("null", switchedToNobody, true), ("\"\(Samples.subject)\"", switchedToNobody, nil),
    ])
  func noUser(subject: String?, data: String, expected: Bool?) throws {
    let event = try decoded(Samples.event("mam.identity.switched", data: data, "subject", subject))
    #expect(event.columns.facts.bool(.noUser) == expected)
    #expect(event.columns.flags == [])
  }

  @Test("an event of a type that may have an account is flagged without one")
  func unattributed() throws {
    let event = try decoded(
      Samples.event("mam.token.denied", data: #"{"error":"x","homeAccountId":"h"}"#, "subject", nil))
    #expect(event.columns.flags == .unattributed)
    #expect(event.columns.account == nil)
    #expect(event.disclosures.map(\.account) == [nil])
    let upstream = try decoded(Samples.event("intune.audit.recorded", data: "{}", "subject", nil))
    #expect(upstream.columns.flags == [])
  }

  @Test(
    "a subject on a type that has no account is kept and ignored",
    arguments: ["\"\(Samples.subject)\"", "\"x\""])
  func ignoredSubject(subject: String) throws {
    let event = try decoded(
      Samples.event("mam.app.lifecycle", data: #"{"phase":"launched"}"#, "subject", subject))
    #expect(event.columns.account == nil)
    #expect(String(decoding: event.record, as: UTF8.self).contains("\"subject\":\(subject)"))
  }

  @Test("an account known by its UPN alone is one, and links nothing")
  func upnSubject() throws {
    let event = try decoded(
      Samples.event("mam.account.signedIn", data: #"{"identity":"A@x.y"}"#, "subject", "\"upn:ÄÉ@X.Y\""))
    #expect(event.columns.account == .upn("äé@x.y"))
    #expect(event.linkedUPN == nil)
  }

  @Test("an empty identity carries and links nothing")
  func emptyIdentity() throws {
    let event = try decoded(Samples.event("mam.account.signedIn", data: #"{"identity":""}"#))
    #expect(event.columns.facts.bool(.carriesIdentity) == nil)
    #expect(event.disclosures.isEmpty)
    #expect(event.linkedUPN == nil)
  }

  @Test("a digest in a personal place is taken as it is")
  func incomingDigest() throws {
    let event = try decoded(Samples.event("mam.account.signedIn", data: "{\"identity\":\(Samples.digest)}"))
    #expect(event.columns.facts.bool(.carriesIdentity) == true)
    #expect(event.disclosures.isEmpty)
    #expect(event.linkedUPN == nil)
    let clear = try decoded(Samples.event("mam.account.signedIn", data: #"{"identity":"a@b.c"}"#))
    #expect(event.columns == clear.columns)
  }

  @Test("the administrator who asks for a wipe is not the account")
  func requestedBy() throws {
    let event = try decoded(
      Samples.event("mam.wipe.requested", data: #"{"origin":"admin","requestedBy":"root@contoso.example"}"#))
    #expect(event.disclosures.map(\.path) == ["data.requestedBy"])
    #expect(event.disclosures.map(\.account) == [nil])
  }

  @Test("null is absent, for attributes and members")
  func nulls() throws {
    let event = try decoded(
      Samples.event("mam.account.signedIn", data: #"{"managed":null,"identity":null}"#, "traceparent", "null")
    )
    #expect(event.columns.facts == Facts())
    let bare = try decoded(Samples.with("data", "null"))
    #expect(bare.columns.type == .accountSignedOut)
  }

  @Test("a type that begins with x. is kept and not folded")
  func extensionType() throws {
    let event = try decoded(Samples.event("x.contoso.ping", data: #"{"any":[1]}"#))
    #expect(event.columns.type == nil)
    #expect(event.columns.extensionName == ExactText("x.contoso.ping"))
    #expect(event.columns.account == nil)
  }

  @Test("unknown attributes and members are kept, token for token")
  func unknownMembers() throws {
    let text = Samples.event(
      "mam.account.signedIn", data: #"{ "managed" : true , "more" : { "n" : 1.50e0 } }"#, "x", "\"\\u00e9 \"")
    let record = String(decoding: try decoded(text).record, as: UTF8.self)
    #expect(record.hasSuffix(#""data":{"managed":true,"more":{"n":1.50e0}},"x":"\u00e9 ""#))
  }

  @Test("sequence numbers become facts with the source that counts them")
  func sequence() throws {
    let first = try decoded(Samples.with("sequence", "\"0042\""))
    let second = try decoded(Samples.with("sequence", "43"))
    #expect(first.columns.facts.integer(.sequence) == 42)
    #expect(second.columns.facts.integer(.sequence) == 43)
    #expect(
      first.columns.facts.integer(.sequenceSource) == second.columns.facts.integer(.sequenceSource))
    #expect(try decoded(Samples.with("sequence", "\"a\"")).columns.facts == Facts())
  }

  @Test("a tenant given stands for one that is missing")
  func givenTenant() throws {
    let event = try decoded(Samples.with("tenantid", nil), tenant: Samples.tenant)
    #expect(event.columns.tenant.text == Samples.tenant.lowercased())
    #expect(try decoded(Samples.event("mam.account.signedOut"), tenant: Samples.tenant).columns.type != nil)
  }

  @Test(
    "JSON content types are taken whatever their parameters",
    arguments: [
      "application/json", "application/json; charset=utf-8", "Application/JSON ;x=y",
    ])
  func contentTypes(value: String) throws {
    #expect(try rejection(Samples.with("datacontenttype", "\"\(value)\"")) == nil)
  }

  @Test(
    "a strange time is kept and flagged",
    arguments: [
      ("2013-12-31T23:59:59Z", true), ("2014-01-01T00:00:00Z", false), ("2099-12-31T23:59:59Z", false),
      ("2100-01-01T00:00:00Z", true), ("0001-01-01T00:00:00Z", true),
    ])
  func strangeTimes(time: String, isStrange: Bool) throws {
    let event = try decoded(Samples.with("time", "\"\(time)\""))
    #expect(event.columns.flags.contains(.strangeTime) == isStrange)
  }

  @Test("names that differ in normalisation alone are different")
  func exactTexts() {
    #expect(ExactText("caf\u{e9}") != ExactText("cafe\u{301}"))
    #expect(Set([ExactText("caf\u{e9}"), ExactText("cafe\u{301}"), ExactText("caf\u{e9}")]).count == 2)
  }
}
