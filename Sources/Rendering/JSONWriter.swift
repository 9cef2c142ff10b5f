/// Writes one JSON document as a stream: members in the order of the calls, equal calls give equal bytes.
///
/// Strings escape what JSON demands, and also DEL, C1 controls and characters that turn the direction of writing, so
/// that a document may be shown on a terminal. What the sink throws is kept until ``check()`` or ``finish()``.
public struct JSONWriter {
  private enum Level {
    case object(isEmpty: Bool, hasKey: Bool)
    case array(isEmpty: Bool)
  }

  private var output: ByteBuffer
  private var levels: [Level] = []

  /// Makes a writer on a sink, which gets blocks of 64 KiB and the rest at the end.
  public init(_ sink: @escaping ByteSink) {
    output = ByteBuffer(sink)
  }

  /// The document that the calls in `body` write.
  public static func text(_ body: (inout JSONWriter) throws -> Void) throws -> String {
    var bytes = [UInt8]()
    try withoutActuallyEscaping({ (block: [UInt8]) in bytes += block }) { sink in
      var writer = JSONWriter(sink)
      try body(&writer)
      try writer.finish()
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Structure

  /// Opens `{`.
  public mutating func beginObject() {
    beginValue()
    output.append(UInt8(ascii: "{"))
    levels.append(.object(isEmpty: true, hasKey: false))
  }

  /// Closes `}`.
  public mutating func endObject() {
    guard case .object(_, hasKey: false)? = levels.popLast() else {
      preconditionFailure("no object is open, or a member lacks its value")
    }
    output.append(UInt8(ascii: "}"))
  }

  /// Opens `[`.
  public mutating func beginArray() {
    beginValue()
    output.append(UInt8(ascii: "["))
    levels.append(.array(isEmpty: true))
  }

  /// Closes `]`.
  public mutating func endArray() {
    guard case .array? = levels.popLast() else { preconditionFailure("no array is open") }
    output.append(UInt8(ascii: "]"))
  }

  /// Writes the name of a member; its value is the next call.
  public mutating func key(_ name: String) {
    guard case .object(let isEmpty, hasKey: false)? = levels.popLast() else {
      preconditionFailure("a name belongs into an object, after the value before")
    }
    if !isEmpty { output.append(UInt8(ascii: ",")) }
    quote(name)
    output.append(UInt8(ascii: ":"))
    levels.append(.object(isEmpty: false, hasKey: true))
  }

  /// An object with the members that `body` writes.
  public mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
    beginObject()
    try body(&self)
    endObject()
  }

  /// An array of what `body` writes for each element.
  public mutating func array<S: Sequence>(
    _ elements: S, _ body: (inout JSONWriter, S.Element) throws -> Void
  ) rethrows {
    beginArray()
    for element in elements { try body(&self, element) }
    endArray()
  }

  // MARK: Values

  /// Writes `null`.
  public mutating func null() {
    beginValue()
    output.append("null")
  }

  /// Writes a string, or null for nil.
  public mutating func string(_ value: String?) {
    guard let value else { return null() }
    beginValue()
    quote(value)
  }

  /// Writes a whole number, or null for nil.
  public mutating func integer(_ value: (some BinaryInteger)?) {
    guard let value else { return null() }
    beginValue()
    output.append(String(value))
  }

  /// Writes a number, or null for nil; what JSON has no number for becomes a string: `"NaN"`, `"Infinity"`.
  public mutating func real(_ value: Double?) {
    guard let value else { return null() }
    beginValue()
    if value.isFinite { output.append(Cell.text(of: value)) } else { quote(Cell.text(of: value)) }
  }

  /// Writes a truth value, or null for nil.
  public mutating func boolean(_ value: Bool?) {
    guard let value else { return null() }
    beginValue()
    output.append(value ? "true" : "false")
  }

  /// Writes microseconds since 1970 as RFC 3339 in UTC with microseconds and `Z`, or null for nil.
  public mutating func timestamp(_ microseconds: Int64?) {
    guard let microseconds else { return null() }
    beginValue()
    quote(CalendarText.machine(microseconds))
  }

  /// Writes a JSON value as it is, but for white space between its tokens; nil becomes null.
  ///
  /// The text must be valid JSON: it is not checked.
  public mutating func raw(_ json: String?) {
    guard let json else { return null() }
    beginValue()
    output.append(compactJSON(json))
  }

  /// A JSON text that means the same and may be shown on a terminal: what could steer it is escaped.
  public static func shown(_ json: String) -> String { compactJSON(json) }

  /// Writes a cell of a result.
  public mutating func cell(_ cell: Cell) {
    switch cell {
    case .null: null()
    case .integer(let number): integer(number)
    case .real(let number): real(number)
    case .boolean(let truth): boolean(truth)
    case .json(let json): raw(json)
    case .list(let texts): array(texts) { $0.string($1) }
    case .decimal(let digits) where digits.last?.isNumber == true: raw(digits)
    case .text, .decimal, .guid, .timestamp, .date: string(cell.machineText)
    }
  }

  // MARK: End

  /// Ends a line between documents, for JSON lines.
  public mutating func endLine() {
    precondition(levels.isEmpty, "the document is not closed")
    output.append(UInt8(ascii: "\n"))
  }

  /// Throws what the sink has thrown.
  public func check() throws {
    try output.check()
  }

  /// Hands the last bytes to the sink; throws what it throws.
  public mutating func finish() throws {
    precondition(levels.isEmpty, "the document is not closed")
    try output.flush()
  }

  // MARK: Internals

  private mutating func beginValue() {
    switch levels.popLast() {
    case .object(_, let hasKey):
      precondition(hasKey, "a member needs its name first")
      levels.append(.object(isEmpty: false, hasKey: false))
    case .array(let isEmpty):
      if !isEmpty { output.append(UInt8(ascii: ",")) }
      levels.append(.array(isEmpty: false))
    case nil:
      break
    }
  }

  private mutating func quote(_ text: String) {
    output.append(UInt8(ascii: "\""))
    if text.utf8.allSatisfy({
      $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }) {
      output.append(text)
    } else {
      for scalar in text.unicodeScalars { quote(scalar) }
    }
    output.append(UInt8(ascii: "\""))
  }

  private mutating func quote(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x22: output.append("\\\"")
    case 0x5C: output.append("\\\\")
    case 0x08: output.append("\\b")
    case 0x09: output.append("\\t")
    case 0x0A: output.append("\\n")
    case 0x0C: output.append("\\f")
    case 0x0D: output.append("\\r")
    case 0x00...0x1F: output.append(scalar.jsonEscape)
    default: output.append(scalar.isEscapedInJSON ? scalar.jsonEscape : String(scalar))
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is no ASCII control, and could steer a terminal all the same: the ones that
  /// `PlainText.printable` shows as escapes.
  var isEscapedInJSON: Bool {
    switch value {
    case 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB: true
    default: false
    }
  }

  /// `\u202e` for a scalar of the basic plane.
  var jsonEscape: String {
    let digits = String(value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
