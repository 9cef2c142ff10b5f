import AuditStore
import Foundation
import Postgres
import TestSupport
import Testing

@Suite struct EventExportTests {
  private func log(_ fixture: IngestFixture) throws -> (Log, Connection) {
    let connection = try fixture.database.connect()
    return (try #require(try LogReader(connection).logs().first), connection)
  }

  @Test("a file holds the records of a range in order, every byte as stored, and nothing is left beside it")
  func range() throws {
    try IngestFixture.with { fixture in
      try fixture.ingest(
        fixture.file(lines: (0..<20).map { Line.event("e\($0)", extra: #","n":1.50,"é":"\u00e9"# + "\"") }))
      let (log, connection) = try log(fixture)
      let path = fixture.folder + "/export.ndjson"
      #expect(try EventExport(log, on: connection).write(5..<9, to: .file(path)) == 4)
      let stored = try connection.execute(
        "SELECT record FROM audit.event WHERE position >= 5 AND position < 9 ORDER BY position"
      ).map { try $0.text(0) + "\n" }.joined()
      #expect(try String(contentsOfFile: path, encoding: .utf8) == stored)
      #expect(stored.contains(#""n":1.50,"é":"\u00e9","recordedtime":"#))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: fixture.folder).sorted() == [
          "events.ndjson", "export.ndjson",
        ])
    }
  }

  @Test("an export is all duplicates, the log's own events too; those of another log are refused")
  func exportThenIngest() throws {
    try IngestFixture.with { fixture in
      let many = String(repeating: #"{"identity":"a"},"#, count: 100)
      let lines =
        (0..<50).map { Line.event("e\($0)", minute: $0) } + [Line.event("e7", code: 200)]
        + [
          Line.event("large", extra: #","x":1"#).replacing(
            "\"statusCode\"", with: "\"more\":[\(many)1],\"statusCode\"")
        ]
      let first = try fixture.ingest(fixture.file(lines: lines))
      #expect(first.counts.appended == 51)
      #expect(first.counts.conflicts == 1)
      let (log, connection) = try log(fixture)
      #expect(log.size == 52)
      let path = fixture.folder + "/export.ndjson"
      try EventExport(log, on: connection).write(0..<Int64.max, to: .file(path))

      let again = try fixture.ingest(path)
      #expect(again.counts.duplicates == 52)
      #expect(again.counts.read == 52)
      #expect(try LogReader(connection).logs().map(\.size) == [52])

      try IngestFixture.with { other in
        let foreign = try other.ingest(path)
        #expect(foreign.counts.appended == 51)
        #expect(foreign.counts.rejected == 1)
        #expect(try other.reasons().map(\.code) == ["reserved-type"])
        #expect(try other.rejects().count == 1)
      }
    }
  }

  @Test("a write that fails is an error and leaves the old file as it was")
  func fullDisk() throws {
    try IngestFixture.with { fixture in
      try fixture.ingest(fixture.file(lines: [Line.event("a")]))
      let (log, connection) = try log(fixture)
      let full = fixture.folder + "/full"
      try FileManager.default.createSymbolicLink(atPath: full, withDestinationPath: "/dev/full")
      #expect(throws: FileError.writeFailed(path: full, reason: "No space left on device")) {
        try EventExport(log, on: connection).write(0..<1, to: .file(full))
      }
      let missing = fixture.folder + "/none/export"
      #expect(throws: FileError.self) {
        try EventExport(log, on: connection).write(0..<1, to: .file(missing))
      }

      let old = try fixture.file("old", lines: ["old"])
      #expect(throws: CancellationError.self) {
        try EventExport(log, on: connection).write(0..<1, to: .file(old)) { _ in throw CancellationError() }
      }
      #expect(try String(contentsOfFile: old, encoding: .utf8) == "old\n")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: fixture.folder).sorted() == [
          "events.ndjson", "full", "old",
        ])
    }
  }
}
