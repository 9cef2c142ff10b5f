import Glibc
import MAMEvents
import Postgres

/// Looks at whether a database is fit to keep evidence; it changes nothing.
public struct StoreDoctor {
  /// How far the clocks of the server and this machine may be apart, in microseconds: five seconds.
  static let clockLimit: Int64 = 5_000_000

  private let connection: Connection

  /// Looks over a connection of any login that may read the history of the schema.
  public init(_ connection: Connection) {
    self.connection = connection
  }

  /// Looks at everything.
  ///
  /// What is in the schema is looked at only where it is that of this program: of an older one nothing is known.
  ///
  /// - Parameter skipsDurability: whether the settings of the server are looked at elsewhere, as those of the private
  ///   cluster are.
  /// - Throws: `PostgresError` where the database cannot be asked, `MigrationError` where its history is unknown.
  public func examine(skipsDurability: Bool = false) throws -> [StoreCheck.Finding] {
    let server = (skipsDurability ? [] : StoreCheck.durability) + [StoreCheck.commits]
    var findings = try server.map { try $0.finding(on: connection) }
    findings.append(try clock(Self.microseconds))
    let status = try Migrator(connection).status()
    findings.append(Self.finding(of: status))
    guard status.isCurrent else { return findings }
    return findings
      + (try (StoreCheck.log + StoreCheck.roles + StoreCheck.reporting).map { try $0.finding(on: connection) })
  }

  /// Compares the server's clock with another one, in microseconds since 1970.
  func clock(_ now: () -> Int64) throws(PostgresError) -> StoreCheck.Finding {
    let before = now()
    let server = try LogReader(connection).clock().microseconds
    let after = now()
    // The server looked at its clock at some time between; only what lies outside is a difference.
    let difference = server < before ? before - server : server > after ? server - after : 0
    let isClose = difference <= Self.clockLimit
    let direction = server < before ? "behind" : "ahead of"
    return StoreCheck.Finding(
      name: "server.clock", ok: isClose,
      detail: isClose
        ? "within \(Self.clockLimit / 1_000_000) s of this machine's"
        : "\(difference / 1_000_000) s \(direction) this machine's: recorded times are the server's",
      remedy: isClose ? nil : "set both clocks by the same time source")
  }

  private static func finding(of status: Migrator.Status) -> StoreCheck.Finding {
    let name = "schema.migrations"
    if let problem = status.problems.first {
      return StoreCheck.Finding(
        name: name, ok: false, detail: problem.description,
        remedy: "run 'mamaudit migrate status' to see each file")
    }
    guard status.pending.isEmpty else {
      return StoreCheck.Finding(
        name: name, ok: false, detail: "\(status.pending.count) of them are not applied",
        remedy: "run 'mamaudit migrate up'")
    }
    return StoreCheck.Finding(
      name: name, ok: true, detail: "\(status.applied.count) are applied as this program has them",
      remedy: nil)
  }

  private static func microseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
