import Glibc
import Postgres

extension TestDatabase {
  /// Runs a test with a login of its own, which owns nothing and is no superuser.
  ///
  /// One for reports alone is pinned as such logins are to be: `doctor`, in other tests, looks at all of the server.
  ///
  /// - Parameters:
  ///   - roles: what it is granted, such as `mamaudit_reader`.
  ///   - body: gets the connection string by which it connects.
  public func withLogin<R>(granted roles: String, _ body: (_ conninfo: String) throws -> R) throws -> R {
    let login = "login_\(name)"
    let connection = try connect()
    let pins =
      roles == "mamaudit_reporting"
      ? ["timezone TO 'UTC'", "statement_timeout TO '30s'", "search_path TO reporting"] : []
    let settings = pins.map { "; ALTER ROLE \(login) SET \($0)" }.joined()
    // One transaction, so that nobody sees the login before it is complete.
    try connection.script("CREATE ROLE \(login) LOGIN; GRANT \(roles) TO \(login)" + settings)
    defer { try? connection.script("DROP ROLE \(login)") }
    try letIn(login, connection)
    return try body("\(conninfo) user=\(login)")
  }

  /// Adds the login to those as which the user of the tests may connect, and waits until the server knows.
  func letIn(_ login: String, _ connection: Connection) throws {
    let user = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "root"
    let path = try connection.execute("SHOW ident_file").single().text(0)
    guard let file = fopen(path, "a") else { throw TestSupportError("cannot write to \(path): \(errno)") }
    fputs("mamaudit \"\(user)\" \(login)\n", file)
    fclose(file)
    try connection.execute("SELECT pg_reload_conf()")
    let target = ConnectionTarget.conninfo("\(conninfo) user=\(login)")
    for _ in 0..<500 {
      if (try? Connection(target, applicationName: "tests")) != nil { return }
      usleep(20_000)
    }
    throw TestSupportError("the server does not let \(login) in")
  }
}
