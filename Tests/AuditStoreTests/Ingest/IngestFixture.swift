import AuditStore
import Foundation
import Glibc
import MAMEvents
import Postgres
import TestSupport
import Testing

/// A line of the rejects' reasons.
struct Reason: Decodable, Equatable {
  var file: String
  var line: Int
  var rejectLine: Int
  var code: String
  var path: String
  var reason: String
  var remedy: String
}

/// A database and a folder for one test of `ingest`.
struct IngestFixture {
  let database: TestDatabase
  let folder: String

  static func with<R>(_ body: (IngestFixture) throws -> R) throws -> R {
    try TestDatabase.withDatabase(migrated: true) { database in
      try withFolder { try body(IngestFixture(database: database, folder: $0)) }
    }
  }

  static func withFolder<R>(_ body: (String) throws -> R) throws -> R {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ingest-\(UUID().uuidString)")
      .path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try body(folder)
  }

  /// Where the rejects go.
  var rejectsPath: String { folder + "/rejects.ndjson" }

  /// Writes a file of bytes and returns its path.
  func file(_ name: String = "events.ndjson", _ bytes: [UInt8]) throws -> String {
    let path = folder + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Writes a file of lines, each with its end.
  func file(_ name: String = "events.ndjson", lines: [String]) throws -> String {
    try file(name, Array((lines.map { $0 + "\n" }).joined().utf8))
  }

  /// Ingests files.
  @discardableResult
  func ingest(
    _ paths: String..., tenant: GUID? = nil, isInterrupted: @escaping () -> Bool = { false },
    progress: @escaping (Ingester.Progress) -> Void = { _ in }
  ) throws -> IngestSummary {
    let database = database
    return try Ingester { try database.connect() }.run(
      paths.map { .file($0) }, options: .init(tenant: tenant, rejectsPath: rejectsPath),
      isInterrupted: isInterrupted, progress: progress)
  }

  /// The rejects, line by line.
  func rejects() throws -> [String] {
    guard FileManager.default.fileExists(atPath: rejectsPath) else { return [] }
    let data = try Data(contentsOf: URL(fileURLWithPath: rejectsPath))
    #expect(data.last == 0x0A)
    return data.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The reasons of the rejects.
  func reasons() throws -> [Reason] {
    let path = rejectsPath + ".reasons.jsonl"
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return try data.split(separator: 0x0A).map { try JSONDecoder().decode(Reason.self, from: $0) }
  }

  /// The ids in a tenant's log, in order of position.
  func ids(of tenant: GUID = Sample.tenant) throws -> [String] {
    try database.connect().execute(
      """
      SELECT e.record::json ->> 'id' FROM audit.event AS e JOIN audit.log AS l USING (log_id)
       WHERE l.tenant = $1 AND e.record::json ->> 'type' NOT LIKE 'log.%' ORDER BY e.position
      """, [.uuid(high: tenant.high, low: tenant.low)]
    ).map { try $0.text(0) }
  }
}

/// Lines of `ingest`.
enum Line {
  /// An event at 2026-03-01 and `minute`; `extra` are further members.
  static func event(
    _ id: String, code: Int = 100, minute: Int = 0, tenant: GUID? = Sample.tenant, extra: String = ""
  ) -> String {
    let tenant = tenant.map { #","tenantid":"\#($0.text)""# } ?? ""
    let time = "2026-03-01T\(twoDigits(minute / 60 % 24)):\(twoDigits(minute % 60)):00Z"
    return
      #"{"specversion":"1.0","id":"\#(id)","source":"urn:lines","type":"mam.enrollment.completed","time":"\#(time)""#
      + #","subject":"cdbfd949-d404-4d32-a5d6-f6e751eba78f","appid":"com.contoso.docs","deviceid":"D-1"\#(tenant)"#
      + #","data":{"statusCode":\#(code),"identity":"alice@contoso.example"}\#(extra)}"#
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// A pipe that a test writes to, and the path by which it is read.
final class Feed {
  let path: String
  private var ends: [Int32] = [-1, -1]

  init() throws {
    try #require(pipe(&ends) == 0)
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    path = "/dev/fd/\(ends[0])"
  }

  func write(_ text: String) { write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) {
    var bytes = bytes
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(ends[1], $0.baseAddress, $0.count) }
      if count > 0 { bytes.removeFirst(count) }
    }
  }

  func end() {
    if ends[1] >= 0 { close(ends[1]) }
    ends[1] = -1
  }

  deinit {
    end()
    close(ends[0])
  }
}
