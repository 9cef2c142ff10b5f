import Compliance
import MAMEvents

/// An event as an export reads it: the typed columns of its row, beside which its record stands.
public struct LoggedEvent: Sendable, Hashable {
  /// The tenant: one tenant is one log.
  public var tenant: GUID
  /// The place in the log.
  public var position: Int64
  /// The type; nil for one that begins with `x.`.
  public var type: EventType?
  /// The number of the account of the row; an alias where the event gave only a UPN.
  public var account: AccountID?
  /// The number of the type's own enumeration, also an unknown one.
  public var code: Int32?
  /// When it happened by the producer's clock.
  public var occurredAt: Timestamp
  /// When it was appended.
  public var recordedAt: Timestamp

  /// Names the columns.
  public init(
    tenant: GUID, position: Int64, type: EventType?, account: AccountID?, code: Int32?, occurredAt: Timestamp,
    recordedAt: Timestamp
  ) {
    self.tenant = tenant
    self.position = position
    self.type = type
    self.account = account
    self.code = code
    self.occurredAt = occurredAt
    self.recordedAt = recordedAt
  }

  /// Where the event stands in fold order.
  var point: FoldPoint {
    FoldPoint(effectiveAt: min(occurredAt, recordedAt), position: position)
  }

  /// The value of the type's own enumeration; nil where the event has none or an unknown one.
  ///
  /// The code of a file's protection belongs to the enumeration that the record names; that is the caller's to tell.
  func codeEntry(enumeration index: Int = 0) -> Enumeration.Entry? {
    guard let code, let kind = type.flatMap({ Catalogue[$0].code?.kind }) else { return nil }
    switch kind {
    case .enumeration(let enumeration): return enumeration[code]
    case .located(let enumerations): return enumerations[index][code]
    default: return nil
    }
  }
}

extension Timestamp {
  /// Milliseconds since 1970, rounded down.
  var milliseconds: Int64 {
    let quotient = microseconds / 1000
    return microseconds % 1000 < 0 ? quotient - 1 : quotient
  }
}
