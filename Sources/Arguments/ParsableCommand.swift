/// A group of arguments that commands share by `@OptionGroup`.
public protocol ParsableArguments: SendableMetatype {
  /// Makes the arguments with their default values, for the parser to fill.
  init()

  /// Checks the parsed values together; throws ``ValidationError`` for what the user can put right.
  func validate() throws
}

extension ParsableArguments {
  /// Accepts everything.
  public func validate() throws {}
}

/// A command: its arguments as `@Argument`, `@Option`, `@Flag` and `@OptionGroup` properties, and what it does.
///
/// Parsing and running are synchronous and stay on the caller's thread.
public protocol ParsableCommand: ParsableArguments {
  /// The command's name, help and subcommands.
  static var configuration: CommandConfiguration { get }

  /// Does what the command is for. Commands that only hold others need none: theirs prints the help.
  mutating func run() throws
}

extension ParsableCommand {
  /// An unadorned command named after its type.
  public static var configuration: CommandConfiguration { CommandConfiguration() }

  /// Prints the command's help.
  public mutating func run() throws {
    throw HelpRequest()
  }

  /// The name to type: the configured one, or the type's in kebab case.
  public static var name: String {
    configuration.commandName ?? kebabCase(String(describing: self))
  }
}

/// Thrown by `run()` to print the command's help and end with 0.
public struct HelpRequest: Error {
  /// Makes the request.
  public init() {}
}

/// What the user can put right in the arguments: printed with a pointer to the help, ends with ``ExitCode/usage``.
public struct ValidationError: Error, Hashable, CustomStringConvertible {
  /// What is wrong and what to do.
  public var message: String

  /// Makes an error.
  public init(_ message: String) {
    self.message = message
  }

  /// The message.
  public var description: String { message }
}

/// The status a process ends with.
///
/// Thrown by `run()`, it ends the program without a word.
public struct ExitCode: Error, Hashable, RawRepresentable {
  /// The number the shell sees.
  public var rawValue: Int32

  /// Makes a status of any number.
  public init(_ code: Int32) {
    rawValue = code
  }

  /// Makes a status of any number.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// Answered: 0.
  public static let success = ExitCode(0)
  /// The arguments are wrong: 2.
  public static let usage = ExitCode(2)
}

/// `kebabCase` of `asOf` or `AsOf` is `as-of`; of `tenantID`, `tenant-id`.
func kebabCase(_ name: String) -> String {
  let characters = Array(name)
  var result = ""
  for (index, character) in characters.enumerated() {
    if character == "_" {
      if !result.isEmpty { result += "-" }
      continue
    }
    let previous = index > 0 ? characters[index - 1] : nil
    let next = index + 1 < characters.count ? characters[index + 1] : nil
    let beginsWord =
      character.isUppercase && previous != nil && previous != "_"
      && (previous?.isUppercase == false || next?.isLowercase == true)
    if beginsWord { result += "-" }
    result += character.lowercased()
  }
  return result
}
