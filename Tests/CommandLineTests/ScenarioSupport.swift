import Foundation
import Postgres
import TestSupport
import Testing

/// A database with a story in it, told and asked through the built program.
struct Scenario {
  static let tenant = "7e4a0000-0000-4000-8000-0000000000aa"
  static let ada = "a0000000-0000-4000-8000-00000000000a"
  static let bob = "b0000000-0000-4000-8000-00000000000b"

  let database: TestDatabase

  /// Runs a test in a migrated database of its own.
  static func run(_ body: (Scenario) throws -> Void) throws {
    try TestDatabase.withDatabase(migrated: true) { try body(Scenario(database: $0)) }
  }

  /// Runs the program on the database, whatever comes of it.
  func tool(_ words: [String], input: String = "") throws -> Tool.Outcome {
    try Tool.run(words, environment: ["DATABASE_URL": database.conninfo], input: Array(input.utf8))
  }

  /// What a command that succeeds answers, as text.
  func ask(_ words: String...) throws -> String {
    let outcome = try tool(words)
    try #require(outcome.status == 0, "\(words.joined(separator: " ")): \(outcome.stderr)")
    return outcome.stdout
  }

  /// Appends lines, all of which must be taken.
  func ingest(_ lines: [String], _ options: String...) throws {
    let outcome = try tool(["ingest", "-"] + options, input: lines.map { $0 + "\n" }.joined())
    try #require(outcome.status == 0, "\(outcome.stderr)")
  }

  /// When the store recorded an event, as the program writes instants.
  func recordedAt(_ position: Int64) throws -> String {
    let sql = """
      SELECT to_char(recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
      FROM audit.event
      WHERE position = $1
      """
    return try database.connect().execute(sql, [.int64(position)]).single().text(0)
  }
}

extension Tool.Outcome {
  /// The document of `--format json` that has the lines of standard output as its rows, but for what it says of itself.
  var asDocument: String {
    #"{"rows":[\#(lines.joined(separator: ","))],"complete":true,"next":null}"# + "\n"
  }
}

/// Lines of a story on the wire.
enum Wire {
  /// A line of an event of 1 March 2026 on an installation.
  ///
  /// - Parameters:
  ///   - type: without `mam.`.
  ///   - time: the time of the day, with its offset.
  static func event(
    _ id: String, _ type: String, _ time: String, subject: String? = Scenario.ada,
    app: String? = "com.contoso.mail", device: String? = "D-1", data: String? = nil
  ) -> String {
    var line = #"{"specversion":"1.0","id":"\#(id)","source":"urn:story","type":"mam.\#(type)""#
    line += #","time":"2026-03-01T\#(time)","tenantid":"\#(Scenario.tenant)""#
    if let subject { line += #","subject":"\#(subject)""# }
    if let app { line += #","appid":"\#(app)""# }
    if let device { line += #","deviceid":"\#(device)""# }
    if let data { line += #","data":\#(data)"# }
    return line + "}"
  }
}

extension String {
  /// The text with all that a pattern matches replaced by one word, for what no test can know beforehand.
  func masked(_ pattern: Regex<some Any>, _ word: String) -> String { replacing(pattern, with: word) }

  /// The text with the line ends of CSV as others write them.
  var unixLines: String { replacing("\r\n", with: "\n") }

  /// A document of `--format json` without what it says of itself before its rows.
  var withoutAbout: String { replacing(/^\{"title":.*?,"rows":/, with: #"{"rows":"#) }

  /// The text without what was known, which no two logs have the same.
  var withoutKnown: String { masked(/"knownAt":\{[^}]*\}/, #""knownAt":…"#) }
}
