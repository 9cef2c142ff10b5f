import Glibc

/// The account of the operating system that runs the server: the caller's, or another where the caller is root, whom PostgreSQL refuses.
struct ServerAccount: Hashable, Sendable {
  let user: uid_t
  let group: gid_t
  let name: String
  /// Whether it is another account than the caller's.
  let isOther: Bool

  /// The caller's own account.
  static var current: ServerAccount {
    let user = geteuid()
    return ServerAccount(
      user: user, group: getegid(), name: Self.name(of: user) ?? String(user), isOther: false)
  }

  /// The account that is to run the server: the caller's own, for root `postgres`, or `nobody` where that is missing.
  static func forServer() throws(ClusterError) -> ServerAccount {
    guard geteuid() == 0 else { return current }
    for name in ["postgres", "nobody"] {
      if let entry = getpwnam(name)?.pointee {
        return ServerAccount(user: entry.pw_uid, group: entry.pw_gid, name: name, isOther: true)
      }
    }
    throw ClusterError(
      .serverFailed,
      "PostgreSQL does not run as root, and there is no account postgres or nobody to run it as",
      remedy: "install the package postgresql, or run mamaudit as an ordinary user")
  }

  /// What stands before a command so that this account runs it.
  var prefix: [String] {
    isOther ? ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(group)", "--clear-groups", "--"] : []
  }

  /// The name of a user by number.
  static func name(of user: uid_t) -> String? {
    getpwuid(user).map { String(cString: $0.pointee.pw_name) }
  }
}
