import Glibc

extension PrivateCluster {
  /// Makes the folder, and lets the server's account in where that is another.
  func prepareHome(for account: ServerAccount) throws(ClusterError) {
    try FileSystem.makeFolders(home, mode: account.isOther ? 0o710 : 0o700)
    guard account.isOther, let status = FileSystem.status(home) else { return }
    if status.group != account.group, status.user == geteuid(), status.mode & 0o001 == 0 {
      // The server only passes through: its group may enter and not list.
      guard chown(home, status.user, account.group) == 0, chmod(home, (status.mode & 0o700) | 0o010) == 0
      else { throw .system("cannot let \(account.name) into \(home)", errno) }
    }
    var folder = home
    // The first folder from the root on that the account cannot enter is the one to name.
    var path: [String] = []
    while folder != "/" {
      path.append(folder)
      folder = FileSystem.parent(of: folder)
    }
    let outcome = try ChildProcess.run("/usr/bin/test", ["-x", home], as: account)
    if outcome.status == 0 { return }
    for folder in path.reversed() {
      guard try ChildProcess.run("/usr/bin/test", ["-x", folder], as: account).status != 0 else { continue }
      throw ClusterError(
        .folderUnusable,
        "PostgreSQL does not run as root, and the account \(account.name), which runs it, cannot enter \(folder)",
        remedy:
          "set MAMAUDIT_HOME to a folder that it can reach, such as /var/lib/mamaudit, or run chmod o+x \(folder)"
      )
    }
  }

  /// Makes the cluster beside its place and moves it there when it is complete, so that a killed initdb leaves nothing that counts.
  func initialise(as account: ServerAccount) throws(ClusterError) {
    if FileSystem.exists(dataDirectory), !FileSystem.entries(of: dataDirectory).isEmpty {
      throw ClusterError(
        .folderUnusable, "\(dataDirectory) is not empty and not a PostgreSQL cluster",
        remedy: "move it away, or set MAMAUDIT_HOME to another folder")
    }
    let programs = try ServerPrograms.locate()
    let draft = "\(home)/cluster.new"
    _ = try ChildProcess.run("/bin/rm", ["-rf", "--", draft])
    try FileSystem.makePrivateFolder(draft, for: account)
    let outcome = try ChildProcess.run(
      programs.path("initdb"),
      [
        "--pgdata", draft, "--username", Self.role, "--auth-local=peer", "--auth-host=reject",
        "--encoding=UTF8",
        "--locale=C", "--lc-ctype=\(Self.characterLocale)", "--data-checksums", "--no-instructions",
      ], as: account)
    guard outcome.status == 0 else {
      let reason = outcome.output.split(separator: "\n").last { $0.contains("error") || $0.contains("FATAL") }
      throw ClusterError(
        .initialisationFailed,
        "initdb failed: \(reason ?? outcome.output.split(separator: "\n").last ?? "no reason given")",
        remedy: "check the free disk space and the rights on \(home)")
    }
    try FileSystem.replace("\(draft)/pg_hba.conf", with: "local all all peer map=mamaudit\n", for: account)
    try FileSystem.replace("\(draft)/pg_ident.conf", with: identityMap(account), for: account)
    let main = FileSystem.text("\(draft)/postgresql.conf") ?? ""
    try FileSystem.replace(
      "\(draft)/postgresql.conf", with: main + "\ninclude_if_exists = '\(Self.settingsFile)'\n", for: account)
    guard rename(draft, dataDirectory) == 0 else { throw .system("cannot move \(draft) to its place", errno) }
    FileSystem.syncFolder(home)
  }

  static let settingsFile = "mamaudit.conf"

  /// Upper and lower case of all of Unicode where the system knows how; comparison is by bytes anyway.
  private static var characterLocale: String {
    guard let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil) else { return "C" }
    freelocale(locale)
    return "C.UTF-8"
  }

  /// Who may be the role, and the login of reports: the caller, the server's account, and root, who could become either.
  private func identityMap(_ account: ServerAccount) -> String {
    let names = Set([ServerAccount.current.name, account.name, "root"])
    return [Self.role, Self.reportsRole].flatMap { role in
      names.sorted().map { "mamaudit \"\($0)\" \(role)\n" }
    }.joined()
  }
}
