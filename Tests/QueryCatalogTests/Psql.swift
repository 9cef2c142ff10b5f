import Foundation
import MAMEvents
import Postgres
import QueryCatalog
import TestSupport
import Testing

/// A result as text: what psql prints, and what the tool has, written alike.
struct TextTable: Equatable {
  var columns: [String]
  var rows: [[String]]

  static let null = "∅"
}

/// Both ways to run a query of `Queries/`, as the role that reads reports.
enum Reader {
  static let role = "mamaudit_reporting"
  private static let unit = "\u{1F}"
  private static let record = "\u{1E}"

  /// Runs the file in psql.
  static func psql(_ query: StoredQuery, _ arguments: [String: String], _ database: TestDatabase) throws
    -> TextTable
  {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["PGOPTIONS": "-c role=\(role)", "PGTZ": "UTC", "PGDATESTYLE": "ISO"]
    ) { $1 }
    process.arguments =
      ["psql", "-X", "-q", "-A", "-v", "ON_ERROR_STOP=1", "-F", unit, "-R", record, "-d", database.conninfo]
      + ["-P", "footer=off", "-P", "null=\(TextTable.null)"]
      + arguments.sorted { $0.key < $1.key }.flatMap { ["-v", "\($0.key)=\($0.value)"] }
      + ["-f", root.appending(path: query.file).path]
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(query.name)")
    let lines = String(decoding: data.last == 0x0A ? data.dropLast() : data, as: UTF8.self)
      .components(separatedBy: record).map { $0.components(separatedBy: unit) }
    return TextTable(columns: lines[0], rows: Array(lines.dropFirst()))
  }

  /// Runs the query as the tool does.
  static func tool(
    _ query: StoredQuery, _ arguments: [String: String], _ connection: Connection
  ) throws -> TextTable {
    var table = TextTable(columns: [], rows: [])
    try connection.withRole(role) {
      try query.bind(arguments, parseTime: parseTime).stream(on: connection) { columns in
        table.columns = columns.map(\.name)
      } row: { row in
        table.rows.append(try row.map(text))
      }
    }
    return table
  }

  static func parseTime(_ text: String) throws -> Int64 {
    if text == "now" { return Int64(Date.now.timeIntervalSince1970) * 1_000_000 }
    return try Timestamp(rfc3339: text).microseconds
  }

  /// A value as psql writes it in UTC.
  private static func text(_ value: PostgresValue) throws -> String {
    switch value {
    case .null: return TextTable.null
    case .text(let text), .jsonb(let text): return text
    case .int64(let number): return String(number)
    case .bool(let truth): return truth ? "t" : "f"
    case .float8(let number):
      let text = String(number)
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    case .uuid(let bits): return Hex.uuid(bits)
    case .timestamptz(let microseconds): return timeText(microseconds)
    case .date(let days): return String(timeText(Int64(days) * 86_400_000_000).prefix(10))
    default: throw Unexpected(value: value)
    }
  }

  private enum Hex {
    static func uuid(_ bits: UUIDBits) -> String {
      var digits = [bits.high, bits.low].map { word in
        let text = String(word, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
      }.joined()
      for offset in [20, 16, 12, 8] {
        digits.insert("-", at: digits.index(digits.startIndex, offsetBy: offset))
      }
      return digits
    }
  }

  private static func timeText(_ microseconds: Int64) -> String {
    var bytes: [UInt8] = []
    Timestamp(microseconds: microseconds).append(to: &bytes)
    var text = String(decoding: bytes, as: UTF8.self).replacing("T", with: " ").replacing("Z", with: "")
    while text.hasSuffix("0"), text.contains(".") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text + "+00"
  }

  private struct Unexpected: Error { var value: PostgresValue }
}
