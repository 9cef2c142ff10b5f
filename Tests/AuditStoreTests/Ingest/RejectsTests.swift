import AuditStore
import Foundation
import Glibc
import MAMEvents
import TestSupport
import Testing

@Suite struct RejectsTests {
  /// A kind of bad line: what it is, its bytes, its code and its path.
  struct Bad: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var bytes: [UInt8]
    var code: String
    var path: String

    init(_ name: String, _ text: String, _ code: String, _ path: String = "") {
      self.init(name, bytes: Array(text.utf8), code, path)
    }

    init(_ name: String, bytes: [UInt8], _ code: String, _ path: String = "") {
      (testDescription, self.bytes, self.code, self.path) = (name, bytes, code, path)
    }
  }

  private static func bent(_ from: String, _ to: String) -> String {
    Line.event("bad").replacing(from, with: to)
  }

  private static let invalidUTF8 = Array(Line.event("bad").utf8).map { $0 == UInt8(ascii: "@") ? 0xFF : $0 }

  static let bad: [Bad] = [
    Bad("no JSON", "hello", "syntax"),
    Bad("cut short", String(Line.event("bad").dropLast(9)), "syntax", "data.identity"),
    Bad("no object", "42", "not-an-object"),
    Bad("missing attribute", bent("\"specversion\":\"1.0\",", ""), "missing-attribute", "specversion"),
    Bad("wrong attribute", bent("\"id\":\"bad\"", "\"id\":7"), "bad-attribute", "id"),
    Bad("unknown type", bent("enrollment.completed", "enrolment.completed"), "unknown-type", "type"),
    Bad("bad GUID", bent("cdbfd949-d404", "cdbfd949_d404"), "bad-guid", "subject"),
    Bad("bad time", bent("2026-03-01T", "2026-02-30T"), "bad-time", "time"),
    Bad("zone-less time", bent(":00Z", ":00"), "zoneless-time", "time"),
    Bad("duplicate member", Line.event("bad", extra: ",\"id\":\"bad\""), "duplicate-member", "id"),
    Bad("invalid UTF-8", bytes: invalidUTF8, "invalid-utf8", "data.identity"),
    Bad("NUL", bent("com.contoso.docs", "com\\u0000"), "bad-attribute", "appid"),
    Bad(
      "too deep", Line.event("bad", extra: ",\"deep\":\(String(repeating: "[", count: 100))"), "too-deep",
      "deep" + String(repeating: "[0]", count: 63)),
    Bad(
      "wrong member", bent("\"statusCode\":100", "\"statusCode\":true"), "wrong-member-type",
      "data.statusCode"),
    Bad("missing member", bent("\"statusCode\":100,", ""), "missing-member", "data.statusCode"),
    Bad(
      "missing subject", bent("\"subject\":\"cdbfd949-d404-4d32-a5d6-f6e751eba78f\",", ""), "missing-subject",
      "subject"),
    Bad("no tenant", Line.event("bad", tenant: nil), "missing-tenant", "tenantid"),
    Bad("the log's own type", bent("mam.enrollment.completed", "log.erased"), "reserved-type", "type"),
    Bad(
      "over 1 MiB", Line.event("bad", extra: ",\"x\":\"\(String(repeating: "y", count: 1 << 20))\""),
      "bad-attribute", "x"),
    Bad(
      "over 1 MiB of data",
      bent("\"statusCode\"", "\"more\":\"\(String(repeating: "y", count: 1 << 20))\",\"statusCode\""),
      "too-large"),
  ]

  @Test(
    "a bad line is refused with file, line, code and place, kept as it came, and the rest is in",
    arguments: bad)
  func badLine(_ bad: Bad) throws {
    try IngestFixture.with { fixture in
      let good = [Line.event("a"), Line.event("b")].map { Array($0.utf8) }
      let path = try fixture.file(
        "events.ndjson", good[0] + [0x0A, 0x0D, 0x0A] + bad.bytes + [0x0D, 0x0A] + good[1])
      let summary = try fixture.ingest(path)
      #expect(summary.counts.rejected == 1)
      #expect(summary.counts.appended == 2)
      #expect(try fixture.ids() == ["a", "b"])
      let kept = try Data(contentsOf: URL(fileURLWithPath: fixture.rejectsPath))
      #expect(Array(kept) == bad.bytes + [0x0A])
      let reason = try #require(try fixture.reasons().first)
      #expect(reason.file == path)
      #expect(reason.line == 3)
      #expect(reason.rejectLine == 1)
      #expect(reason.code == bad.code)
      #expect(reason.path == bad.path)
      #expect(!reason.reason.isEmpty)
      #expect(!reason.remedy.isEmpty)
    }
  }

  @Test("a line far over the limit goes to the rejects whole, without being held")
  func huge() throws {
    try IngestFixture.with { fixture in
      let line = String(repeating: "x", count: 40 << 20)
      let path = try fixture.file(lines: [Line.event("a"), line, Line.event("b")])
      let summary = try fixture.ingest(path)
      #expect(summary.counts.appended == 2)
      #expect(summary.counts.rejected == 1)
      let kept = try Data(contentsOf: URL(fileURLWithPath: fixture.rejectsPath))
      #expect(kept == Data((line + "\n").utf8))
      #expect(try fixture.reasons().map(\.code) == ["too-large"])
    }
  }

  @Test("both files are for their owner alone")
  func modes() throws {
    try IngestFixture.with { fixture in
      try fixture.ingest(fixture.file(lines: ["hello"]))
      for path in [fixture.rejectsPath, fixture.rejectsPath + ".reasons.jsonl"] {
        var status = stat()
        try #require(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
      }
    }
  }

  @Test("the rejects file is never one that is being read")
  func ownInput() throws {
    try IngestFixture.with { fixture in
      let path = try fixture.file("rejects.ndjson", lines: ["hello"])
      let error = try #require(throws: IngestError.self) { try fixture.ingest(path) }
      #expect(error.cause as? FileError == .overwritesInput(path: path))
      #expect(try fixture.rejects() == ["hello"])
    }
  }

  @Test("rejects that cannot be written end the ingest")
  func fullDisk() throws {
    try IngestFixture.with { fixture in
      let path = try fixture.file(lines: ["hello"])
      try FileManager.default.createSymbolicLink(
        atPath: fixture.rejectsPath, withDestinationPath: "/dev/full")
      let error = try #require(throws: IngestError.self) { try fixture.ingest(path) }
      guard case .writeFailed? = error.cause as? FileError else {
        Issue.record("\(error) is no failure to write")
        return
      }
    }
  }

  @Test("a rejects file that was mended goes in")
  func mended() throws {
    try IngestFixture.with { fixture in
      try fixture.ingest(fixture.file(lines: [Line.event("a").replacing(":00Z", with: ":00")]))
      let mended = try fixture.rejects().map { $0.replacing(":00\"", with: ":00Z\"") }
      #expect(try fixture.ingest(fixture.file("mended", lines: mended)).counts.appended == 1)
      #expect(try fixture.ids() == ["a"])
    }
  }
}
