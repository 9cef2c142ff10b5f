import Foundation
import MAMEvents
import Testing

@testable import AuditStore

@Suite struct LineSourceTests {
  enum Found: Equatable, Sendable {
    case event(String, Int)
    case refused(String, Int)
    case oversized(Int, Int)
  }

  /// What a source makes of bytes that come from a file.
  private func items(_ bytes: [UInt8], limit: Int = 1 << 20) throws -> [Found] {
    try IngestFixture.withFolder { folder in
      let path = folder + "/input"
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      return try items(of: LineSource(InputReader(.file(path)), limit: limit))
    }
  }

  private func items(_ text: String, limit: Int = 1 << 20) throws -> [Found] {
    try items(Array(text.utf8), limit: limit)
  }

  private func items(of source: LineSource) throws -> [Found] {
    var found: [Found] = []
    var pieces = 0
    while true {
      switch try source.next(patience: 1000) {
      case .event(let bytes, let line): found.append(.event(String(decoding: bytes, as: UTF8.self), line))
      case .refused(let bytes, let line, _):
        found.append(.refused(String(decoding: bytes, as: UTF8.self), line))
      case .oversized(let bytes, let line, let isLast):
        pieces += bytes.count
        if isLast {
          found.append(.oversized(pieces, line))
          pieces = 0
        }
      case .nothingYet: continue
      case .end: return found
      }
    }
  }

  @Test("lines end with LF or CR LF, the last one also without; blank lines count nothing but a line number")
  func lines() throws {
    #expect(
      try items("a\nb\r\n\n  \t\r\n c \nd") == [
        .event("a", 1), .event("b", 2), .event(" c ", 5), .event("d", 6),
      ])
    #expect(try items("") == [])
    #expect(try items("\n\n") == [])
  }

  @Test("a byte order mark is skipped at the start of a file, and nowhere else")
  func byteOrderMark() throws {
    #expect(try items([0xEF, 0xBB, 0xBF] + Array("a\n".utf8)) == [.event("a", 1)])
    #expect(try items([0xEF, 0xBB, 0xBF] + Array("[a]".utf8)) == [.event("a", 1)])
    #expect(try items([0xEF, 0xBB, 0xBF]) == [])
    #expect(
      try items(Array("a\n".utf8) + [0xEF, 0xBB, 0xBF, 0x62]) == [.event("a", 1), .event("\u{FEFF}b", 2)])
  }

  @Test("an array's elements come one by one, on one line or on many")
  func arrays() throws {
    #expect(
      try items("[{\"a\":[1,2]} , {\"b\":\"],\\\"\"}]\n{}") == [
        .event("{\"a\":[1,2]}", 1), .event("{\"b\":\"],\\\"\"}", 1), .event("{}", 2),
      ])
    #expect(
      try items("[\n  {\n \"a\": 1\n },\n  {}\n]\n{}\n") == [
        .event("{\n \"a\": 1\n }", 2), .event("{}", 5), .event("{}", 7),
      ])
    #expect(try items("[]\n[ \n ]\n{}") == [.event("{}", 4)])
  }

  @Test("a bad element is an event by itself, for the decoder to refuse")
  func badElement() throws {
    #expect(
      try items("[{},{\"a\":,},3 4,,{}]") == [
        .event("{}", 1), .event("{\"a\":,}", 1), .event("3 4", 1), .event("", 1), .event("{}", 1),
      ])
  }

  @Test(
    "where an array breaks, the broken element is refused and reading goes on line by line",
    arguments: [
      ("[{},{\"a\":[1}]\n{}\n", [Found.event("{}", 1), .refused("{\"a\":[1}]", 1), .event("{}", 2)]),
      ("[{},{\"a\n{}\n{}", [.event("{}", 1), .refused("{\"a", 1), .event("{}", 2), .event("{}", 3)]),
      ("[{},{\"a\":1\n{}\n{}", [.event("{}", 1), .refused("{\"a\":1", 1), .event("{}", 2), .event("{}", 3)]),
      ("[{}\n{}\n", [.event("{}", 1), .event("{}", 2)]),
      ("[{\"a\":1,\n{}\n", [.refused("{\"a\":1,", 1), .event("{}", 2)]),
    ])
  func brokenArray(_ text: String, _ expected: [Found]) throws {
    #expect(try items(text) == expected)
  }

  @Test(
    "an input that ends inside an array refuses what has no end",
    arguments: [
      ("[{},{\"a\"", [Found.event("{}", 1), .refused("{\"a\"", 1)]), ("[{}", [.refused("{}", 1)]),
      ("[{},\n", [.event("{}", 1), .refused("", 1)]), ("[", [.refused("", 1)]),
    ])
  func truncatedArray(_ text: String, _ expected: [Found]) throws {
    #expect(try items(text) == expected)
  }

  @Test("what is longer than the limit comes in pieces, and what follows is read")
  func oversized() throws {
    let long = String(repeating: "x", count: 3_000_000)
    #expect(
      try items("a\n\(long)\r\nb\n", limit: 1000) == [
        .event("a", 1), .oversized(3_000_000, 2), .event("b", 3),
      ])
    #expect(try items("\(long)", limit: 1000) == [.oversized(3_000_000, 1)])
    #expect(
      try items("[1,\n\"\(long)\",2]\nb", limit: 1000) == [
        .event("1", 1), .oversized(3_000_003, 2), .event("2", 2), .event("b", 3),
      ])
    // Nested without end it breaks off, whatever would close it again: the rest of its line goes with it.
    let deep = String(repeating: "[", count: 3_000_000) + String(repeating: "]", count: 3_000_000)
    #expect(
      try items("[1,\n\(deep),2]\nb", limit: 1000) == [
        .event("1", 1), .oversized(6_000_004, 2), .event("b", 3),
      ])
    #expect(
      try items("[1,\n{\n\"a\":]\(long)\nb", limit: 1000) == [
        .event("1", 1), .oversized(3_000_008, 2), .event("b", 4),
      ])
    #expect(
      try items(String(repeating: " ", count: 3_000_000) + "\na", limit: 1000) == [
        .oversized(3_000_000, 1), .event("a", 2),
      ])
  }

  @Test("a line as long as the limit is an event, a byte more is not", arguments: [0, 1])
  func limit(over: Int) throws {
    let line = String(repeating: "x", count: 1000 + over)
    let expected: [Found] = [over == 0 ? .event(line, 1) : .oversized(1001, 1)]
    #expect(try items(line + "\r\n", limit: 1000) == expected)
    #expect(try items(line + "\n", limit: 1000) == expected)
    #expect(try items(line, limit: 1000) == expected)
  }

  @Test("bytes that come one by one make the same lines")
  func byteByByte() throws {
    let text = "\u{FEFF}{\"a\":1}\r\n[{},\n{\"b\":\"\\\"]\"}]\nc"
    let feed = try Feed()
    let source = LineSource(try InputReader(.file(feed.path)))
    var found: [Found] = []
    for byte in text.utf8 {
      feed.write([byte])
      while case .event(let bytes, let line) = try source.next(patience: 0) {
        found.append(.event(String(decoding: bytes, as: UTF8.self), line))
      }
    }
    feed.end()
    found += try items(of: source)
    #expect(
      found == [.event("{\"a\":1}", 1), .event("{}", 2), .event("{\"b\":\"\\\"]\"}", 3), .event("c", 4)])
  }
}
