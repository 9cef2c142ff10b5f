import Foundation
import QueryCatalog
import TestSupport

/// A query's file run by psql, as the role that reads reports, with the result written as the tool writes CSV.
///
/// psql has its own way with four kinds of values, and none of them can be set: times (`2026-03-15 12:00:00+00`),
/// truths (`t`), jsonb (with blanks between tokens) and nulls (any text, but always the same). Each cell is written
/// anew by the type that the header promises, one to one; nothing else is touched: equal bytes are equal results.
enum PsqlCSV {
  private static let null = "\u{1}null\u{1}"

  /// The bytes that `mamaudit query run NAME --format csv --raw` would have to write.
  static func run(_ query: StoredQuery, _ example: QueryHeader.Example, _ database: TestDatabase) throws
    -> [UInt8]
  {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["PGOPTIONS": "-c role=mamaudit_reporting", "PGTZ": "UTC", "PGDATESTYLE": "ISO"]
    ) { $1 }
    process.arguments =
      ["psql", "-X", "-q", "--csv", "-P", "null=\(null)", "-v", "ON_ERROR_STOP=1", "-d", database.conninfo]
      + example.arguments.flatMap { ["-v", "\($0.name)=\($0.value)"] }
      + ["-f", Readme.folder + "/" + query.file]
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw ToolError(text: "psql failed at \(query.file)") }
    var records = records(of: Array(bytes))
    guard !records.isEmpty else { throw ToolError(text: "psql wrote nothing for \(query.file)") }
    let names = records.removeFirst()
    guard names == query.header.columns.map(\.name) else {
      throw ToolError(text: "\(query.file) gives \(names) in psql")
    }
    let lines = try records.map { record in
      try zip(record, query.header.columns).map { try written($0, $1.type) }.joined(separator: ",")
    }
    return Array(([names.joined(separator: ",")] + lines).map { $0 + "\r\n" }.joined().utf8)
  }

  private static func written(_ cell: String, _ type: SQLType) throws -> String {
    if cell == null { return "" }
    switch type {
    case .boolean: return cell == "t" ? "true" : "false"
    case .timestamptz:
      guard cell.hasSuffix("+00"), cell.dropFirst(10).first == " " else {
        throw ToolError(text: "'\(cell)' is not a time in UTC")
      }
      let parts = cell.dropLast(3).split(separator: ".")
      let digits = parts.count > 1 ? String(parts[1]) : ""
      let micros = digits + String(repeating: "0", count: 6 - digits.count)
      return parts[0].replacingOccurrences(of: " ", with: "T") + ".\(micros)Z"
    case .jsonb: return quoted(compact(cell))
    default: return quoted(cell)
    }
  }

  private static func quoted(_ cell: String) -> String {
    let needsQuotes = cell.isEmpty || cell.utf8.contains { [0x0A, 0x0D, 0x22, 0x2C].contains($0) }
    return needsQuotes ? "\"" + cell.replacingOccurrences(of: "\"", with: "\"\"") + "\"" : cell
  }

  /// JSON without the blanks that psql writes behind colons and commas, those in strings kept.
  private static func compact(_ json: String) -> String {
    var isInString = false
    var isEscaped = false
    return json.filter { character in
      defer {
        if character == "\"", !isEscaped { isInString.toggle() }
        isEscaped = isInString && character == "\\" && !isEscaped
      }
      return isInString || character != " "
    }
  }

  /// The records of CSV: commas, quotes doubled inside quotes, line feeds (with or without a carriage return).
  static func records(of bytes: [UInt8]) -> [[String]] {
    var records: [[String]] = []
    var record: [String] = []
    var cell: [UInt8] = []
    var isQuoted = false
    var index = 0
    func end() { record.append(String(decoding: cell, as: UTF8.self)) }
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if isQuoted {
        guard byte == 0x22 else {
          cell.append(byte)
          continue
        }
        if index < bytes.count, bytes[index] == 0x22 {
          cell.append(byte)
          index += 1
        } else {
          isQuoted = false
        }
      } else {
        switch byte {
        case 0x22: isQuoted = true
        case 0x2C:
          end()
          cell = []
        case 0x0D where index < bytes.count && bytes[index] == 0x0A: continue
        case 0x0A:
          end()
          cell = []
          records.append(record)
          record = []
        default: cell.append(byte)
        }
      }
    }
    return records
  }
}
