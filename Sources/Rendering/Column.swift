/// A column of a result.
public struct Column: Sendable, Hashable {
  /// What kind of values it holds.
  public enum Kind: String, Sendable, CaseIterable {
    case text, integer, real, boolean, timestamp, date, guid, json, decimal
  }

  /// To which side values are set where there is room.
  public enum Alignment: Sendable {
    case leading, trailing
  }

  /// The name: the member of JSON rows, the head of tables.
  public var name: String
  /// What kind of values it holds.
  public var kind: Kind
  /// The side; numbers are set to the right unless said otherwise.
  public var alignment: Alignment
  /// How to set off values with this text, where colours are on: `["alarm": .bad]`.
  public var tones: [String: Style.Tone]

  /// Makes a column.
  public init(
    _ name: String, _ kind: Kind = .text, alignment: Alignment? = nil, tones: [String: Style.Tone] = [:]
  ) {
    self.name = name
    self.kind = kind
    self.alignment = alignment ?? ([.integer, .real, .decimal].contains(kind) ? .trailing : .leading)
    self.tones = tones
  }
}
