import Foundation
import Glibc
import TestSupport
import Testing

/// Big results stream: memory does not grow with their rows.
@Suite struct MemoryTests {
  private static let rows = """
    -- @name rows
    -- @summary Rows like those of a log.
    -- @kind report
    -- @param count bigint required -- how many
    -- @column position bigint -- the number
    -- @column account text -- an account
    -- @column at timestamptz -- an instant
    -- @column apps text[] -- a list
    -- @column reason text -- a text

    SELECT
        g.n AS position,
        md5(g.n::text)::uuid::text AS account,
        timestamptz '2026-03-01 00:00:00+00' + g.n * interval '1 second' AS at,
        ARRAY['com.contoso.mail', 'com.contoso.chat'] AS apps,
        'A wipe of the account was wanted, and none was confirmed.' AS reason
    FROM (
        SELECT generate_series(1, :'count'::bigint) AS n
    ) AS g;

    """

  /// The most memory that a run of the program had resident, in MiB.
  private static func peak(_ words: [String], _ scenario: Scenario) throws -> Double {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    let given: [String] = [Tool.path] + words
    let settings: [String] = [
      "PATH=/usr/bin:/bin", "HOME=\(Tool.home)", "DATABASE_URL=\(scenario.database.conninfo)",
    ]
    var arguments: [UnsafeMutablePointer<CChar>?] = given.map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] = settings.map { strdup($0) } + [nil]
    defer { (arguments + environment).forEach { free($0) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, Tool.path, &actions, nil, &arguments, &environment)
    try #require(failure == 0)
    var status: Int32 = 0
    var use = rusage()
    while wait4(process, &status, 0, &use) == -1, errno == EINTR {}
    try #require(status == 0)
    return Double(use.ru_maxrss) / 1024
  }

  @Test(
    "a report of sixty thousand rows takes no more memory than one of a thousand",
    arguments: ["csv", "jsonl", "json", "table", "markdown", "html"])
  func reports(_ format: String) throws {
    let count = 60_000
    let folder = FileManager.default.temporaryDirectory.appending(path: "mamaudit-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "rows.sql")
    try Data(Self.rows.utf8).write(to: file)
    try Scenario.run { scenario in
      func peak(_ count: Int) throws -> Double {
        try Self.peak(
          [
            "query", "run", file.path, "--arg", "count=\(count)", "--format", format, "--width", "100",
            "--quiet",
          ],
          scenario)
      }
      let (small, large) = (try peak(1000), try peak(count))
      // A row kept would be some hundreds of bytes: all of them more than 16 MiB.
      #expect(large - small < 8, "\(small) MiB, then \(large) MiB")
    }
  }
}
