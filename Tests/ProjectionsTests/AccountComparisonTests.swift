import AuditStore
import Compliance
import MAMEvents
import Postgres
import TestSupport
import Testing

@testable import Projections

@Suite("Differences of accounts")
struct AccountComparisonTests {
  /// Changes at a glance: where, what, from and to.
  private static func outline(_ changes: [AccountDifference.Change]) -> [String] {
    changes.map { "\($0.app ?? "-") \($0.device ?? "-") \($0.field.name) \($0.from) \($0.to)" }
  }

  /// The same, out of two answers about the state.
  private static func outline(from before: AccountAnswer, to after: AccountAnswer) -> [String] {
    func fields(_ answer: AccountAnswer) -> [String: FieldValue] {
      var fields: [String: FieldValue] = [
        "- - present": .bool(answer.account.events > 0),
        "- - identity": answer.account.identity.map(FieldValue.text) ?? .null,
        "- - status": .text(answer.account.status.rawValue),
      ]
      for row in answer.installations {
        fields["\(row.app) \(row.device) present"] = .bool(true)
        for field in StateField.ofInstallation {
          fields["\(row.app) \(row.device) \(field.rawValue)"] = row.state.value(of: field)
        }
      }
      return fields
    }
    let (old, new) = (fields(before), fields(after))
    let order = [before, after].flatMap(\.installations).map { "\($0.app) \($0.device)" }
    return (["- -"] + Set(order).sorted()).flatMap { place in
      AccountDifference.Field.allCases.compactMap { field in
        let key = "\(place) \(field.name)"
        let start: FieldValue =
          switch field {
          case .present: .bool(false)
          case .state(let field): InstallationAccountState().value(of: field)
          }
        let (from, to) = (old[key] ?? start, new[key] ?? start)
        return from == to ? nil : "\(key) \(from) \(to)"
      }
    }
  }

