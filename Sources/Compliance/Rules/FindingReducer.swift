import MAMEvents

/// A reducer of findings: a value that events are applied to in fold order.
public protocol FindingReducer: Sendable {
  /// Applies the next event in fold order; one that does not concern it changes nothing.
  mutating func apply(_ event: FoldEvent, names: AccountDirectory)

  /// All findings, also those that open only later, in the order of reports.
  var findings: [Finding] { get }

  /// Hands over the clocks that ended in time since the last call.
  mutating func takeWithdrawn() -> [Withdrawal]
}
