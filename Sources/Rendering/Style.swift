/// Colours for a terminal; off unless turned on.
public struct Style: Sendable, Hashable {
  /// What a piece of text is, from which its look follows.
  public enum Tone: Sendable, Hashable {
    case strong, faint, good, warning, bad
  }

  /// Whether text is coloured at all.
  public var isOn: Bool

  /// No colours.
  public static let plain = Style(isOn: false)

  /// Makes a style.
  public init(isOn: Bool) {
    self.isOn = isOn
  }

  /// The text in its look.
  ///
  /// The text must be printable: control characters in it are not looked for.
  public func paint(_ text: String, _ tone: Tone?) -> String {
    guard isOn, let tone, !text.isEmpty else { return text }
    let code =
      switch tone {
      case .strong: "1"
      case .faint: "2"
      case .good: "32"
      case .warning: "33"
      case .bad: "31"
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
