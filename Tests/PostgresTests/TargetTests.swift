import Glibc
import Postgres
import TestSupport
import Testing

/// The environment belongs to the whole process: these tests run one after the other and put it back.
@Suite("Connection targets", .serialized)
struct TargetTests {
  /// Runs `body` with variables of the environment, and puts them back.
  func withEnvironment<R>(_ variables: [String: String], _ body: () throws -> R) rethrows -> R {
    let saved = variables.keys.map { name in (name, getenv(name).map { String(cString: $0) }) }
    for (name, value) in variables { setenv(name, value, 1) }
    defer {
      for (name, value) in saved {
        if let value { setenv(name, value, 1) } else { unsetenv(name) }
      }
    }
    return try body()
  }

  func folder(of database: TestDatabase) throws -> String {
    let start = try #require(database.conninfo.split(separator: "'").dropFirst().first)
    return String(start)
  }

  @Test("a URI names folder, user, database and options")
  func uri() throws {
    try TestDatabase.withDatabase { database in
      let host = try folder(of: database).replacing("/", with: "%2F")
      let uri = "postgresql://mamaudit@\(host):5432/\(database.name)?options=-c%20statement_timeout%3D5s"
      let connection = try Connection(.conninfo(uri), applicationName: "tests")
      #expect(connection.databaseName == database.name)
      #expect(try connection.execute("SHOW statement_timeout").single().text(0) == "5s")
    }
  }

  @Test("PG variables are read as libpq reads them, and PGAPPNAME beats our name")
  func environment() throws {
    try TestDatabase.withDatabase { database in
      let variables = [
        "PGHOST": try folder(of: database), "PGUSER": "mamaudit", "PGDATABASE": database.name,
        "PGAPPNAME": "mine",
      ]
      let connection = try withEnvironment(variables) {
        try Connection(.environment, applicationName: "tests")
      }
      #expect(connection.databaseName == database.name)
      #expect(try connection.execute("SHOW application_name").single().text(0) == "mine")
    }
  }

  @Test("a service file is read; what the target says itself comes first")
  func serviceFile() throws {
    try TestDatabase.withDatabase { database in
      var path = Array("/tmp/mamaudit-service-XXXXXX".utf8CString)
      let file = mkstemp(&path)
      defer {
        close(file)
        unlink(path)
      }
      let text =
        "[audit]\nhost=\(try folder(of: database))\nuser=mamaudit\ndbname=nowhere\nconnect_timeout=3\n"
      _ = write(file, Array(text.utf8), text.utf8.count)
      let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let connection = try withEnvironment(["PGSERVICEFILE": name]) {
        try Connection(.conninfo("service=audit dbname=\(database.name)"), applicationName: "tests")
      }
      #expect(connection.databaseName == database.name)
      #expect(connection.userName == "mamaudit")
    }
  }
}
