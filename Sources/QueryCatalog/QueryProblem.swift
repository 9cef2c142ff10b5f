/// Something wrong with a query file, and where.
public struct QueryProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// Which rule of the format is broken.
  public enum Rule: String, Sendable, CaseIterable {
    /// The file is not UTF-8, or holds a NUL.
    case encoding
    /// A line of the header is not of its form.
    case header
    /// A tag that must be there is not.
    case missing
    /// A tag that explains a query, and that it runs without, is not there.
    case undocumented
    /// A tag, parameter or column is there twice.
    case repeated
    /// A function is called that is VOLATILE and may do more than read.
    case function
    /// `@name` is not the file's name, or not in kebab case.
    case name
    /// A meta command that is not the default block of an optional parameter, or a block that is missing or differs.
    case metaCommand = "meta-command"
    /// A parameter is used that no `@param` declares.
    case undeclared
    /// A declared parameter is not used.
    case unused
    /// A parameter is used without a cast to its declared type.
    case uncast
    /// `:x` or `:"x"` pastes text into the statement.
    case bare
    /// There is not exactly one statement, which begins with SELECT or WITH and ends with `;`.
    case statement
    /// `select *`: the columns would change with the tables.
    case star = "select-star"
    /// `@order` or `@cursor` without ORDER BY, or of columns that are none.
    case order
    /// An `@example` that the query does not accept.
    case example
    /// A control without `resource, status, reason` as its first columns, all of type text.
    case control
    /// `@rule` names a rule that there is not.
    case rule
    /// `@description` says no more than `@summary`.
    case description
    /// `@cost` is not what the server's plan shows.
    case cost
    /// The server infers other parameter types or columns than the header says, or refuses the statement.
    case database

    /// Whether a query can be run in spite of it: it says too little of itself, and no more.
    public var allowsRun: Bool {
      switch self {
      case .undocumented, .description, .cost: true
      case .encoding, .header, .missing, .repeated, .name, .metaCommand, .undeclared, .unused, .uncast, .bare,
        .statement, .star, .order, .example, .control, .rule, .function, .database:
        false
      }
    }
  }

  /// The file's path, as `Queries/wipes/unconfirmed-wipes.sql`.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// Which rule of the format is broken.
  public var rule: Rule
  /// What is wrong and what to write instead.
  public var message: String

  /// `file:line: message [rule]`.
  public var description: String { "\(file):\(line): \(message) [\(rule.rawValue)]" }
}

/// All that does not allow to run a query file.
public struct QueryProblems: Error, Sendable, Hashable, CustomStringConvertible {
  /// The problems by line, at least one.
  public var problems: [QueryProblem]

  /// A line for each: `file:line: message [rule]`.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
