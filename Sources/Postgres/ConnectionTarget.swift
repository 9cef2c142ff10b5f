import CLibpq
import Glibc

/// Which database to connect to, in the ways that libpq knows.
public enum ConnectionTarget: Sendable, Hashable {
  /// A URI (`postgresql://…`), `key=value` pairs, or a bare database name. What it leaves out comes from the environment.
  case conninfo(String)
  /// All from `PG*` variables, the service file, `.pgpass` and the defaults.
  case environment
}

extension ConnectionTarget {
  /// How long to wait for a server when neither the target nor the environment says, in seconds.
  static let defaultConnectTimeout = "10"

  /// The keyword and value pairs for `PQconnectdbParams`; a later one beats an earlier one.
  func parameters(applicationName: String) throws(PostgresError) -> [(keyword: String, value: String)] {
    var given: Set<String> = []
    if case .conninfo(let text) = self { given = try Self.keywords(in: text) }
    var pairs = [(keyword: "fallback_application_name", value: applicationName)]
    // A service may set the time-out and an explicit value would beat it, so it stays libpq's where one is named.
    let decidedElsewhere =
      given.contains("service") || getenv("PGSERVICE") != nil || getenv("PGCONNECT_TIMEOUT") != nil
    if !decidedElsewhere { pairs.append(("connect_timeout", Self.defaultConnectTimeout)) }
    if case .conninfo(let text) = self { pairs.append(("dbname", text)) }
    pairs.append(("client_encoding", "UTF8"))
    return pairs
  }

  /// The keywords that a connection string sets; checks its syntax.
  private static func keywords(in text: String) throws(PostgresError) -> Set<String> {
    let isDatabaseName =
      !text.contains("=") && !text.hasPrefix("postgresql://") && !text.hasPrefix("postgres://")
    if isDatabaseName { return ["dbname"] }
    var complaint: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(text, &complaint) else {
      // libpq's complaint may quote the string, and so a password: it is not passed on.
      PQfreemem(complaint)
      throw PostgresError(
        .connectionFailed, "the connection string is malformed",
        hint: "give postgresql://user@host:port/database or key=value pairs")
    }
    defer { PQconninfoFree(options) }
    var names: Set<String> = []
    var option = options
    while let keyword = option.pointee.keyword {
      if option.pointee.val != nil { names.insert(String(cString: keyword)) }
      option += 1
    }
    return names
  }
}
