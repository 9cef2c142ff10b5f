import AuditStore
import Compliance
import MAMEvents

/// Which events of a log a question is about: the two time axes.
public struct FoldScope: Sendable, Hashable {
  /// The number of the log in the store.
  public var log: Int32
  /// How many events are known: those at positions below it.
  public var size: Int64
  /// Only events that count at or before this instant; nil for all.
  public var asOf: Timestamp?

  /// Bounds a fold.
  public init(log: Int32, size: Int64, asOf: Timestamp? = nil) {
    self.log = log
    self.size = size
    self.asOf = asOf
  }

  /// Whether an event counts within the bounds.
  func covers(_ event: FoldEvent) -> Bool {
    event.position < size && (asOf.map { event.effectiveAt <= $0 } ?? true)
  }

  /// Whether a link counts within the bounds.
  func covers(_ link: AliasLink) -> Bool {
    link.point.position < size && (asOf.map { link.point.effectiveAt <= $0 } ?? true)
  }

  /// The narrowest bounds around two of one log.
  static func around(_ one: FoldScope, _ other: FoldScope) -> FoldScope {
    var both = one
    both.size = max(one.size, other.size)
    if let first = one.asOf, let second = other.asOf {
      both.asOf = max(first, second)
    } else {
      both.asOf = nil
    }
    return both
  }
}
