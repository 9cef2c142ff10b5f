import Glibc

/// Looks for the processes of one cluster by their command lines, which every account may read.
struct ServerProcesses {
  let dataDirectory: String
  let clusterName: String

  /// The process that runs the server; nil where none does, whatever a left-over `postmaster.pid` says.
  func postmaster() -> pid_t? {
    guard let process = recorded(), isPostmaster(process) else { return nil }
    return process
  }

  /// The process that `postmaster.pid` names; after a power cut it may be anybody's.
  private func recorded() -> pid_t? {
    guard let text = FileSystem.text("\(dataDirectory)/postmaster.pid") else { return nil }
    return text.split(separator: "\n").first.flatMap { pid_t($0) }
  }

  /// Whether a process is a postmaster of this very folder.
  private func isPostmaster(_ process: pid_t) -> Bool {
    let arguments = commandLine(process)
    guard let program = arguments.first, program.hasSuffix("/postgres"), !isDead(process) else {
      return false
    }
    return zip(arguments, arguments.dropFirst()).contains { $0 == "-D" && $1 == dataDirectory }
  }

  /// Children of a killed postmaster that have not ended yet.
  func orphans() -> [pid_t] {
    let title = "postgres: \(clusterName): "
    return FileSystem.entries(of: "/proc").compactMap { pid_t($0) }.filter { process in
      commandLine(process).first?.hasPrefix(title) == true
    }
  }

  private func commandLine(_ process: pid_t) -> [String] {
    guard let bytes = FileSystem.read("/proc/\(process)/cmdline") else { return [] }
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a process has ended and only waits for its parent.
  private func isDead(_ process: pid_t) -> Bool {
    guard let stat = FileSystem.text("/proc/\(process)/stat"), let end = stat.lastIndex(of: ")") else {
      return true
    }
    return stat[end...].dropFirst(2).first == "Z"
  }
}
