import Compliance
import MAMEvents

/// Which findings are wanted, as they stand at an instant.
public struct FindingFilter: Sendable {
  /// The instant at which they stand so; what opens only later is left out.
  public var asOf: Timestamp
  /// The rules; none for all.
  public var rules: Set<RuleID> = []
  /// The severities; none for all.
  public var severities: Set<RuleSeverity> = []
  /// How they stand; none for all.
  public var statuses: Set<FindingStatus> = []
  /// Whom they are about, as reports name accounts; nil for all.
  public var account: String?
  /// The bundle id; nil for all.
  public var app: String?
  /// The producer's device identity; nil for all.
  public var device: String?
  /// When they opened, half open; nil for any time.
  public var opened: Range<Timestamp>?
  /// When they ended, half open; nil for any time, and for those that stand.
  public var closed: Range<Timestamp>?

  /// Takes all findings that have opened by an instant.
  public init(asOf: Timestamp) {
    self.asOf = asOf
  }

  /// Whether a finding is wanted.
  public func admits(_ row: FindingRow) -> Bool {
    guard let status = row.status(at: asOf) else { return false }
    let closedAt = row.asOf(asOf).closedAt
    return (rules.isEmpty || rules.contains(row.rule))
      && (severities.isEmpty || severities.contains(row.severity))
      && (statuses.isEmpty || statuses.contains(status))
      && (account == nil || row.account.map { $0.bytes == account?.bytes } ?? false)
      && (app == nil || row.app.map { $0.bytes == app?.bytes } ?? false)
      && (device == nil || row.device.map { $0.bytes == device?.bytes } ?? false)
      && (opened.map { $0.contains(row.openedAt) } ?? true)
      && (closed.map { range in closedAt.map(range.contains) ?? false } ?? true)
  }
}
