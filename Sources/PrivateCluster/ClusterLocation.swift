import Glibc

/// Where the private cluster lies.
enum ClusterLocation {
  /// The longest path of a Unix socket, in bytes: `sun_path` without its NUL.
  static let socketPathLimit = 107

  /// MAMAUDIT_HOME; for root `/var/lib/mamaudit`; else `mamaudit` under XDG_DATA_HOME or `~/.local/share`.
  static func home(environment: (String) -> String?) throws(ClusterError) -> String {
    if let chosen = environment("MAMAUDIT_HOME"), !chosen.isEmpty { return canonical(chosen) }
    if geteuid() == 0 { return "/var/lib/mamaudit" }
    // The XDG specification says to ignore a path that is not absolute.
    if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") { return "\(trimmed(data))/mamaudit" }
    if let home = environment("HOME"), home.hasPrefix("/") { return "\(trimmed(home))/.local/share/mamaudit" }
    throw ClusterError(
      .folderUnusable, "there is no home folder to keep the database in",
      remedy: "set MAMAUDIT_HOME to a folder")
  }

  /// The folder of the socket: under the cluster's home where that is short enough, else under XDG_RUNTIME_DIR or `/tmp`.
  static func socketDirectory(home: String, environment: (String) -> String?) -> String {
    let near = "\(home)/socket"
    if fits(near) { return near }
    let name = "mamaudit-\(geteuid())-\(hash(home))"
    // Root's server runs as another account, which cannot enter root's XDG_RUNTIME_DIR.
    if geteuid() != 0, let runtime = environment("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") {
      let directory = "\(trimmed(runtime))/\(name)"
      if fits(directory), FileSystem.exists(runtime) { return directory }
    }
    return "/tmp/\(name)"
  }

  static func socketPath(in directory: String) -> String { "\(directory)/.s.PGSQL.\(PrivateCluster.port)" }

  /// Sixteen hexadecimal digits of a text (FNV-1a), to tell folders apart; no secret rests on it.
  static func hash(_ text: String) -> String {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The path without links, so that a folder has one name however it is reached; what does not exist yet is kept as it is.
  static func canonical(_ path: String) -> String {
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      return String(cString: resolved)
    }
    let path = trimmed(path)
    guard let slash = path.lastIndex(of: "/") else { return canonical("./\(path)") }
    if slash == path.startIndex { return path }
    return "\(canonical(String(path[..<slash])))\(path[slash...])"
  }

  private static func fits(_ directory: String) -> Bool {
    socketPath(in: directory).utf8.count <= socketPathLimit
  }

  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
