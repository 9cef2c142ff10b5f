import AuditStore
import MAMEvents
import Rendering

/// The summary of an ingest.
enum IngestDocument {
  static func write(_ summary: IngestSummary, _ output: Output) throws {
    switch output.format {
    case .json, .jsonl:
      var json = JSONWriter { try output.write($0) }
      write(summary, to: &json)
      json.endLine()
      try json.finish()
    case .table:
      try output.write(fields(of: summary, output))
      output.finish()
    case .csv, .markdown, .html:
      try output.rows(columns, title: "Ingest") { row in
        for file in summary.files { try row([.text(file.file)] + cells(of: file.counts)) }
        return .complete
      }
    }
  }

  static let columns: [Column] = [
    Column("file"), Column("read", .integer), Column("appended", .integer), Column("duplicates", .integer),
    Column("conflicts", .integer), Column("rejected", .integer),
  ]

  private static func cells(of counts: IngestCounts) -> [Cell] {
    [counts.read, counts.appended, counts.duplicates, counts.conflicts, counts.rejected].map {
      .integer(Int64($0))
    }
  }

  private static func fields(of summary: IngestSummary, _ output: Output) -> String {
    var fields = FieldList(output.writerOptions)
    let counts = summary.counts
    let rate = Quantity.grouped(Int(summary.eventsPerSecond))
    fields.add("Read", .text("\(Quantity.grouped(counts.read)) events, \(rate) a second"))
    fields.add("Appended", .text(Quantity.grouped(counts.appended)), .strong)
    fields.add("Duplicates", .text(Quantity.grouped(counts.duplicates)))
    fields.add("Conflicts", .text(Quantity.grouped(counts.conflicts)), counts.conflicts > 0 ? .bad : nil)
    fields.add("Rejected", .text(Quantity.grouped(counts.rejected)), counts.rejected > 0 ? .bad : nil)
    for log in summary.logs {
      guard let first = log.firstPosition, let last = log.lastPosition else { continue }
      fields.add("Log", .text("\(log.tenant.text), positions \(first) to \(last)"))
    }
    return fields.text
  }

  static func write(_ summary: IngestSummary, to json: inout JSONWriter) {
    json.object { json in
      write(summary.counts, to: &json)
      write(summary.firstPosition, summary.lastPosition, to: &json)
      json.key("seconds")
      json.real(summary.seconds)
      json.key("eventsPerSecond")
      json.real(summary.eventsPerSecond)
      json.key("logs")
      json.array(summary.logs) { json, log in
        json.object { json in
          json.key("tenant")
          json.string(log.tenant.text)
          json.key("appended")
          json.integer(log.appended)
          write(log.firstPosition, log.lastPosition, to: &json)
        }
      }
      json.key("files")
      json.array(summary.files) { json, file in
        json.object { json in
          json.key("file")
          json.string(file.file)
          write(file.counts, to: &json)
        }
      }
    }
  }

  private static func write(_ counts: IngestCounts, to json: inout JSONWriter) {
    for (name, count) in [
      ("read", counts.read), ("appended", counts.appended), ("duplicates", counts.duplicates),
      ("conflicts", counts.conflicts), ("rejected", counts.rejected),
    ] {
      json.key(name)
      json.integer(count)
    }
  }

  private static func write(_ first: Int64?, _ last: Int64?, to json: inout JSONWriter) {
    json.key("firstPosition")
    json.integer(first)
    json.key("lastPosition")
    json.integer(last)
  }
}
