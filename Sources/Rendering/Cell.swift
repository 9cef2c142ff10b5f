/// One value of a result, in the forms that output knows.
public enum Cell: Sendable, Hashable {
  /// No value; never the same as an empty text.
  case null
  case text(String)
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
  /// Microseconds since 1970-01-01T00:00:00Z; the least and the greatest number are the infinities.
  case timestamp(Int64)
  /// Days since 1970-01-01.
  case date(Int32)
  /// In its canonical lower-case form.
  case guid(String)
  /// A JSON value as text.
  case json(String)
  /// Texts in order: an array in JSON, and people read them with commas between.
  case list([String])
  /// A number of any size, as PostgreSQL writes it.
  case decimal(String)

  /// What to write where there is but text, in the form for machines; nil for null.
  public var machineText: String? {
    switch self {
    case .null: nil
    case .text(let text), .guid(let text), .decimal(let text): text
    case .integer(let number): String(number)
    case .real(let number): Cell.text(of: number)
    case .boolean(let truth): truth ? "true" : "false"
    case .timestamp(let microseconds): CalendarText.machine(microseconds)
    case .date(let days): CalendarText.date(days)
    case .json(let json): compactJSON(json)
    case .list(let texts): Cell.json(of: texts)
    }
  }

  /// As ``machineText``, with times in the zone of the reader, and lengths of time in their two greatest units.
  func humanText(_ zone: ZoneOffset, _ unit: Column.Unit? = nil) -> String? {
    switch self {
    case .timestamp(let microseconds): CalendarText.human(microseconds, zone)
    case .integer(let seconds) where unit == .seconds: Quantity.duration(seconds: Double(seconds))
    case .list(let texts): texts.isEmpty ? "none" : texts.joined(separator: ", ")
    default: machineText
    }
  }

  private static func json(of texts: [String]) -> String {
    // Writing to memory does not fail.
    (try? JSONWriter.text { json in json.array(texts) { $0.string($1) } }) ?? "[]"
  }

  /// The shortest digits that read back as the same number, whole numbers without a point, as PostgreSQL does.
  static func text(of number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// A JSON text without the white space between its tokens, hence in one line, and with what could steer a terminal in
/// its strings as escapes.
func compactJSON(_ json: String) -> String {
  var json = json
  if json.utf8.contains(where: { $0 >= 0x7F }), json.unicodeScalars.contains(where: \.isEscapedInJSON) {
    // Outside of ASCII, and for DEL, JSON has strings alone.
    var escaped = String.UnicodeScalarView()
    for scalar in json.unicodeScalars {
      if scalar.isEscapedInJSON {
        escaped.append(contentsOf: scalar.jsonEscape.unicodeScalars)
      } else {
        escaped.append(scalar)
      }
    }
    json = String(escaped)
  }
  guard json.utf8.contains(where: { $0 <= 0x20 }) else { return json }
  var bytes = [UInt8]()
  bytes.reserveCapacity(json.utf8.count)
  var isInString = false
  var isEscaped = false
  for byte in json.utf8 {
    if isInString {
      bytes.append(byte)
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
    } else if byte > 0x20 {
      bytes.append(byte)
      isInString = byte == UInt8(ascii: "\"")
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
