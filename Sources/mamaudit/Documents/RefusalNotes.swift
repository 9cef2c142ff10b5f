import Foundation
import MAMEvents

/// The first refusals of an ingest in words, for the person who waits for it.
enum RefusalNotes {
  private static let shown = 5

  /// Says why the first refused events were refused, as the reasons beside the rejects have it.
  static func write(_ reasonsPath: String, _ output: Output) throws {
    guard let file = FileHandle(forReadingAtPath: reasonsPath) else { return }
    defer { try? file.close() }
    // A reason is short; what is wanted of a file of millions is its beginning.
    let beginning = try file.read(upToCount: 65_536) ?? Data()
    let lines = beginning.split(separator: UInt8(ascii: "\n"))
    for line in lines.prefix(shown) {
      guard let note = note(line) else { continue }
      output.note(note)
    }
    if lines.count > shown { output.note("…") }
  }

  private static func note(_ line: Data) -> String? {
    var document = JSONDocument()
    do { try document.parse(line) } catch { return nil }
    func text(_ name: StaticString) -> String {
      document.member(name, of: document.root).flatMap(document.string) ?? ""
    }
    let number = document.member("line", of: document.root).flatMap(document.integer) ?? 0
    return "\(text("file")):\(number): \(text("reason")) [\(text("code"))]; \(text("remedy"))"
  }
}
