import Compliance
import MAMEvents
import Testing

/// Which object id an event belongs to that names its account by UPN.
@Suite struct AliasTests {
  static let alias = AccountID(50)

  static func link(to account: AccountID, minute index: Int, position: Int64) -> AliasLink {
    AliasLink(
      alias: alias, account: account, point: FoldPoint(effectiveAt: minute(index), position: position),
      recordedAt: minute(index))
  }

  /// The alias is Alice from minute 10, and Bob from minute 20.
  static let links = [link(to: bob, minute: 20, position: 3), link(to: alice, minute: 10, position: 8)]

  @Test(
    "the last link at or before the event, else the first after it",
    arguments: [
      (0, 0, alice),
      (10, 7, alice),
      (10, 8, alice),
      (10, 9, alice),
      (15, 0, alice),
      (20, 2, alice),
      (20, 3, bob),
      (20, 4, bob),
      (99, 0, bob),
    ])
  func resolution(_ index: Int, _ position: Int64, _ expected: AccountID) {
    let point = FoldPoint(effectiveAt: minute(index), position: position)
    #expect(AliasLinks(Self.links).resolve(Self.alias, at: point) == expected)
    #expect(AliasLinks(Self.links.reversed()).resolve(Self.alias, at: point) == expected)
  }

  @Test("an account without links is itself")
  func unlinked() {
    let point = FoldPoint(effectiveAt: minute(0), position: 0)
    #expect(AliasLinks(Self.links).resolve(alice, at: point) == nil)
    #expect(AliasLinks().resolve(Self.alias, at: point) == nil)
    #expect(AliasLinks().accounts(of: Self.alias) == [Self.alias])
  }

  @Test("links beyond as-of or known-at do not exist")
  func bounds() {
    let late = FoldPoint(effectiveAt: minute(30), position: 20)
    #expect(AliasLinks(Self.links, asOf: minute(20)).resolve(Self.alias, at: late) == bob)
    #expect(AliasLinks(Self.links, asOf: minute(19)).resolve(Self.alias, at: late) == alice)
    #expect(AliasLinks(Self.links, asOf: minute(9)).resolve(Self.alias, at: late) == nil)
    #expect(AliasLinks(Self.links, knownSize: 9).resolve(Self.alias, at: late) == bob)
    #expect(AliasLinks(Self.links, knownSize: 8).accounts(of: Self.alias) == [bob])
    #expect(AliasLinks(Self.links, knownSize: 3).resolve(Self.alias, at: late) == nil)
  }

  @Test("what a reader must fetch: the aliases of an account, and the accounts of an alias")
  func neighbours() {
    let links = AliasLinks(Self.links)
    #expect(links.accounts(of: Self.alias) == [alice, bob])
    #expect(links.aliases(of: alice) == [Self.alias])
    #expect(links.aliases(of: bob) == [Self.alias])
    #expect(links.aliases(of: carol) == [])
  }

  @Test("resolved events fold into the object id of their time")
  func events() {
    let links = AliasLinks(Self.links)
    let trace = [5, 15, 25].enumerated().map { position, index in
      links.resolve(Step.signedIn.by(Self.alias).event(position: Int64(position), at: minute(index)))
    }
    #expect(trace.map(\.account) == [alice, alice, bob])
    #expect(links.resolve(Step.signedIn.event(position: 0, at: minute(0))).account == alice)
    #expect(links.resolve(Step.launched.event(position: 0, at: minute(0))).account == nil)
  }

  @Test("names in members are numbers where the log has one, UPNs by their bytes")
  func directory() {
    let composed = "jos\u{E9}@contoso.example"
    let decomposed = "jose\u{301}@contoso.example"
    let names = AccountDirectory(
      objects: [GUID(high: 0xA11CE, low: 1): alice], aliases: [(upn: composed, alias: Self.alias)],
      links: AliasLinks(Self.links))
    func meaning(_ name: AccountName, minute index: Int) -> AccountReference {
      names.reference(to: name, at: FoldPoint(effectiveAt: minute(index), position: 0))
    }
    #expect(meaning(alice.name, minute: 0) == .account(alice))
    #expect(meaning(bob.name, minute: 0) == .name(bob.name))
    #expect(meaning(.upn(composed), minute: 0) == .account(alice))
    #expect(meaning(.upn(composed), minute: 30) == .account(bob))
    #expect(meaning(.upn(decomposed), minute: 30) == .name(.upn(decomposed)))
  }
}
