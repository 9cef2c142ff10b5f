import Foundation
import TestSupport
import Testing

/// Reads what the program writes, by other means than it writes it, and refuses what a reader of the format would.
enum Formats {
  static let all = ["table", "json", "jsonl", "csv", "markdown", "html"]

  /// The scalars that could steer a terminal: C0 and C1 controls but line ends, what turns the direction of writing or
  /// breaks lines, and the marks of byte order and annotations.
  static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    case 0xFEFF, 0xFFF9...0xFFFB: true
    default: false
    }
  }

  /// The fields of CSV by RFC 4180: nil for nothing at all, which is not `""`.
  ///
  /// - Throws: `ToolError` for what the RFC does not allow.
  static func csv(_ text: String) throws -> [[String?]] {
    var records: [[String?]] = []
    var record: [String?] = []
    var scalars = text.unicodeScalars[...]
    while !scalars.isEmpty {
      var field: String?
      if scalars.first == "\"" {
        scalars.removeFirst()
        var quoted = String.UnicodeScalarView()
        while true {
          guard let scalar = scalars.popFirst() else { throw ToolError(text: "a quoted field has no end") }
          if scalar == "\"" {
            guard scalars.first == "\"" else { break }
            scalars.removeFirst()
          }
          quoted.append(scalar)
        }
        field = String(quoted)
      } else {
        let plain = scalars.prefix { !",\r\n\"".unicodeScalars.contains($0) }
        scalars.removeFirst(plain.count)
        field = plain.isEmpty ? nil : String(plain)
      }
      record.append(field)
      switch scalars.popFirst() {
      case ",": if scalars.first == nil { throw ToolError(text: "the last line has no end") }
      case "\r":
        guard scalars.popFirst() == "\n" else { throw ToolError(text: "a bare CR outside of quotes") }
        records.append(record)
        record = []
      default: throw ToolError(text: "a field is followed by neither comma nor CR LF")
      }
    }
    return records
  }

  /// The cells of the table of a Markdown page, head first, as they read.
  ///
  /// - Throws: `ToolError` where a row has other cells than the head, or something would be taken for HTML.
  static func markdown(_ text: String) throws -> [[String]] {
    var rows: [[String]] = []
    for line in text.unicodeScalars.split(separator: "\n") where line.first == "|" {
      var cells: [String] = []
      var cell = String.UnicodeScalarView()
      var isEscaped = false
      for scalar in line.dropFirst() {
        if isEscaped {
          cell.append(scalar)
          isEscaped = false
        } else if scalar == "\\" {
          isEscaped = true
        } else if scalar == "|" {
          cells.append(try read(String(cell)))
          cell = String.UnicodeScalarView()
        } else {
          cell.append(scalar)
        }
      }
      guard cell.isEmpty, !isEscaped else { throw ToolError(text: "a row does not end: \(String(line))") }
      rows.append(cells)
    }
    guard let head = rows.first, rows.count >= 2, rows.allSatisfy({ $0.count == head.count }) else {
      throw ToolError(text: "the rows have not as many cells as the head")
    }
    rows.remove(at: 1)
    return rows
  }

  private static func read(_ cell: String) throws -> String {
    let text = cell.replacing("<br>", with: "\n")
    guard !text.contains(where: { "<>".contains($0) }) else { throw ToolError(text: "HTML in \(cell)") }
    var read = text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    for _ in 0..<1 where read.hasPrefix(" ") { read.removeFirst() }
    for _ in 0..<1 where read.hasSuffix(" ") { read.removeLast() }
    return read
  }

  /// The names of the elements that a page of the program may have.
  private static let elements: Set<String> = [
    "html", "head", "meta", "title", "style", "body", "main", "h1", "dl", "dt", "dd", "div", "table",
    "caption",
    "thead", "tbody", "tr", "th", "td", "time", "data", "p", "br",
  ]

  /// The texts of the cells of a page's table, row by row.
  ///
  /// - Throws: what the parser says of a page that is not well formed, or `ToolError` for an element of the data's.
  static func html(_ text: String) throws -> [[String]] {
    let page = try XMLElements(text)
    if let other = page.elements.first(where: { !elements.contains($0.name) }) {
      throw ToolError(text: "the page has an element \(other.name)")
    }
    let known: Set = [
      "lang", "charset", "http-equiv", "content", "name", "id", "class", "role", "aria-labelledby",
      "tabindex", "scope",
      "datetime", "value",
    ]
    for name in page.elements.flatMap(\.attributes.keys) where !known.contains(name) {
      throw ToolError(text: "the page has an attribute \(name)")
    }
    let (heads, cells) = (page.texts(of: "th"), page.texts(of: "td"))
    guard !heads.isEmpty, cells.count.isMultiple(of: heads.count) else {
      throw ToolError(text: "the rows have not as many cells as the head")
    }
    return stride(from: 0, to: cells.count, by: heads.count).map { Array(cells[$0..<($0 + heads.count)]) }
  }

  /// The texts of a page that is more than a table, piece by piece.
  ///
  /// - Throws: `ToolError` for an element that runs or fetches something, for one that only the data name, or for a link
  ///   that leaves the page.
  static func page(_ text: String) throws -> [String] {
    let foreign: Set = [
      "script", "iframe", "object", "embed", "form", "input", "img", "image", "link", "base", "b", "i", "u",
      "x",
    ]
    for tag in text.matches(of: /<\/?([A-Za-z][A-Za-z0-9]*)((?:\s[^<>]*)?)>/) {
      if foreign.contains(tag.1.lowercased()) { throw ToolError(text: "the page has an element \(tag.1)") }
      for attribute in tag.2.matches(of: /([A-Za-z:-]+)="([^"]*)"/) {
        let (name, value) = (attribute.1.lowercased(), attribute.2)
        if name.hasPrefix("on") || name == "src" {
          throw ToolError(text: "the page has an attribute \(name)")
        }
        if name.hasSuffix("href"), !value.hasPrefix("#") {
          throw ToolError(text: "the page links to \(value)")
        }
      }
    }
    return text.replacing("<br>", with: "\n").split(separator: /<[^<>]*>/).map {
      String($0).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
        .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
  }
}
