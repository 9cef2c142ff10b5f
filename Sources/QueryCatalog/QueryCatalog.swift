import CEmbedded
import PlainText

/// The queries that the tool knows, by name.
public struct QueryCatalog: Sendable {
  /// All files, in the order of their paths.
  public let files: [File]

  /// A file of the catalogue.
  public struct File: Sendable {
    /// Its path, as `Queries/wipes/unconfirmed-wipes.sql`.
    public var path: String
    /// What it holds.
    public var bytes: [UInt8]
    /// What was read from it.
    public var content: QueryFile

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
    self.files = files.sorted { $0.path < $1.path }.map { file in
      File(path: file.path, bytes: file.bytes, content: QueryFile(file.path, bytes: file.bytes))
    }
  }

  /// The files of `Queries/` that are compiled in.
  public static func embedded() -> QueryCatalog {
    QueryCatalog(
      (0..<embedded_file_count()).compactMap { index in
        let file = embedded_file(index)
        let path = String(cString: file.path)
        guard path.hasPrefix("Queries/") else { return nil }
        return (path, Array(UnsafeBufferPointer(start: file.bytes, count: file.length)))
      })
  }

  /// The good queries, in the order of their paths.
  public var queries: [StoredQuery] { files.compactMap(\.content.query) }

  /// The folders below `Queries/` that hold a good query, in order.
  public var areas: [String] { Set(queries.map(\.area)).sorted() }

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

  /// The query of a name.
  ///
  /// - Throws: ``UnknownQuery``, or the first ``QueryProblem`` of a file that breaks a rule.
  public func query(named name: String) throws -> StoredQuery {
    guard let file = files.first(where: { $0.name == name }) else {
      throw UnknownQuery(name: name, suggestion: Nearness.closest(to: name, in: files.map(\.name)))
    }
    guard let query = file.content.query else {
      throw file.content.problems.first
        ?? QueryProblem(file: file.path, line: 1, rule: .statement, message: "the file cannot be read")
    }
    return query
  }
}
