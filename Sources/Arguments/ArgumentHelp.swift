/// What the help says of an argument, an option or a flag.
public struct ArgumentHelp: Sendable, ExpressibleByStringInterpolation {
  /// One sentence.
  public var abstract: String
  /// More, shown below the sentence; empty for none.
  public var discussion: String
  /// What stands between `<` and `>`; the property's name if nil.
  public var valueName: String?
  /// False keeps the argument out of help, completions and manual pages.
  public var isVisible: Bool

  /// Makes a help text.
  public init(
    _ abstract: String = "", discussion: String = "", valueName: String? = nil, visible isVisible: Bool = true
  ) {
    self.abstract = abstract
    self.discussion = discussion
    self.valueName = valueName
    self.isVisible = isVisible
  }

  /// Makes a help text of one sentence.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// Keeps the argument out of help, completions and manual pages.
  public static var hidden: ArgumentHelp { ArgumentHelp(visible: false) }
}
