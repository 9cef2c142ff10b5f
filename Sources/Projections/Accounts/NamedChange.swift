import Compliance
import MAMEvents

/// A field that an event has changed.
public struct NamedChange: Equatable, Sendable {
  /// The bundle id; nil for a field of the account itself.
  public var app: String?
  /// The device; nil for a field of the account itself.
  public var device: String?
  /// The field.
  public var field: StateField
  /// Its value before the event.
  public var from: FieldValue
  /// Its value after the event.
  public var to: FieldValue
}

extension RowBuilder {
  /// The changes with names in place of numbers: installations by the UTF-8 bytes of app, then device; the fields of
  /// the account itself come last.
  func named(_ changes: [FieldChange], identities: [Int64: String]) -> [NamedChange] {
    let named = Self.disclosed(changes, identities: identities).map { change in
      NamedChange(
        app: change.installation.map { names.app($0.app) },
        device: change.installation.map { names.device($0.device) }, field: change.field, from: change.from,
        to: change.to)
    }
    return named.enumerated().sorted { sortKey($0) < sortKey($1) }.map(\.element)
  }

  /// The changes with an identity as it is disclosed in place of the position of the event that carries it; one from a
  /// text to the same text is none.
  static func disclosed(_ changes: [FieldChange], identities: [Int64: String]) -> [FieldChange] {
    func value(_ value: FieldValue) -> FieldValue {
      guard case .int(let position) = value else { return value }
      return identities[position].map(FieldValue.text) ?? .null
    }
    return changes.compactMap { change in
      guard change.field == .identity else { return change }
      var change = change
      (change.from, change.to) = (value(change.from), value(change.to))
      return change.from == change.to ? nil : change
    }
  }

  private func sortKey(_ change: (offset: Int, element: NamedChange)) -> (Int, ByteOrdered, ByteOrdered, Int)
  {
    let app = change.element.app ?? ""
    let device = change.element.device ?? ""
    return (change.element.app == nil ? 1 : 0, app.bytes, device.bytes, change.offset)
  }
}
