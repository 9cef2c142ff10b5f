/// A column of a result.
public struct Column: Sendable, Hashable {
  /// What kind of values it holds.
  public enum Kind: String, Sendable, CaseIterable {
    case text, integer, real, boolean, timestamp, date, guid, json, decimal
  }

  /// What numbers are numbers of.
  public enum Unit: Sendable {
    /// Seconds: people read `3 d 4 h`, programs the number.
    case seconds
  }

  /// To which side values are set where there is room.
  public enum Alignment: Sendable {
    case leading, trailing
  }

  /// The stable name: the member of JSON rows, the head of CSV.
  public var name: String
  /// What kind of values it holds.
  public var kind: Kind
  /// The head of tables, in words.
  public var title: String
  /// What numbers are numbers of, where that changes how people read them.
  public var unit: Unit?
  /// The side; numbers are set to the right unless said otherwise.
  public var alignment: Alignment
  /// How to set off values with this text, where colours are on: `["alarm": .bad]`.
  public var tones: [String: Style.Tone]

  /// Makes a column.
  ///
  /// - Parameter title: the words of the name when nil.
  public init(
    _ name: String, _ kind: Kind = .text, title: String? = nil, unit: Unit? = nil,
    alignment: Alignment? = nil, tones: [String: Style.Tone] = [:]
  ) {
    self.name = name
    self.kind = kind
    self.title = title ?? Self.words(of: name, kind, unit)
    self.unit = unit
    self.alignment = alignment ?? ([.integer, .real, .decimal].contains(kind) ? .trailing : .leading)
    self.tones = tones
  }

  /// Columns whose heads differ: where an instant and the time since it have the same words, the instant's keep the `at`.
  public static func distinct(_ columns: [Column]) -> [Column] {
    columns.map { column in
      guard column.kind == .timestamp, columns.contains(where: { $0 != column && $0.title == column.title })
      else { return column }
      var column = column
      column.title += " at"
      return column
    }
  }

  /// The name in words: `lastCheckInAt` and `last_check_in_at` are both `last check in`.
  ///
  /// What the kind tells already is left out: the `at` of a time, the unit of a length of time.
  private static func words(of name: String, _ kind: Kind, _ unit: Unit?) -> String {
    var words = [""]
    var previous: Character = "_"
    for character in name {
      if character == "_" {
        words.append("")
      } else {
        if character.isUppercase, previous.isLowercase { words.append("") }
        words[words.count - 1] += character.lowercased()
      }
      previous = character
    }
    words.removeAll(where: \.isEmpty)
    if words.count > 1 {
      if kind == .timestamp, words.last == "at" { words.removeLast() }
      if unit == .seconds, words.last == "s" || words.last == "seconds" { words.removeLast() }
    }
    return words.isEmpty ? name : words.joined(separator: " ")
  }

  /// Whether values name accounts: by object id, by the name that the account had, or either.
  var namesAccount: Bool {
    guard kind == .text else { return false }
    let words = Self.words(of: name, kind, unit).split(separator: " ")
    return ["account", "identity", "previous", "current"].contains(words.last)
  }

  /// Whether values stay in one piece in a table: all but texts, which have words.
  var isWhole: Bool { kind != .text && kind != .json }
}
