import Arguments
import Compliance
import Foundation
import Hashing
import PlainText

/// Which parameters to judge by for one run.
struct RulesOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Judge by the parameters in this file instead of the log's own; nothing is recorded.", valueName: "file"
    ),
    completion: .file(extensions: ["json"]))
  var rules: String?

  /// The parameters of the file at all times, nil where none was named; says so on standard error.
  ///
  /// - Throws: ``RulesFile/Refusal`` for a file that cannot be read or taken.
  func timeline(_ output: Output) throws -> RuleTimeline? {
    try parameters(output).map { RuleTimeline(always: $0) }
  }

  /// The parameters of the file, nil where none was named; says so on standard error.
  ///
  /// - Throws: ``RulesFile/Refusal``.
  func parameters(_ output: Output) throws(RulesFile.Refusal) -> RuleParameters? {
    guard let rules else { return nil }
    let file = try RulesFile(rules)
    output.note("note: judged by \(rules) instead of the log's own parameters")
    return file.parameters
  }
}

/// A file of rule parameters.
struct RulesFile {
  /// A file that cannot be read, or whose content cannot be taken.
  struct Refusal: Error, CustomStringConvertible {
    var description: String
  }

  /// More than any content that an event can hold.
  private static let limit = 1 << 20

  /// What it sets.
  let parameters: RuleParameters
  /// The SHA-256 of its bytes.
  let sha256: Digest

  /// Reads a file; `-` is standard input.
  ///
  /// - Throws: ``Refusal`` with all that is wrong.
  init(_ path: String) throws(Refusal) {
    let bytes: [UInt8]
    do {
      let handle =
        path == "-" ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      bytes = Array(try handle.read(upToCount: Self.limit + 1) ?? Data())
    } catch {
      throw Refusal(
        description: "cannot read '\(path)': name a file of rule parameters, or - for standard input")
    }
    guard bytes.count <= Self.limit else {
      throw Refusal(
        description: "'\(path)' has more than \(Self.limit) bytes: that is no file of rule parameters")
    }
    do throws(RuleFileError) {
      parameters = try RuleParameters(json: bytes)
    } catch {
      let lines = error.problems.map { "\n  \($0)" }.joined()
      throw Refusal(description: "'\(path)' is no file of rule parameters; nothing of it is taken:" + lines)
    }
    sha256 = SHA256Hasher().digest(of: bytes)
  }
}

/// The rules that a command is about.
struct RuleArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Ids of rules, such as W1; all when none is given.", valueName: "rule"),
    completion: .list(RuleID.allCases.map(\.rawValue)))
  var rule: [String] = []

  /// The rules named, in the order of the catalogue; nil where none was.
  ///
  /// - Throws: `ValidationError` for an id that there is not.
  func ids() throws -> [RuleID]? {
    rule.isEmpty ? nil : try Self.ids(rule)
  }

  /// The rules that texts name, in the order of the catalogue.
  ///
  /// - Throws: `ValidationError` for an id that there is not.
  static func ids(_ texts: [String]) throws -> [RuleID] {
    let named = Set(try texts.map(id))
    return RuleID.allCases.filter(named.contains)
  }

  func validate() throws { _ = try ids() }

  private static func id(_ text: String) throws -> RuleID {
    if let id = RuleID.allCases.first(where: { $0.rawValue.lowercased() == text.lowercased() }) { return id }
    let near = Nearness.closest(to: text, in: RuleID.allCases.map(\.rawValue)).map {
      "; did you mean '\($0)'?"
    }
    throw ValidationError("there is no rule '\(text)'" + (near ?? ": 'mamaudit rules show' lists the rules"))
  }
}
