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
    try file(output).map { RuleTimeline(always: $0.parameters) }
  }

  /// The file, nil where none was named; says so on standard error.
  ///
  /// - Throws: ``RulesFile/Refusal``.
  func file(_ output: Output) throws(RulesFile.Refusal) -> RulesFile? {
    guard let rules else { return nil }
    let file = try RulesFile(rules)
    output.note("note: judged by \(rules) instead of the log's own parameters")
    return file
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
    help: ArgumentHelp(
      "Rules, such as W1, or what several begin with, such as W for those about wipes; all when none is given.",
      valueName: "rule"),
    completion: .list(RuleID.allCases.map(\.rawValue)))
  var rule: [String] = []

  /// The rules named, in the order of the catalogue; nil where none was.
  ///
  /// - Throws: `ValidationError` for an id that there is not.
  func ids() throws -> [RuleID]? {
    rule.isEmpty ? nil : try Self.ids(rule)
  }

  /// The rules that texts name, in the order of the catalogue: a text is the id of one, or what several begin with.
  ///
  /// No digit goes on with a number: `W1` is not the beginning of `W10`, and `L1` is that of `L1a` and `L1b`.
  ///
  /// - Throws: `ValidationError` for a text that is neither.
  static func ids(_ texts: [String]) throws -> [RuleID] {
    let named = Set(try texts.flatMap(ids))
    return RuleID.allCases.filter(named.contains)
  }

  func validate() throws { _ = try ids() }

  private static func ids(_ text: String) throws -> [RuleID] {
    let typed = text.lowercased()
    let ids = RuleID.allCases.filter { id in
      let known = id.rawValue.lowercased()
      guard !typed.isEmpty, known.hasPrefix(typed) else { return false }
      return !(typed.last?.isNumber ?? false) || !(known.dropFirst(typed.count).first?.isNumber ?? false)
    }
    if !ids.isEmpty { return ids }
    let near = Nearness.closest(to: text, in: RuleID.allCases.map(\.rawValue)).map {
      "; did you mean '\($0)'?"
    }
    throw ValidationError("there is no rule '\(text)'" + (near ?? ": 'mamaudit rules show' lists the rules"))
  }
}
