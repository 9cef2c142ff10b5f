import MAMEvents

/// One thing in a file of rule parameters that cannot be taken.
public struct RuleFileProblem: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of refusal.
  public enum Code: String, Sendable, CaseIterable {
    /// The bytes are no JSON, or an object has two members of one name.
    case notJSON
    /// A member that no file has.
    case unknownMember
    /// A rule that there is not.
    case unknownRule
    /// A parameter that the rule does not have.
    case unknownParameter
    /// A value of another kind, such as a count in place of a length of time.
    case wrongKind
    /// A value that is too small or too large.
    case outOfRange
    /// More than an event can hold.
    case tooLarge
  }

  /// What is wrong.
  public var code: Code
  /// The member, such as `rules.W1.confirmWithin`; empty for the file as a whole.
  public var path: String
  /// What is wrong in words.
  public var reason: String
  /// What is allowed there.
  public var remedy: String

  /// What is wrong, where, and what is allowed, in one line.
  public var description: String {
    (path.isEmpty ? "" : "\(path): ") + reason + "; " + remedy
  }
}

/// A file of rule parameters cannot be taken; nothing of it is.
public struct RuleFileError: Error, Hashable, CustomStringConvertible {
  /// What is wrong, in the order of the file; at least one thing.
  public var problems: [RuleFileProblem]

  /// A line for each thing that is wrong.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
