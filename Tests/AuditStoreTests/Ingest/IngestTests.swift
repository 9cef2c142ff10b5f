import AuditStore
import Foundation
import MAMEvents
import Postgres
import TestSupport
import Testing

@Suite struct IngestTests {
  @Test("events go into their tenant's log in the order of the file, and the summary says where")
  func appended() throws {
    try IngestFixture.with { fixture in
      let lines = (0..<25).map { Line.event("e\($0)", minute: $0) }
      let summary = try fixture.ingest(fixture.file(lines: lines))
      #expect(summary.counts.appended == 25)
      #expect(summary.counts.read == 25)
      #expect(summary.firstPosition == 0)
      #expect(summary.lastPosition == 24)
      #expect(summary.logs.map(\.tenant) == [Sample.tenant])
      #expect(summary.files.map(\.counts.appended) == [25])
      #expect(summary.rejectsPath == nil)
      #expect(!summary.hasRefusals)
      #expect(try fixture.ids() == (0..<25).map { "e\($0)" })
      #expect(!FileManager.default.fileExists(atPath: fixture.rejectsPath))
    }
  }

  @Test("a repeat is a duplicate, within a file, in the next file and in the next run")
  func repeats() throws {
    try IngestFixture.with { fixture in
      let first = try fixture.file("1", lines: [Line.event("a"), Line.event("b"), Line.event("a")])
      let second = try fixture.file("2", lines: [Line.event("b"), Line.event("c")])
      let summary = try fixture.ingest(first, second)
      #expect(summary.files.map(\.counts.appended) == [2, 1])
      #expect(summary.files.map(\.counts.duplicates) == [1, 1])
      let again = try fixture.ingest(second, first)
      #expect(again.counts.duplicates == 5)
      #expect(again.counts.appended == 0)
      #expect(again.firstPosition == nil)
      #expect(again.lastPosition == nil)
      #expect(again.logs.map(\.appended) == [0])
      #expect(try fixture.ids() == ["a", "b", "c"])
    }
  }

  @Test("a conflict is refused with both hashes, its line goes to the rejects, and the rest is in")
  func conflicts() throws {
    try IngestFixture.with { fixture in
      let other = Line.event("a", code: 200)
      let path = try fixture.file(lines: [Line.event("a"), "  " + other + " ", Line.event("b")])
      let summary = try fixture.ingest(path)
      #expect(summary.counts.appended == 2)
      #expect(summary.counts.conflicts == 1)
      #expect(summary.hasRefusals)
      #expect(summary.rejectsPath == fixture.rejectsPath)
      #expect(try fixture.rejects() == ["  " + other + " "])
      let reason = try #require(try fixture.reasons().first)
      #expect(reason.file == path)
      #expect(reason.line == 2)
      #expect(reason.rejectLine == 1)
      #expect(reason.code == "conflict")
      let here = try Sample.hash(of: other)
      let there = try Sample.hash(of: Line.event("a"))
      #expect(reason.reason.contains("position 0"))
      #expect(reason.reason.contains("\(there) there, \(here) here"))
      #expect(try fixture.ids() == ["a", "b"])
      let refused = try fixture.database.connect().execute(
        "SELECT record FROM audit.event WHERE record::json ->> 'type' = 'log.conflict.refused'")
      #expect(refused.count == 1)

      let mended = try fixture.ingest(fixture.file("mended", lines: [Line.event("a2", code: 200)]))
      #expect(mended.counts.appended == 1)
    }
  }

  @Test("several tenants in one file each get a log of their own, with positions from 0")
  func tenants() throws {
    try IngestFixture.with { fixture in
      let tenants = (0..<40).map { GUID(high: 0x3333, low: UInt64($0)) }
      let lines = (0..<400).map { Line.event("e\($0)", tenant: tenants[$0 % tenants.count]) }
      let summary = try fixture.ingest(fixture.file(lines: lines))
      #expect(summary.counts.appended == 400)
      #expect(summary.logs.map(\.tenant) == tenants)
      #expect(summary.logs.allSatisfy { $0.appended == 10 && $0.firstPosition == 0 && $0.lastPosition == 9 })
      #expect(summary.firstPosition == nil)
      #expect(try fixture.ids(of: tenants[7]) == (0..<10).map { "e\(7 + 40 * $0)" })
    }
  }

  @Test("--tenant is the tenant of events that name none, and refuses another")
  func givenTenant() throws {
    try IngestFixture.with { fixture in
      let path = try fixture.file(lines: [
        Line.event("a", tenant: nil), Line.event("b"), Line.event("c", tenant: Sample.otherTenant),
      ])
      let summary = try fixture.ingest(path, tenant: Sample.tenant)
      #expect(summary.counts.appended == 2)
      #expect(try fixture.ids() == ["a", "b"])
      #expect(try fixture.reasons().map(\.code) == ["tenant-mismatch"])
      #expect(try fixture.reasons().map(\.line) == [3])
    }
  }

  @Test("an array's events are counted one by one; a bad one is refused on one line and the rest is in")
  func arrays() throws {
    try IngestFixture.with { fixture in
      let text =
        "[\(Line.event("a")),\n  {\n\"id\": \"b\",\n  \"x\": \"1  2\"},\n\(Line.event("c"))]\n\(Line.event("d"))"
      let summary = try fixture.ingest(fixture.file("batch.json", Array(text.utf8)))
      #expect(summary.counts.appended == 3)
      #expect(summary.counts.rejected == 1)
      #expect(try fixture.ids() == ["a", "c", "d"])
      #expect(try fixture.rejects() == ["{ \"id\": \"b\", \"x\": \"1  2\"}"])
      #expect(try fixture.reasons().map(\.line) == [2])
    }
  }

