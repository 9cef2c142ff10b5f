import CEmbedded
import PlainText

/// The queries that the tool knows, by name.
public struct QueryCatalog: Sendable {
  /// All files, by folder and name.
  public let files: [File]

  /// A file of the catalogue.
  public struct File: Sendable {
    /// Its path, as `Queries/wipes/unconfirmed-wipes.sql`.
    public var path: String
    /// What it holds.
    public var bytes: [UInt8]

    /// What is read from it: anew each time, since most that is asked needs one file of them.
    public var content: QueryFile { QueryFile(path, bytes: bytes) }

    fileprivate var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }

    /// The name without folder and `.sql`.
    public var name: String {
      let last = path.split(separator: "/").last.map(String.init) ?? path
      return last.hasSuffix(".sql") ? String(last.dropLast(4)) : last
    }
  }

  /// No query has a name.
  public struct UnknownQuery: Error, Hashable, CustomStringConvertible {
    /// The name asked for.
    public var name: String
    /// The name that was probably meant.
    public var suggestion: String?

    /// What is wrong and what to do.
    public var description: String {
      "there is no query '\(name.printable)'" + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
    }
  }

  /// Makes a catalogue of files.
  public init(_ files: [(path: String, bytes: [UInt8])]) {
    self.files = files.map { File(path: $0.path, bytes: $0.bytes) }
      .sorted { ($0.folder, $0.name) < ($1.folder, $1.name) }
  }

  /// The files of `Queries/` that are compiled in.
  public static func embedded() -> QueryCatalog {
    QueryCatalog(
      (0..<embedded_file_count()).compactMap { index in
        let file = embedded_file(index)
        let path = String(cString: file.path)
        guard path.hasPrefix("Queries/"), path.hasSuffix(".sql") else { return nil }
        return (path, Array(UnsafeBufferPointer(start: file.bytes, count: file.length)))
      })
  }

  /// The good queries, by area and name.
  public var queries: [StoredQuery] { files.compactMap(\.content.query) }

  /// The folders below `Queries/`, in order.
  public var areas: [String] { Set(files.map { StoredQuery.area(of: $0.path) }).sorted() }

  /// Everything wrong with the files, two files of one name included.
  public var problems: [QueryProblem] {
    var problems = files.flatMap(\.content.problems)
    let byName = Dictionary(grouping: files, by: \.name)
    for (name, namesakes) in byName.sorted(by: { $0.key < $1.key }) where namesakes.count > 1 {
      for file in namesakes.dropFirst() {
        problems.append(
          QueryProblem(
            file: file.path, line: 1, rule: .name, message: "\(namesakes[0].path) has the name \(name) too"))
      }
    }
    return problems
  }

  /// Controls that name a rule which there is not.
  ///
  /// - Parameter rules: the ids of all rules.
  public func problems(ofRules rules: [String]) -> [QueryProblem] {
    queries.flatMap { query in
      query.header.unknownRules(rules).map { word in
        let meant = Nearness.closest(to: word, in: rules).map { "; did you mean \($0)?" } ?? ""
        return QueryProblem(
          file: query.file, line: query.header.ruleLine, rule: .rule,
          message: "@rule '\(word.printable)' is no rule, nor what one begins with\(meant)")
      }
    }
  }

  /// The query of a name.
  ///
  /// - Throws: ``UnknownQuery``, or ``QueryProblems`` of a file that does not allow to run it.
  public func query(named name: String) throws -> StoredQuery {
    guard let file = files.first(where: { $0.name == name }) else {
      throw UnknownQuery(name: name, suggestion: Nearness.closest(to: name, in: files.map(\.name)))
    }
    let content = file.content
    guard let query = content.query else {
      let problems = content.problems.filter { !$0.rule.allowsRun }
      throw QueryProblems(
        problems: problems.isEmpty
          ? [QueryProblem(file: file.path, line: 1, rule: .statement, message: "the file cannot be read")]
          : problems)
    }
    return query
  }
}
