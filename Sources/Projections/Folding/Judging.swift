import Compliance
import MAMEvents
import Postgres

/// What findings are judged by: the log's own words about them.
struct Judging: Sendable {
  /// The log's tenant, which is part of every finding's id.
  var tenant: GUID
  /// The parameters in force over time.
  var timeline: RuleTimeline
  /// For each finding that was acknowledged, by id, the first event that says so.
  var acknowledgements: [String: FoldPoint]
}

extension Judging {
  /// Reads what a log says, within bounds.
  static func read(connection: Connection, scope: FoldScope) throws -> Judging {
    let tenant = try connection.execute(FoldSQL.tenant, [.int32(scope.log)]).single().uuid(0)
    let rules = RuleTimelineReader(connection: connection, scope: scope)
    return Judging(
      tenant: GUID(high: tenant.high, low: tenant.low), timeline: try rules.timeline(),
      acknowledgements: Dictionary(
        try rules.acknowledgements().map {
          ($0.finding.text, FoldPoint(effectiveAt: $0.effectiveAt, position: $0.position))
        }, uniquingKeysWith: min))
  }
}

extension Judging {
  /// A finding as a row, its names aside: the end that came first counts.
  func row(of finding: Finding, owner: Int32, names: NameBook) -> FindingRow {
    let account = finding.scope.account.map { names.account($0) }
    let app = finding.scope.app.map(names.app)
    let device = finding.scope.device.map(names.device)
    let id = FindingID(
      rule: finding.rule, tenant: tenant.text, account: account, app: app, device: device,
      startedBy: finding.openedBy
    ).text
    var row = FindingRow(
      owner: owner, id: id, rule: finding.rule, severity: finding.severity, account: account,
      appID: finding.scope.app, deviceID: finding.scope.device, app: app, device: device,
      openedAt: finding.openedAt, openedBy: finding.openedBy, dueAt: finding.dueAt,
      closedAt: finding.closedAt,
      closedBy: finding.closedBy,
      ended: finding.isSuperseded ? .superseded : finding.closedAt == nil ? nil : .resolved,
      reason: finding.reason(account: account, app: app, device: device),
      parameters: Self.json(finding.parameters))
    if let acknowledgement = acknowledgements[id], !finding.isSuperseded {
      let endsAt = max(acknowledgement.effectiveAt, finding.openedAt)
      if finding.closedAt.map({ endsAt < $0 }) ?? true {
        (row.closedAt, row.closedBy) = (endsAt, acknowledgement.position)
        row.ended = .acknowledged
      }
    }
    return row
  }

  /// Parameters in the form in which PostgreSQL prints them: shorter names first, then by bytes.
  private static func json(_ parameters: [RuleParameter.Name: ParameterValue]) -> String {
    let members = parameters.map { (name: $0.rawValue, value: $1) }.sorted {
      ($0.name.utf8.count, $0.name) < ($1.name.utf8.count, $1.name)
    }
    let texts = members.map { name, value in
      switch value {
      case .seconds: "\"\(name)\": \"\(value.compact)\""
      case .count: "\"\(name)\": \(value.compact)"
      }
    }
    return "{" + texts.joined(separator: ", ") + "}"
  }
}