  @Test(
    "for random traces, what differs is what two states differ in, and the event that made it so is the history's",
    arguments: [21, 22, 23] as [UInt64])
  func random(seed: UInt64) throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append(RandomTrace.lines(200, seed: seed))
      let number = try log.log().id.rawValue
      func scope(_ size: Int64, _ minute: Int64?) -> FoldScope {
        FoldScope(
          log: number, size: size,
          asOf: minute.map { Timestamp(microseconds: 1_772_323_200_000_000 + $0 * 60_000_000) })
      }
      let pairs = [
        (scope(200, 100), scope(200, 400)), (scope(200, 300), scope(200, nil)),
        (scope(90, nil), scope(200, nil)),
        (scope(60, 200), scope(180, 500)), (scope(0, nil), scope(200, nil)),
        (scope(200, nil), scope(200, nil)),
      ]
      for (from, to) in pairs {
        let comparison = AccountComparison(connection: log.connection, from: from, to: to)
        var found: [String: [String]] = [:]
        var order: [String] = []
        try comparison.forEachDifference { difference in
          order.append(difference.account)
          found[difference.account] = Self.outline(difference.changes)
        }
        #expect(order == order.sortedByBytes())

        var expected: [String: [String]] = [:]
        let accounts = try FoldReader(connection: log.connection).accounts(from: 0, count: 100, scope: to)
        let links = try FoldReader(connection: log.connection).links(of: accounts, scope: to)
        let (linksBefore, linksAfter) = (
          AliasLinks(links, asOf: from.asOf, knownSize: from.size),
          AliasLinks(links, asOf: to.asOf, knownSize: to.size)
        )
        let joined = Set(links.map(\.alias)).filter {
          linksBefore.accounts(of: $0) == [$0] && linksAfter.accounts(of: $0) != [$0]
        }
        for account in accounts {
          let earlier = AccountReader(connection: log.connection, scope: from)
          let later = AccountReader(connection: log.connection, scope: to)
          var (before, after) = (try earlier.state(of: account), try later.state(of: account))
          // What an alias was that belongs to an object id on the later side, the object id was.
          if joined.contains(account) { before = after }
          let heirs = linksAfter.aliases(of: account).intersection(joined)
          if let alias = heirs.first {
            guard heirs.count == 1, before.account.events == 0, linksAfter.accounts(of: alias) == [account]
            else {
              let name = after.account.account
              expected[name] = found[name]
              #expect(Self.outline(try comparison.difference(of: account).changes) == found[name] ?? [])
              continue
            }
            before = try earlier.state(of: alias)
          }
          let changes = Self.outline(from: before, to: after)
          if !changes.isEmpty { expected[after.account.account] = changes }
          let difference = try comparison.difference(of: account)
          #expect(Self.outline(difference.changes) == changes)
          #expect(difference.account == after.account.account)
          // Which event gave a field its value last, the history says.
          var last: [String: Int64] = [:]
          try later.history(of: account) { entry in
            for change in entry.changes {
              last["\(change.app ?? "-") \(change.device ?? "-") \(change.field.rawValue)"] =
                entry.event.position
            }
          }
          for change in difference.changes where change.field != .present {
            let key = "\(change.app ?? "-") \(change.device ?? "-") \(change.field.name)"
            #expect(change.cause?.position == last[key], "\(key)")
          }
        }
        #expect(found == expected)
        #expect(found.isEmpty == (from == to))
      }
    }
  }

  /// Two installations of Ada's, the first under her name alone, and the link of it.
  private static let joining = [
    Line.event("account.signedIn", minute: 0, subject: "upn:ada@contoso.example", device: "D-1"),
    Line.event(
      "enrollment.completed", minute: 10, subject: "upn:ada@contoso.example", device: "D-1",
      data: #"{"statusCode":101}"#),
    Line.event("account.signedIn", minute: 15, subject: Line.ada, device: "D-2"),
    Line.event(
      "account.signedIn", minute: 20, subject: Line.ada, device: "D-1",
      data: #"{"identity":"ada@contoso.example"}"#),
  ]

  @Test(
    "an object id was before its link what its alias was together with itself, and the alias has not gone",
    arguments: [
      // The alias alone is there: managed then as now; what is new is the other installation and the name.
      (
        12, 4, 4, 2,
        [
          "- - identity null text(\"ada@contoso.example\")",
          "com.contoso.mail D-2 present bool(false) bool(true)",
        ]
      ),
      // Both are there, each on its device.
      (17, 4, 4, 1, ["- - identity null text(\"ada@contoso.example\")"]),
      // So it is where the link had been made, and was not known.
      (30, 3, 4, 1, ["- - identity null text(\"ada@contoso.example\")"]),
    ] as [(minute: Int64, known: Int64, size: Int64, newEvents: Int64, changes: [String])])
  func joins(minute: Int64, known: Int64, size: Int64, newEvents: Int64, changes: [String]) throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append(Self.joining)
      let number = try log.log().id.rawValue
      func scope(_ size: Int64, _ minute: Int64) -> FoldScope {
        FoldScope(
          log: number, size: size,
          asOf: Timestamp(microseconds: 1_772_323_200_000_000 + minute * 60_000_000))
      }
      let comparison = AccountComparison(
        connection: log.connection, from: scope(known, minute), to: scope(size, 30))
      var found: [AccountDifference] = []
      #expect(try comparison.forEachDifference { found.append($0) } == 1)
      let ada = try #require(found.first)
      #expect(found.count == 1 && ada.account == Line.ada.lowercased())
      #expect(Self.outline(ada.changes) == changes)
      #expect(ada.newEvents == newEvents)
      #expect((ada.before?.account ?? ada.account) == ada.account)
    }
  }

  @Test(
    "findings differ alike by what is stored, judged afresh, and account by account",
    arguments: [31, 32, 33] as [UInt64])
  func findings(seed: UInt64) throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append(RandomTrace.lines(200, seed: seed))
      let number = try log.log().id.rawValue
      func side(_ size: Int64, _ minute: Int64) -> FindingComparison.Side {
        let instant = Timestamp(microseconds: 1_772_323_200_000_000 + minute * 60_000_000)
        return FindingComparison.Side(
          scope: FoldScope(log: number, size: size, asOf: instant), instant: instant)
      }
      let pairs = [
        (side(200, 100), side(200, 400)), (side(200, 300), side(200, 5000)), (side(90, 500), side(200, 500)),
        (side(200, 0), side(200, 700)),
      ]
      func outline(_ differences: [FindingDifference]) -> [String] {
        differences.map {
          "\($0.finding.id) \($0.from.map(\.rawValue) ?? "-") \($0.to.map(\.rawValue) ?? "-") "
            + "\($0.position ?? -1) \($0.at?.microseconds ?? -1)"
        }
      }
      func all(_ pair: (FindingComparison.Side, FindingComparison.Side)) throws -> [FindingDifference] {
        var found: [FindingDifference] = []
        try FindingComparison(connection: log.connection, from: pair.0, to: pair.1)
          .forEachDifference { found.append($0) }
        return found
      }
      let judged = try pairs.map { outline(try all($0)) }
      #expect(judged.allSatisfy { !$0.isEmpty })
      _ = try log.runner().run()
      #expect(try pairs.map { outline(try all($0)) } == judged)
      for pair in pairs {
        let found = try all(pair)
        let scope = FoldScope(log: number, size: 200)
        for account in try FoldReader(connection: log.connection).accounts(from: 0, count: 100, scope: scope)
        {
          let name = try AccountLookup(connection: log.connection, scope: scope).name(of: account)
          let own = try FindingComparison(connection: log.connection, from: pair.0, to: pair.1)
            .differences(of: account)
          #expect(outline(own) == outline(found.filter { $0.finding.account == name }))
        }
      }
    }
  }

  @Test("accounts are called by the bytes of their names over any number of pages, the erased last")
  func roll() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      try connection.script(
        """
        INSERT INTO audit.log (tenant) VALUES ('22222222-2222-4222-8222-222222222222');
        INSERT INTO audit.account (log_id, account_id, object_id) VALUES
            (1, 1, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), (1, 2, '00000000-0000-0000-0000-000000000000'),
            (1, 3, '0a000000-0000-0000-ffff-ffffffffffff'), (1, 4, '0a000000-0000-0001-0000-000000000000');
        INSERT INTO audit.account (log_id, account_id, upn_key) VALUES
            (1, 5, 'z@x.example'), (1, 6, NULL), (1, 7, 'B@x.example'), (1, 8, 'ä@x.example'), (1, 9, NULL);
        """)
      for size in 1...10 {
        var roll = AccountRoll(connection: connection, log: 1)
        var accounts: [Int32] = []
        while case let page = try roll.next(size), !page.isEmpty { accounts += page.map(\.rawValue) }
        #expect(accounts == [2, 3, 4, 1, 7, 5, 8, 6, 9])
      }
    }
  }
}
