import Arguments
import Foundation
import Rendering

/// Takes the rows of one page: passes over those before it, and stops behind it.
///
/// One row more than the limit is asked for: a page that ends exactly with the last row is complete.
final class Page {
  /// The row behind the page has come: no more are wanted.
  struct Full: Error {}

  private let limit: Int?
  private let after: [Cell]?
  private var last: [Cell]?
  private var taken = 0
  /// Whether there is nothing behind the page.
  private(set) var isComplete = true

  /// - Parameter after: the keys of the row before the page; nil for the first page.
  init(limit: Int?, after: [Cell]?) {
    (self.limit, self.after) = (limit, after)
  }

  /// Takes a row.
  ///
  /// - Parameters:
  ///   - keys: what orders it; empty where the answer cannot be gone on with.
  ///   - write: writes it.
  /// - Throws: ``Full`` instead of writing it where it is behind the page.
  func take(_ keys: [Cell], _ write: () throws -> Void) throws {
    if let after, !PageCursor.isAfter(keys, after) { return }
    if let limit, taken == limit {
      isComplete = false
      throw Full()
    }
    try write()
    taken += 1
    last = keys
  }

  /// The keys of the page's last row, where there are rows behind it.
  var lastKeys: [Cell]? { isComplete ? nil : last }
}

extension Output {
  /// Says on standard error that a page is not all, and how to go on; the JSON document says so itself.
  ///
  /// - Parameter cursor: the text to go on with; nil where the answer has no order to go on in.
  func tell(_ ending: Ending, limit: Int) {
    guard !ending.isComplete, format != .json else { return }
    let rows = limit == 1 ? "this row" : "these \(Quantity.grouped(limit)) rows"
    if let next = ending.next {
      say("there are more than \(rows); go on with: " + Self.commandLine(cursor: next))
    } else {
      say("there are more than \(rows); this report cannot be gone on with: give a higher --limit, or none")
    }
  }

  /// The command line of this program with another cursor, as a shell takes it.
  ///
  /// A connection string may hold a password, so it is not shown.
  static func commandLine(cursor: String, _ arguments: [String] = CommandLine.arguments) -> String {
    var words = ["mamaudit"]
    var hidden: String?
    for word in arguments.dropFirst() {
      if let option = hidden {
        hidden = nil
        if option == "--database" { words += [option, "…"] }
        continue
      }
      if ["--cursor", "--database"].contains(word) {
        hidden = word
      } else if word.hasPrefix("--database=") {
        words += ["--database", "…"]
      } else if !word.hasPrefix("--cursor=") {
        words.append(shellQuoted(word))
      }
    }
    return (words + ["--cursor", cursor]).joined(separator: " ")
  }

  private static func shellQuoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "=-_.,:/@+%".utf8.contains(byte)
    }
    if isPlain, !word.isEmpty { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
