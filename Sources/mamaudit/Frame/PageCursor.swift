import Hashing
import MAMEvents
import Rendering

/// Where a page of a question's answer ended: the text of `--cursor`.
///
/// It holds the question in a hash, so that it goes on with no other; the instant that the first page called now and
/// how far its data went, so that all pages are of one answer; and the keys of the last row. A checksum tells a cursor
/// that was not copied whole.
struct PageCursor: Equatable {
  /// A cursor that cannot be gone on from.
  struct Refusal: Error, CustomStringConvertible {
    var description: String

    static let damaged = Refusal(
      description: "the cursor is damaged: copy it whole from where the page before ended")
    static let otherQuestion = Refusal(
      description:
        "the cursor belongs to another question: repeat the page's command and change nothing but --limit "
        + "and how the answer is written")
    static let unfinished = Refusal(
      description:
        "the cursor's page was written while the projections were on their way, and they have moved on: begin "
        + "again without --cursor")
  }

  /// The question: see ``question(_:)``.
  var question: String
  /// The instant that the question's relative times are counted from.
  var now: Timestamp
  /// How far the data of the answer go.
  var state: String
  /// The keys of the last row: texts, whole numbers and nulls.
  var keys: [Cell]

  private static let version = "1"
  /// Begins the text: a word that begins with `-` would be an option.
  private static let prefix = "p"
  private static let checksumLength = 6

  init(question: String, now: Timestamp, state: String, keys: [Cell]) {
    (self.question, self.now, self.state, self.keys) = (question, now, state, keys.map(Self.plain))
  }

  /// Reads the text of a cursor.
  ///
  /// - Throws: ``Refusal`` for one that is damaged.
  init(text: String) throws(Refusal) {
    guard text.hasPrefix(Self.prefix), let bytes = Base64URL.decode(text.utf8.dropFirst()),
      bytes.count > Self.checksumLength
    else { throw .damaged }
    let content = Array(bytes.dropFirst(Self.checksumLength))
    guard Array(bytes.prefix(Self.checksumLength)) == Self.checksum(of: content) else { throw .damaged }
    let fields = content.split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard fields.count >= 4, fields[0] == Self.version, let now = Int64(fields[2]) else { throw .damaged }
    (question, self.now, state) = (fields[1], Timestamp(microseconds: now), fields[3])
    keys = []
    for field in fields.dropFirst(4) {
      guard let key = Self.key(field) else { throw .damaged }
      keys.append(key)
    }
  }

  /// The text of the cursor.
  var text: String {
    let fields = [Self.version, question, "\(now.microseconds)", state] + keys.map(Self.field)
    let content = Array(fields.map { Array($0.utf8) }.joined(separator: [0]))
    return Self.prefix + Base64URL.encode(Self.checksum(of: content) + content)
  }

  /// A question as its cursors know it: a hash of what names it.
  ///
  /// - Parameter parts: the command and all that it was asked, in a fixed order.
  static func question(_ parts: [String]) -> String {
    let bytes = Array(parts.map { Array($0.utf8) }.joined(separator: [0]))
    return String(SHA256Hasher().digest(of: bytes).hex.prefix(16))
  }

  /// Whether a row's keys stand behind others, in rising order; texts compare by their bytes.
  static func isAfter(_ keys: [Cell], _ others: [Cell]) -> Bool {
    for (key, other) in zip(keys.map(plain), others) {
      switch (key, other) {
      case (.integer(let key), .integer(let other)):
        if key != other { return key > other }
      case (.text(let key), .text(let other)):
        if !key.utf8.elementsEqual(other.utf8) {
          return other.utf8.lexicographicallyPrecedes(key.utf8)
        }
      default: break
      }
    }
    return false
  }

  /// A key without what output alone needs to know.
  private static func plain(_ key: Cell) -> Cell {
    if case .timestamp(let microseconds) = key { return .integer(microseconds) }
    return key
  }

  private static func field(_ key: Cell) -> String {
    switch key {
    case .null: "n"
    case .integer(let number): "i\(number)"
    default: "t" + (key.machineText ?? "")
    }
  }

  private static func key(_ field: String) -> Cell? {
    switch field.utf8.first {
    case UInt8(ascii: "n"): field.utf8.count == 1 ? .null : nil
    case UInt8(ascii: "i"): Int64(field.dropFirst()).map(Cell.integer)
    case UInt8(ascii: "t"): .text(String(field.unicodeScalars.dropFirst()))
    default: nil
    }
  }

  private static func checksum(of content: [UInt8]) -> [UInt8] {
    Array(SHA256Hasher().digest(of: content).bytes.prefix(checksumLength))
  }
}
