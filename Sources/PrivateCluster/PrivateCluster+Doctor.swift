import Glibc
import Postgres

/// One thing that `doctor` looked at.
public struct Check: Sendable, Hashable {
  /// A stable name, such as `cluster.fsync`.
  public let name: String
  /// Whether it is as it should be.
  public let ok: Bool
  /// What was found.
  public let detail: String
  /// What to do where it is not; nil where it is.
  public let remedy: String?

  /// Makes a result.
  public init(name: String, ok: Bool, detail: String, remedy: String) {
    self.name = name
    self.ok = ok
    self.detail = detail
    self.remedy = ok ? nil : remedy
  }
}

extension PrivateCluster {
  /// The free disk space below which `doctor` complains, in bytes: one GiB.
  static let minimumFreeDisk = 1 << 30

  /// Looks at what a cluster that keeps evidence must have; nothing is made, started or changed.
  public func doctor() -> [Check] {
    guard clusterVersion != nil else {
      return [
        Check(
          name: "cluster.made", ok: false, detail: "there is no cluster in \(home)", remedy: "run mamaudit up"
        )
      ]
    }
    var checks = [
      folder(home, "cluster.home.mode", allowed: 0o711), folder(dataDirectory, "cluster.data.mode"),
    ]
    if FileSystem.exists(socketDirectory) { checks.append(folder(socketDirectory, "cluster.socket.mode")) }
    checks.append(disk())
    do {
      guard processes.postmaster() != nil else {
        throw PostgresError(.connectionFailed, "the server does not run")
      }
      let connection = try Connection(maintenanceTarget, applicationName: "mamaudit")
      checks.append(
        Check(
          name: "cluster.running", ok: true, detail: "the server answers", remedy: ""))
      checks += try serverChecks(connection)
    } catch {
      checks.append(
        Check(
          name: "cluster.running", ok: false, detail: "\(error)",
          remedy: "run mamaudit up; the log is \(logFile)"))
    }
    return checks
  }

  private func serverChecks(_ connection: Connection) throws(PostgresError) -> [Check] {
    let version = connection.serverVersion
    var checks = [
      Check(
        name: "cluster.version", ok: version >= ServerPrograms.minimumVersion * 10_000,
        detail: "PostgreSQL \(version / 10_000).\(version % 10_000)",
        remedy: "install PostgreSQL \(ServerPrograms.minimumVersion) or later")
    ]
    let required = [
      ("fsync", "a power cut may destroy the database"),
      ("synchronous_commit", "an acknowledged event may be lost in a power cut"),
      ("full_page_writes", "a power cut may tear a page"),
      ("data_checksums", "damage on the disk goes unnoticed"),
    ]
    let settings = try Self.settings(of: connection)
    for (name, danger) in required {
      let value = settings.first { $0.name == name }?.value ?? "unknown"
      let cure =
        name == "data_checksums"
        ? "run mamaudit down, then pg_checksums --enable on \(dataDirectory)"
        : "run ALTER SYSTEM RESET \(name), then mamaudit down and up"
      checks.append(
        Check(
          name: "cluster.\(name)", ok: value == "on", detail: value == "on" ? "on" : "\(value): \(danger)",
          remedy: cure))
    }
    let damage = try connection.execute(
      "SELECT coalesce(sum(checksum_failures), 0)::bigint FROM pg_stat_database"
    ).single().int64(0)
    checks.append(
      Check(
        name: "cluster.damage", ok: damage == 0, detail: "\(damage) pages with a wrong checksum were read",
        remedy: "check the disk, and restore from a backup"))
    return checks
  }

  /// Whether a folder lets nobody else in; `allowed` are the permission bits that it may have.
  private func folder(_ path: String, _ name: String, allowed: mode_t = 0o700) -> Check {
    guard let status = FileSystem.status(path) else {
      return Check(
        name: name, ok: false, detail: "\(path) cannot be looked at", remedy: "check its permissions")
    }
    return Check(
      name: name, ok: status.mode & 0o777 & ~allowed == 0,
      detail: "\(path) has mode \(String(status.mode & 0o777, radix: 8))",
      remedy: "run chmod \(String(allowed, radix: 8)) \(path)")
  }

  private func disk() -> Check {
    guard let free = FileSystem.freeBytes(at: dataDirectory) else {
      return Check(
        name: "cluster.disk", ok: false, detail: "the free disk space is unknown",
        remedy: "check \(dataDirectory)")
    }
    return Check(
      name: "cluster.disk", ok: free >= Self.minimumFreeDisk, detail: "\(free >> 20) MiB are free",
      remedy: "free at least 1024 MiB on the disk of \(dataDirectory)")
  }
}
