import Glibc
import Postgres

extension PrivateCluster {
  /// The login of reports: it is granted `mamaudit_reporting` and nothing else.
  ///
  /// The role that the callers are owns the server. Whatever a report does to its own session, it stays this login.
  public static let reportsRole = "mamaudit_reports"

  /// Connects as the login of reports to a database that has the product's schema, and makes the login first where it is
  /// missing, also in a cluster that was made before there was one.
  public func connectForReports(applicationName: String) throws -> Connection {
    let target = ConnectionTarget.conninfo(
      conninfo + " user='\(Self.reportsRole)'")
    if let connection = try? Connection(target, applicationName: applicationName) { return connection }
    let account = try ServerAccount.forServer()
    return try underLock {
      let owner = try Connection(self.target, applicationName: applicationName)
      try makeReportsLogin(owner)
      try mendIdentityMap(for: account)
      _ = try owner.execute("SELECT pg_reload_conf()")
      // The server reads its files anew a moment after it was told to.
      for _ in 0..<250 {
        if let connection = try? Connection(target, applicationName: applicationName) { return connection }
        usleep(20_000)
      }
      return try Connection(target, applicationName: applicationName)
    }
  }

  private func makeReportsLogin(_ owner: Connection) throws {
    let role = quotedIdentifier(Self.reportsRole)
    let known = try owner.execute("SELECT 1 FROM pg_roles WHERE rolname = $1", [.text(Self.reportsRole)])
    // One statement string is one transaction: nobody sees the login before it is complete.
    try owner.script(
      (known.isEmpty ? "CREATE ROLE \(role) LOGIN; " : "") + """
        GRANT mamaudit_reporting TO \(role);
        ALTER ROLE \(role) SET timezone TO 'UTC';
        ALTER ROLE \(role) SET statement_timeout TO '30s';
        ALTER ROLE \(role) SET default_transaction_read_only TO on;
        """)
  }

  /// Lets those in as the login of reports who may be the owner.
  private func mendIdentityMap(for account: ServerAccount) throws(ClusterError) {
    let path = "\(dataDirectory)/pg_ident.conf"
    let text = FileSystem.text(path) ?? ""
    var lines = text.split(separator: "\n").map(String.init)
    for line in lines where line.hasPrefix("mamaudit ") && line.hasSuffix(" \(Self.role)") {
      let other = line.dropLast(Self.role.count) + Self.reportsRole
      if !lines.contains(String(other)) { lines.append(String(other)) }
    }
    let mended = lines.map { $0 + "\n" }.joined()
    if mended != text { try FileSystem.replace(path, with: mended, for: account) }
  }
}
