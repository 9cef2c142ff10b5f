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
  /// Why, in a sentence for people; nil where it was not asked for.
  public var reason: String?
}

extension RowBuilder {
  /// The changes with names in place of numbers: installations by the UTF-8 bytes of app, then device; the fields of
  /// the account itself come last.
  ///
  /// - Parameters:
  ///   - changes: the changes.
  ///   - identities: the disclosed UPNs, by the position of the event that carries them.
  ///   - reason: says why, where that is wanted.
  func named(
    _ changes: [FieldChange], identities: [Int64: String], reason: (FieldChange) -> String? = { _ in nil }
  ) -> [NamedChange] {
    let named = changes.disclosed(by: identities).map { change in
      NamedChange(
        app: change.installation.map { names.app($0.app) },
        device: change.installation.map { names.device($0.device) }, field: change.field, from: change.from,
        to: change.to, reason: reason(change))
    }
    return named.enumerated().sorted { sortKey($0) < sortKey($1) }.map(\.element)
  }

  private func sortKey(_ change: (offset: Int, element: NamedChange)) -> (Int, ByteOrdered, ByteOrdered, Int)
  {
    let app = change.element.app ?? ""
    let device = change.element.device ?? ""
    return (change.element.app == nil ? 1 : 0, app.bytes, device.bytes, change.offset)
  }
}
