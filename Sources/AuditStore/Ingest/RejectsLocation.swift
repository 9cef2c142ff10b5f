import Glibc

/// Where rejects go when nobody says.
enum RejectsLocation {
  /// What is put behind the name of the rejects file for the file of the reasons.
  static let reasonsSuffix = ".reasons.jsonl"

  /// A path that no file has yet: `rejects/TIME-PROCESS.ndjson` under the user's state folder, which is made.
  static func newPath() throws(FileError) -> String {
    let folder = try stateFolder() + "/mamaudit/rejects"
    try makeFolders(folder)
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    let day = "\(parts.tm_year + 1900)" + digits(parts.tm_mon + 1) + digits(parts.tm_mday)
    let hour = digits(parts.tm_hour) + digits(parts.tm_min) + digits(parts.tm_sec)
    let name = "\(folder)/\(day)T\(hour)Z-\(getpid())"
    var path = name + ".ndjson"
    var number = 2
    while access(path, F_OK) == 0 {
      path = "\(name)-\(number).ndjson"
      number += 1
    }
    return path
  }

  /// `$XDG_STATE_HOME` where it is an absolute path, else `~/.local/state`.
  private static func stateFolder() throws(FileError) -> String {
    if let folder = variable("XDG_STATE_HOME"), folder.utf8.first == UInt8(ascii: "/") { return folder }
    if let home = variable("HOME"), !home.isEmpty { return home + "/.local/state" }
    if let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir {
      return String(cString: home) + "/.local/state"
    }
    throw .writeFailed(path: "~/.local/state", reason: "there is no home folder; name a file with --rejects")
  }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  private static func makeFolders(_ path: String) throws(FileError) {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/" + part
      if mkdir(made, 0o700) != 0, errno != EEXIST, access(made, X_OK) != 0 {
        throw .writeFailed(path: made, reason: FileError.reason(errno))
      }
    }
  }

  private static func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
