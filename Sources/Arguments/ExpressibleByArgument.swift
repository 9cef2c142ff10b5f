/// A value that can be read from one word of a command line.
public protocol ExpressibleByArgument: SendableMetatype {
  /// Reads the value; nil refuses the word.
  init?(argument: String)

  /// How the value is typed, for the help.
  var defaultValueDescription: String { get }

  /// Every word accepted, when they can be listed; else empty.
  static var allValueStrings: [String] { get }

  /// What the words look like, for "is not …" in an error: `a whole number`.
  static var expectation: String? { get }

  /// How a shell completes the value, where the argument does not say.
  static var defaultCompletionKind: CompletionKind { get }
}

extension ExpressibleByArgument {
  /// The value as Swift prints it.
  public var defaultValueDescription: String { String(describing: self) }
  /// Not listed.
  public static var allValueStrings: [String] { [] }
  /// Not said.
  public static var expectation: String? { nil }
  /// The listed words if there are any.
  public static var defaultCompletionKind: CompletionKind {
    allValueStrings.isEmpty ? .none : .list(allValueStrings)
  }
}

extension ExpressibleByArgument where Self: RawRepresentable, RawValue: ExpressibleByArgument {
  /// Reads the raw value.
  public init?(argument: String) {
    guard let raw = RawValue(argument: argument) else { return nil }
    self.init(rawValue: raw)
  }

  /// The raw value.
  public var defaultValueDescription: String { rawValue.defaultValueDescription }
}

extension ExpressibleByArgument where Self: CaseIterable & RawRepresentable, RawValue: ExpressibleByArgument {
  /// The raw values of all cases, in their order.
  public static var allValueStrings: [String] { allCases.map(\.rawValue.defaultValueDescription) }
}

extension ExpressibleByArgument where Self: FixedWidthInteger {
  /// Reads a decimal number.
  public init?(argument: String) {
    self.init(argument, radix: 10)
  }

  /// `a whole number`, with the limits of small types.
  public static var expectation: String? {
    bitWidth < 64
      ? "a whole number from \(min) to \(max)" : min == 0 ? "a whole number, 0 or more" : "a whole number"
  }
}

extension String: ExpressibleByArgument {
  /// Takes the word as it is.
  public init?(argument: String) {
    self = argument
  }
}

extension Bool: ExpressibleByArgument {
  /// Reads `true` or `false`.
  public init?(argument: String) {
    self.init(argument)
  }

  /// `true` and `false`.
  public static var allValueStrings: [String] { ["true", "false"] }
}

extension Double: ExpressibleByArgument {
  /// Reads a finite number.
  public init?(argument: String) {
    guard let value = Double(argument), value.isFinite else { return nil }
    self = value
  }

  /// `a number`.
  public static var expectation: String? { "a number" }
}

extension Int: ExpressibleByArgument {}
extension Int16: ExpressibleByArgument {}
extension Int32: ExpressibleByArgument {}
extension Int64: ExpressibleByArgument {}
extension UInt: ExpressibleByArgument {}
extension UInt16: ExpressibleByArgument {}
extension UInt32: ExpressibleByArgument {}
extension UInt64: ExpressibleByArgument {}

/// How a shell completes a value.
public enum CompletionKind: Sendable, Hashable, Codable {
  /// Not at all.
  case none
  /// One of these words.
  case list([String])
  /// A file, of one of these extensions unless there are none.
  case file(extensions: [String] = [])
  /// A folder.
  case directory
  /// A line of what this command prints.
  case shellCommand(String)
}
