import MAMEvents
import Testing

@Suite("Catalogue")
struct CatalogueTests {
  @Test("every type has one definition and one name, found by both")
  func isComplete() {
    #expect(Catalogue.all.map(\.type.rawValue).sorted() == EventType.allCases.map(\.rawValue).sorted())
    #expect(Set(Catalogue.all.map(\.name)).count == Catalogue.all.count)
    for type in EventType.allCases {
      #expect(Catalogue[type].type == type)
      #expect(Catalogue.named(Catalogue[type].name)?.type == type)
    }
    #expect(Catalogue.named("mam.account") == nil)
  }

  @Test("only the log's own types, and all of them, begin with log.")
  func logTypes() {
    for definition in Catalogue.all {
      #expect(definition.name.hasPrefix("log.") == (definition.group == .log))
      #expect(!definition.meaning.isEmpty)
    }
  }

  static func flatten(_ members: [Member]) -> [Member] {
    members.flatMap { [$0] + flatten($0.members) }
  }

  @Test("a fact comes from one member of a type, is of its kind, and is never personal")
  func facts() {
    for definition in Catalogue.all {
      let members = Self.flatten(definition.members)
      let facts = members.compactMap(\.fact).filter { $0 != .settings }
      #expect(Set(facts).count == facts.count, "\(definition.name)")
      #expect(members.filter(\.isCode).count <= 1)
      for member in members {
        #expect(!(member.isPersonal && member.fact != nil), "\(definition.name) \(member.name)")
        #expect(!member.meaning.isEmpty)
        guard let fact = member.fact else { continue }
        let expected: FactKey.Kind? =
          switch member.kind {
          case .boolean, .settingSwitch: .boolean
          case .integer, .digits, .instant: .integer
          case .text: .text
          case .enumeration: fact == .policySource ? .word : .integer
          case .located: fact == .codeEnum ? .word : .integer
          case .word: fact == .noUser ? .boolean : .word
          case .account: .account
          case .accounts: .accounts
          case .texts, .setting: .texts
          case .object: .text
          }
        #expect(fact.kind == expected, "\(definition.name) \(member.name)")
      }
    }
  }

  @Test(
    "what a type needs is as the wire format says",
    arguments: [
      ("mam.account.signedIn", "required", "required", "required"),
      ("mam.restart.requested", "optional", "required", "required"),
      ("mam.app.lifecycle", "none", "required", "required"),
      ("mam.token.denied", "optional", "required", "required"),
      ("mam.wipe.requested", "required", "optional", "optional"),
      ("mam.identity.switched", "identity", "required", "required"),
      ("mam.view.shown", "none", "required", "required"),
      ("mam.transfer.performed", "optional", "required", "required"),
      ("mam.sharedDevice.accountChanged", "none", "required", "required"),
      ("intune.audit.recorded", "upstream", "optional", "optional"),
      ("mam.import.completed", "none", "none", "none"),
      ("log.rules.changed", "none", "none", "none"),
    ])
  func needs(name: String, account: String, app: String, device: String) throws {
    let definition = try #require(Catalogue.named(name))
    #expect(definition.account.rawValue == account)
    #expect(definition.app.rawValue == app)
    #expect(definition.device.rawValue == device)
  }

  @Test(
    "the personal members are those that the wire format marks, and the UPN of any account",
    arguments: [
      ("mam.account.signedIn", ["identity"]), ("mam.account.registered", ["identity"]),
      ("mam.enrollment.completed", ["errorString", "identity"]),
      ("mam.unenrollment.completed", ["errorString", "identity"]),
      ("mam.policy.completed", ["errorString", "identity"]),
      ("mam.token.denied", ["homeAccountId", "identity"]),
      ("mam.remediation.completed", ["errorTitle", "errorMessage", "identity"]),
      ("mam.wipe.requested", ["requestedBy", "identity"]), ("mam.wipe.failed", ["reason", "identity"]),
      ("mam.transfer.decided", ["identity"]), ("mam.view.shown", []),
    ])
  func personal(name: String, expected: [String]) throws {
    let definition = try #require(Catalogue.named(name))
    #expect(Self.flatten(definition.members).filter(\.isPersonal).map(\.name) == expected)
  }

  @Test(
    "an unknown name suggests the nearest one",
    arguments: [
      ("mam.enrolment.completed", "mam.enrollment.completed"), ("mam.wipe.recieved", "mam.wipe.received"),
      ("MAM.VIEW.SHOWN", "mam.view.shown"), ("mam.app.lifecylce", "mam.app.lifecycle"),
      ("mam.account.signedin", "mam.account.signedIn"), ("entra.signin.recorded", "entra.signIn.recorded"),
    ])
  func suggests(name: String, expected: String) {
    #expect(Catalogue.nearest(to: name) == expected)
  }

  @Test("a name that is like none suggests nothing", arguments: ["", "hello", "com.example.order.placed"])
  func suggestsNothing(name: String) {
    #expect(Catalogue.nearest(to: name) == nil)
  }

  @Test(
    "a UPN, a mail address and an IP address have a personal shape",
    arguments: [
      "alice@contoso.example", "a.b+c@x.y.z", "131.107.159.37", "10.0.0.1:443", "2001:db8::1", "::1",
      "fe80::1%en0", "[2001:db8::1]:443", "::ffff:192.0.2.1", "2001:0db8:85a3:0000:0000:8a2e:0370:7334",
    ])
  func personalShapes(text: String) {
    #expect(PersonalShape.matches(utf8: Array(text.utf8)))
  }

  @Test(
    "other texts have no personal shape",
    arguments: [
      "", "@", "@contoso.example", "alice@", "alice@contoso", "two words@contoso.example", "10.0.12345.6789",
      "1.2.3", "256.1.1.1", "12:34:56", "2026-03-01T00:00:00Z", "49f8a7b6-e2d1-41ac-b3c5-64c7e18f1234",
      "Delete MobileApp", "a::b::c", "urn:x:y", "::", "https://user@host/p",
    ])
  func otherShapes(text: String) {
    #expect(!PersonalShape.matches(utf8: Array(text.utf8)))
  }
}
