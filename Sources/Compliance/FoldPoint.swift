import MAMEvents

/// A place in fold order: events fold by the instant at which they count, equal instants by position.
public struct FoldPoint: Hashable, Comparable, Sendable {
  /// The event's ``MAMEvents/FoldEvent/effectiveAt``.
  public var effectiveAt: Timestamp
  /// The event's position in its log.
  public var position: Int64

  /// Names a place in fold order.
  public init(effectiveAt: Timestamp, position: Int64) {
    self.effectiveAt = effectiveAt
    self.position = position
  }

  /// Whether an event at the left folds before one at the right.
  public static func < (left: FoldPoint, right: FoldPoint) -> Bool {
    (left.effectiveAt, left.position) < (right.effectiveAt, right.position)
  }
}

extension FoldEvent {
  /// Where the event stands in fold order.
  public var point: FoldPoint { FoldPoint(effectiveAt: effectiveAt, position: position) }
}

extension Sequence<FoldEvent> {
  /// The events in fold order.
  ///
  /// - Parameter asOf: leaves out the events that count only later than this instant; nil keeps all.
  public func inFoldOrder(asOf: Timestamp? = nil) -> [FoldEvent] {
    filter { event in asOf.map { event.effectiveAt <= $0 } ?? true }.sorted(by: FoldEvent.foldsBefore)
  }
}
