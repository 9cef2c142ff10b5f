import Compliance
import MAMEvents
import Postgres

/// A finding that stands otherwise on the later side of a comparison than on the earlier.
public struct FindingDifference: Sendable {
  /// The finding as it stands on the later side, where it is there at all.
  public var finding: FindingRow
  /// How it stood on the earlier side; nil where it was not there.
  public var from: FindingStatus?
  /// How it stands on the later side; nil where it is not there.
  public var to: FindingStatus?

  /// The position of the event that made it stand so.
  public var position: Int64? {
    switch to {
    case .open: finding.openedBy
    case .resolved, .acknowledged, .superseded: finding.closedBy
    case nil: nil
    }
  }

  /// Since when it stands so.
  public var at: Timestamp? {
    switch to {
    case .open: finding.openedAt
    case .resolved, .acknowledged, .superseded: finding.closedAt
    case nil: nil
    }
  }
}

/// Compares the findings of a log between two instants, between what was known at two sizes of the log, or both.
public struct FindingComparison {
  /// One side.
  public struct Side: Sendable {
    /// What is known.
    public var scope: FoldScope
    /// When the findings stand so.
    public var instant: Timestamp

    /// Names a side.
    public init(scope: FoldScope, instant: Timestamp) {
      (self.scope, self.instant) = (scope, instant)
    }
  }

  private let connection: Connection
  private let from: Side
  private let to: Side

  /// Compares two sides of one log.
  public init(connection: Connection, from: Side, to: Side) {
    (self.connection, self.from, self.to) = (connection, from, to)
  }

  /// The findings about an account that stand otherwise, in the order of their opening.
  public func differences(of account: AccountID) throws -> [FindingDifference] {
    func findings(_ side: Side) throws -> [FindingRow] {
      try AccountFindingsReader(connection: connection, scope: side.scope).findings(of: account)
    }
    let later = try findings(to)
    let earlier = try isOfOneKnowledge ? later : findings(from)
    return differences(earlier, later)
  }

  /// The findings of the log that stand otherwise, in the order of their opening.
  ///
  /// Memory holds one of them where the stored findings cover all that is known on both sides; else all findings of
  /// the log, which are then judged afresh.
  public func forEachDifference(_ body: (FindingDifference) throws -> Void) throws {
    let filter = FindingFilter(asOf: to.instant)
    let stored = StoredFleet(connection: connection, log: to.scope.log)
    let through = try stored.checkpoints().map(\.through).min() ?? 0
    if isOfOneKnowledge, through == to.scope.size {
      return try stored.findings(filter) { finding in
        if let difference = difference(finding, finding) { try body(difference) }
      }
    }
    let later = try FoldedFleet(connection: connection, scope: to.scope).findings(filter)
    let earlier =
      try isOfOneKnowledge
      ? later
      : FoldedFleet(connection: connection, scope: from.scope).findings(FindingFilter(asOf: from.instant))
    try differences(earlier, later).forEach(body)
  }

  /// Whether both sides know the same, so that the same findings stand on both, each in its way.
  private var isOfOneKnowledge: Bool { from.scope.size == to.scope.size }

  private func differences(_ earlier: [FindingRow], _ later: [FindingRow]) -> [FindingDifference] {
    var unmatched = Dictionary(earlier.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var differences = later.compactMap { difference(unmatched.removeValue(forKey: $0.id), $0) }
    differences += unmatched.values.compactMap { difference($0, nil) }
    return differences.sorted { FindingRow.precedes($0.finding, $1.finding) }
  }

  private func difference(_ earlier: FindingRow?, _ later: FindingRow?) -> FindingDifference? {
    let was = earlier?.status(at: from.instant)
    let now = later?.status(at: to.instant)
    guard let finding = later?.asOf(to.instant) ?? earlier, was != now else { return nil }
    // A superseded one was never open with what is known on the later side: only who knew less has seen it.
    if was == nil, now == .superseded { return nil }
    return FindingDifference(finding: finding, from: was, to: now)
  }
}
