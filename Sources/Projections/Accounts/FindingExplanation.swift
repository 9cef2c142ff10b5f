import Compliance
import MAMEvents
import Postgres

/// A finding with the events that it can be explained by.
public struct FindingExplanation: Sendable {
  /// An event of the trail.
  public struct Link: Sendable {
    /// The event.
    public var event: FoldEvent
    /// What it is to the finding.
    public var part: FindingTrail.Part
    /// Its account: the object id in lower case, or `upn:NAME`; nil where it has none.
    public var account: String?
    /// The bundle id; nil where the event names none.
    public var app: String?
    /// The producer's device identity; nil where the event names none.
    public var device: String?
  }

  /// The finding.
  public var finding: FindingRow
  /// The events, in fold order.
  public var chain: [Link]
}

/// Finds the events that findings can be explained by.
struct FindingExplainer {
  private let connection: Connection
  private let scope: FoldScope
  private let reader: FoldReader
  private let names: NameBook

  init(connection: Connection, scope: FoldScope, names: NameBook) {
    (self.connection, self.scope, self.names) = (connection, scope, names)
    reader = FoldReader(connection: connection)
  }

  /// The findings with their trails, the worst first, then in the order given.
  ///
  /// - Parameters:
  ///   - findings: findings about one account.
  ///   - own: the events of the account, and those of its installations that concern it.
  func explain(_ findings: [FindingRow], own: [FoldEvent]) throws -> [FindingExplanation] {
    if findings.isEmpty { return [] }
    let everybodys = try own + neighbours(of: findings)
    let openers = try rows(at: Set(findings.map(\.openedBy)))
    var trails: [(finding: FindingRow, links: [FindingTrail.Link])] = []
    for finding in findings {
      guard let opener = openers[finding.openedBy] else { continue }
      var trail = FindingTrail(
        finding.rule, opener: opener, app: finding.appID, device: finding.deviceID)
      let isOwn = !Self.looksAtNeighbours(finding)
      for event in isOwn ? own : everybodys { trail.take(event) }
      trails.append((finding, trail.links))
    }
    let shown = trails.flatMap(\.links).map(\.event)
    try names.learn(accounts: shown.compactMap(\.account))
    try names.learn(apps: Set(shown.compactMap(\.app)), devices: Set(shown.compactMap(\.device)))
    let severities = RuleSeverity.allCases
    return severities.flatMap { severity in
      trails.filter { $0.finding.severity == severity }.map { finding, links in
        FindingExplanation(finding: finding, chain: links.map(named))
      }
    }
  }

  private func named(_ link: FindingTrail.Link) -> FindingExplanation.Link {
    FindingExplanation.Link(
      event: link.event, part: link.part, account: link.event.account.map { names.account($0) },
      app: link.event.app.map(names.app), device: link.event.device.map(names.device))
  }

  /// Whether what others do on the device is part of the finding.
  private static func looksAtNeighbours(_ finding: FindingRow) -> Bool {
    switch RuleCatalogue[finding.rule].key {
    case .account, .log: false
    case .installation, .device: true
    }
  }

  /// What the rules of installations and devices look at: the events of everybody there, and those without an account.
  private func neighbours(of findings: [FindingRow]) throws -> [FoldEvent] {
    let wide = findings.filter(Self.looksAtNeighbours)
    let devices = Set(wide.compactMap(\.deviceID))
    if devices.isEmpty { return [] }
    let types = wide.reduce(into: Set<EventType>()) { $0.formUnion($1.rule.evidence) }
    let installations = try StoredFleet(connection: connection, log: scope.log).occupancy(of: Array(devices))
      .values.reduce(into: [InstallationID: Set<AccountID>]()) { $0.merge($1) { $0.union($1) } }
    let accounts = Set(installations.values.joined())
    let links = try reader.links(of: Array(accounts), scope: scope)
    let rows =
      try reader.rows(of: Array(accounts.union(links.map(\.alias))), types: types, scope: scope)
      + reader.rows(of: Array(installations.keys), scope: scope)
    let resolved = AliasLinks(links, asOf: scope.asOf, knownSize: scope.size)
    return rows.filter { $0.device.map(devices.contains) == true && scope.covers($0) }
      .map { resolved.resolve($0) }
  }

  /// The events at positions, with the accounts that they belong to.
  private func rows(at positions: Set<Int64>) throws -> [Int64: FoldEvent] {
    let rows = try reader.rows(at: Array(positions), scope: scope)
    let links = try reader.links(of: rows.compactMap(\.account), scope: scope)
    let resolved = AliasLinks(links, asOf: scope.asOf, knownSize: scope.size)
    return Dictionary(rows.map { ($0.position, resolved.resolve($0)) }, uniquingKeysWith: { $1 })
  }
}