  @Test("a file split in seven goes in, in any order, as the whole")
  func splitInSeven() throws {
    let lines = (0..<70).map { Line.event("e\($0)", minute: $0) }
    try IngestFixture.with { fixture in
      var names = try (0..<7).map { part in
        try fixture.file("part\(part)", lines: Array(lines[part * 10..<part * 10 + 10]))
      }
      names.shuffle()
      for name in names { try fixture.ingest(name) }
      #expect(try fixture.ids().sorted() == (0..<70).map { "e\($0)" }.sorted())
      let whole = try fixture.ingest(fixture.file("whole", lines: lines.shuffled()))
      #expect(whole.counts.duplicates == 70)
    }
  }

  @Test("what a slow pipe has sent is in the log within a second, while the pipe stays open")
  func slowPipe() throws {
    try IngestFixture.with { fixture in
      let feed = try Feed()
      let database = fixture.database
      let path = feed.path
      let rejects = fixture.rejectsPath
      let reader = Thread.running {
        try Ingester { try database.connect() }.run(
          [.file(path)], options: .init(rejectsPath: rejects), isInterrupted: { false })
      }
      let connection = try database.connect()
      for round in 1...3 {
        feed.write(Line.event("e\(round)") + "\n")
        let begin = ContinuousClock.now
        while try connection.execute("SELECT count(*) FROM audit.event").single().int64(0) < Int64(round) {
          try #require(ContinuousClock.now - begin < .seconds(20), "the event did not come")
          usleep(10_000)
        }
      }
      feed.end()
      #expect(try reader.value().counts.appended == 3)
    }
  }

  @Test("once interrupted it reads no more, keeps what is in, and says so")
  func interrupted() throws {
    try IngestFixture.with { fixture in
      let feed = try Feed()
      feed.write(Line.event("a") + "\n")
      let connection = try fixture.database.connect()
      let summary = try fixture.ingest(
        feed.path,
        isInterrupted: {
          ((try? connection.execute("SELECT count(*) FROM audit.event").single().int64(0)) ?? 0) > 0
        })
      #expect(summary.isInterrupted)
      #expect(summary.counts.appended == 1)
    }
  }

  @Test("a lost connection ends it with what was done so far, and running again completes it")
  func lostConnection() throws {
    try IngestFixture.with { fixture in
      let feed = try Feed()
      feed.write(Line.event("a") + "\n")
      let killer = try fixture.database.connect()
      var isKilled = false
      let error = try #require(throws: IngestError.self) {
        try fixture.ingest(
          feed.path,
          isInterrupted: {
            let events = (try? killer.execute("SELECT count(*) FROM audit.event").single().int64(0)) ?? 0
            if events > 0, !isKilled {
              isKilled = true
              _ = try? killer.execute(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE datname = current_database() AND pid <> pg_backend_pid()
                """)
              feed.write(Line.event("b") + "\n")
              feed.end()
            }
            return false
          })
      }
      #expect(error.cause is PostgresError)
      #expect(error.summary.counts.appended == 1)
      #expect("\(error)".contains("1 events were appended"))
      let again = try fixture.ingest(fixture.file(lines: [Line.event("a"), Line.event("b")]))
      #expect(again.counts.duplicates == 1)
      #expect(again.counts.appended == 1)
    }
  }

  @Test("progress counts events and bytes up to the size of the files")
  func progress() throws {
    try IngestFixture.with { fixture in
      let path = try fixture.file(lines: (0..<30_000).map { Line.event("e\($0)") })
      var reports: [Ingester.Progress] = []
      let summary = try fixture.ingest(path, progress: { reports.append($0) })
      #expect(summary.counts.appended == 30_000)
      let size = try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
      #expect(!reports.isEmpty)
      #expect(reports.allSatisfy { $0.totalBytes == size && $0.bytes <= size && $0.events <= 30_000 })
      #expect(zip(reports, reports.dropFirst()).allSatisfy { $0.bytes <= $1.bytes && $0.events <= $1.events })
    }
  }

  @Test("an input that is not there, or is a folder, is refused before anything is read")
  func unreadable() throws {
    try IngestFixture.with { fixture in
      let good = try fixture.file(lines: [Line.event("a")])
      #expect(
        throws: FileError.unreadable(path: fixture.folder + "/none", reason: "No such file or directory")
      ) {
        try fixture.ingest(good, fixture.folder + "/none")
      }
      #expect(throws: FileError.self) { try fixture.ingest(good, fixture.folder) }
      #expect(try fixture.ids() == [])
    }
  }
}

/// A thread with a result.
struct Running<Value: Sendable>: Sendable {
  private final class Box: @unchecked Sendable {
    // Why @unchecked: the result is written before `done` is signalled and read after it.
    var result: Result<Value, any Error>?
    let done = DispatchSemaphore(value: 0)
  }

  private let box = Box()

  init(_ body: @escaping @Sendable () throws -> Value) {
    let box = box
    Thread.detachNewThread {
      box.result = Result(catching: body)
      box.done.signal()
    }
  }

  /// Waits for the thread.
  func value() throws -> Value {
    box.done.wait()
    return try #require(box.result).get()
  }
}

extension Thread {
  static func running<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) -> Running<Value> {
    Running(body)
  }
}
