/// What a query file says of itself in the comments at its head.
public struct QueryHeader: Sendable, Hashable {
  /// What the query is for.
  public enum Kind: String, Sendable, CaseIterable {
    /// A list or a summary to read.
    case report
    /// A check: each row is a resource with a status.
    case control
    /// Numbers over time.
    case timeseries
    /// Everything about one thing.
    case detail
  }

  /// How bad it is when a control alarms.
  public enum Severity: String, Sendable, CaseIterable {
    case violation, warning, note
  }

  /// How much the query reads.
  public enum Cost: String, Sendable, CaseIterable {
    /// What an index leads to.
    case indexOnly = "index-only"
    /// Tables that grow with accounts and not with events; of the events only those that an index leads to.
    case bounded
    /// The event table, or all of it from an instant on.
    case full
  }

  /// A value that the query asks for.
  public struct Parameter: Sendable, Hashable {
    /// Its name: `:'name'` in the statement, `--arg name=value` on the command line.
    public var name: String
    /// Its type.
    public var type: SQLType
    /// The value where none is given; nil if one must be given.
    public var standard: String?
    /// The values accepted, if they are limited.
    public var values: [String]?
    /// What it means.
    public var text: String
    /// The line that declares it.
    public var line: Int
  }

  /// A column of the result.
  public struct Column: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Its type.
    public var type: SQLType
    /// What it means.
    public var text: String
    /// The line that declares it.
    public var line: Int
  }

  /// An entry of `@order` or `@cursor`.
  struct OrderedColumn: Hashable {
    /// The column's name.
    var name: String
    /// Whether it falls from row to row; nil where the entry does not say.
    var isDescending: Bool?

    /// Reads `column`, `column asc` or `column desc`; nil for anything else.
    init?(_ entry: String) {
      let words = entry.split(separator: " ")
      guard let first = words.first, words.count <= 2 else { return nil }
      name = String(first)
      guard words.count == 2 else { return }
      guard ["asc", "desc"].contains(words[1]) else { return nil }
      isDescending = words[1] == "desc"
    }
  }

  /// Arguments with which the query can be run.
  public struct Example: Sendable, Hashable {
    /// The values by the names of the parameters, in the order written.
    public var arguments: [Argument]
    /// The line that gives it.
    public var line: Int

    /// A value by name.
    public struct Argument: Sendable, Hashable {
      /// The name of the parameter.
      public var name: String
      /// The value.
      public var value: String
    }

    /// The values by name.
    public var values: [String: String] {
      Dictionary(arguments.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// The name by which it is run: the file's, without `.sql`.
  public var name = ""
  /// One sentence.
  public var summary = ""
  /// More, or empty.
  public var description = ""
  /// What the query is for.
  public var kind = Kind.report
  /// The values that it asks for, in the order of the header, which is that of `$1`, `$2` ….
  public var parameters: [Parameter] = []
  /// The names of what the header declares and what cannot be used for a problem of its own: no other is said of them.
  var brokenParameters: Set<String> = []
  /// The columns of the result, in order.
  public var columns: [Column] = []
  /// The columns that the rows are ordered by, such as `day desc`; empty if they have no order.
  public var order: [String] = []
  /// The columns of the keyset by which it can be paged, which are those of ``order``; empty if it cannot.
  public var cursor: [String] = []
  /// Arguments with which the query can be run.
  public var examples: [Example] = []
  /// How bad it is when a control alarms.
  public var severity: Severity?
  /// The compliance rules that a control checks: ids as `W2`, what ids begin with as `K`, `all` or `none`.
  public var rule: String?
  /// The line of `@rule`.
  var ruleLine = 1
  /// What to do when a control alarms.
  public var remediation: String?
  /// How much the query reads, where it says so.
  public var cost: Cost?

  /// The words of ``rule`` that stand for no rule.
  ///
  /// - Parameter known: the ids of all rules.
  public func unknownRules(_ known: [String]) -> [String] {
    guard let rule, rule != "all", rule != "none" else { return [] }
    return rule.split(separator: " ").map(String.init).filter { word in
      !known.contains { $0 == word || $0.prefix { $0.isLetter } == word }
    }
  }

  /// The parameter of a name.
  public func parameter(_ name: String) -> Parameter? {
    parameters.first { $0.name == name }
  }
}
