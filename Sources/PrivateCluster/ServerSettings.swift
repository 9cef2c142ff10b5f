import Glibc

/// The settings of the private cluster: durable always, sized for the machine.
///
/// The sizes were chosen by measurement: a log's indexes want memory and checkpoints far apart, and 10,000,000 events grew half as fast
/// with PostgreSQL's defaults.
struct ServerSettings: Sendable {
  private static let mebibyte = 1 << 20

  /// Memory of the machine, or of the container.
  let memory: Int
  /// Free bytes on the disk of the data directory.
  let freeDisk: Int

  /// An eighth of the memory, from 32 MiB to 2 GiB.
  var sharedBuffers: Int { min(max(memory / 8, 32 * Self.mebibyte), 2048 * Self.mebibyte) }

  /// A tenth of the free disk, from 256 MiB to 16 GiB.
  var maximumWAL: Int { min(max(freeDisk / 10, 256 * Self.mebibyte), 16_384 * Self.mebibyte) }

  /// The settings by name, for a server whose socket lies in a folder.
  func values(socketDirectory: String, clusterName: String, hasLZ4: Bool) -> [(name: String, value: String)] {
    func mebibytes(_ bytes: Int) -> String { "\(bytes / Self.mebibyte)MB" }
    return [
      ("listen_addresses", ""),
      ("port", String(PrivateCluster.port)),
      ("unix_socket_directories", "\"\(socketDirectory)\""),
      ("unix_socket_permissions", "0700"),
      ("cluster_name", clusterName),
      ("fsync", "on"),
      ("synchronous_commit", "on"),
      ("full_page_writes", "on"),
      ("shared_buffers", mebibytes(sharedBuffers)),
      ("wal_buffers", mebibytes(min(64 * Self.mebibyte, sharedBuffers / 4))),
      ("max_wal_size", mebibytes(maximumWAL)),
      ("min_wal_size", mebibytes(maximumWAL / 2)),
      ("checkpoint_timeout", "30min"),
      ("wal_compression", hasLZ4 ? "lz4" : "on"),
      ("jit", "off"),
      ("random_page_cost", "1.1"),
      ("timezone", "UTC"),
      ("log_timezone", "UTC"),
      ("lc_messages", "C"),
      // The server's log must hold no personal data: no statements, and no DETAIL with the values of a row.
      ("log_min_error_statement", "panic"),
      ("log_error_verbosity", "terse"),
      ("log_checkpoints", "off"),
      ("log_line_prefix", "%m [%p] "),
    ]
  }

  /// The text of a configuration file.
  static func file(_ values: [(name: String, value: String)]) -> String {
    let lines = values.map { "\($0.name) = \(quoted($0.value))\n" }
    return "# Written by mamaudit at each start; use ALTER SYSTEM to change a setting.\n" + lines.joined()
  }

  /// A value as a configuration file writes it.
  static func quoted(_ value: String) -> String {
    var text = "'"
    for character in value {
      if character == "'" || character == "\\" { text.append(character) }
      text.append(character)
    }
    return text + "'"
  }

  /// The memory of the machine, or the limit of the container where that is smaller.
  static func machineMemory() -> Int {
    let physical = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    let limits = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
      .compactMap { FileSystem.text($0) }
      .compactMap { Int($0.prefix { $0.isNumber }) }
    return ([physical] + limits).min() ?? physical
  }
}
