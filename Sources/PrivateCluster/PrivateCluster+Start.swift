import Glibc

extension PrivateCluster {
  /// Starts the server and waits until it takes connections; after a crash that includes its recovery.
  func start(as account: ServerAccount) throws(ClusterError) {
    let programs = try ServerPrograms.locate(major: clusterVersion)
    try clearLeftovers()
    try FileSystem.makePrivateFolder(socketDirectory, for: account)
    try writeSettings(programs, for: account)
    let outcome = try ChildProcess.run(
      programs.path("pg_ctl"), ["start", "-D", dataDirectory, "-l", logFile, "-w", "-t", "600", "-s"],
      as: account)
    guard outcome.status == 0 else {
      throw ClusterError(
        .serverFailed, "the server did not start: \(lastLogLine() ?? outcome.output)",
        remedy: "look into \(logFile)")
    }
  }

  /// Waits for the children of a killed server, and removes the process numbers that it left.
  private func clearLeftovers() throws(ClusterError) {
    var waited = 0
    while !processes.orphans().isEmpty {
      guard waited < 30_000 else {
        throw ClusterError(
          .serverFailed, "processes of a killed server are still running",
          remedy: "end the processes whose title begins with postgres: \(clusterName)")
      }
      usleep(50_000)
      waited += 50
    }
    // PostgreSQL would take any process that has a recorded number for the server, a dead one that nobody has reaped too, and
    // refuse to start. Nothing runs here now, and the lock keeps others away, so what is recorded is out of date.
    unlink("\(dataDirectory)/postmaster.pid")
    unlink(ClusterLocation.socketPath(in: socketDirectory) + ".lock")
  }

  /// Writes the settings anew, since memory, disk and place may have changed since the last start.
  private func writeSettings(_ programs: ServerPrograms, for account: ServerAccount) throws(ClusterError) {
    let settings = ServerSettings(
      memory: ServerSettings.machineMemory(), freeDisk: FileSystem.freeBytes(at: dataDirectory) ?? 0)
    var values = settings.values(
      socketDirectory: socketDirectory, clusterName: clusterName, hasLZ4: programs.hasLZ4)
    values += overrides
    try FileSystem.replace(
      "\(dataDirectory)/\(Self.settingsFile)", with: ServerSettings.file(values), for: account)
  }

  private func lastLogLine() -> String? {
    FileSystem.text(logFile)?.split(separator: "\n").last { $0.contains("FATAL") || $0.contains("PANIC") }
      .map(String.init)
  }
}
