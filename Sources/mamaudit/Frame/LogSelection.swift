import Arguments
import AuditStore
import Foundation
import MAMEvents
import Postgres
import Projections

/// Which log a command is about.
enum LogSelection {
  /// No log, or none that could be meant.
  struct Refusal: Error, CustomStringConvertible {
    let code: ExitCode
    let description: String
  }

  /// The tenant that the options or MAMAUDIT_TENANT name.
  static func tenant(
    _ options: StoreOptions, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> GUID? {
    guard let text = options.tenant ?? environment["MAMAUDIT_TENANT"], !text.isEmpty else { return nil }
    guard let tenant = GUID(text: text) else {
      throw Refusal(
        code: .usage, description: "the tenant '\(text)' is no GUID (8-4-4-4-12 hexadecimal digits)")
    }
    return tenant
  }

  /// The log of the tenant named, or the only one there is, of those that a role sees.
  static func one(_ session: Session, _ options: StoreOptions, as role: StoreRole = .reader) throws -> Log {
    let logs = try session.logs(as: role)
    if let tenant = try tenant(options) {
      if let log = logs.first(where: { $0.tenant == tenant }) { return log }
      throw Refusal(
        code: .findings, description: "there is no log of tenant \(tenant.text)" + known(logs))
    }
    guard let first = logs.first else {
      throw Refusal(
        code: .findings, description: "the store is empty: append events with 'mamaudit ingest FILE'")
    }
    if logs.count > 1 {
      throw Refusal(
        code: .usage, description: "the store has several logs: name one with --tenant" + known(logs))
    }
    return first
  }

  /// The log of the tenant named, or all that a role sees.
  static func all(_ session: Session, _ options: StoreOptions, as role: StoreRole = .reader) throws -> [Log] {
    try tenant(options) == nil ? session.logs(as: role) : [one(session, options, as: role)]
  }

  private static func known(_ logs: [Log]) -> String {
    if logs.isEmpty { return "; the store is empty" }
    return "\n" + logs.map { "  \($0.tenant.text)  \($0.size) events" }.joined(separator: "\n")
  }
}

extension Session {
  /// The logs that a role sees, by tenant.
  func logs(as role: StoreRole = .reader) throws -> [Log] {
    try connection.withRole(role.rawValue) { try LogReader(connection).logs() }
  }

  /// The bounds that the time options set.
  ///
  /// - Returns: the scope; the instant that it is as of (that of `--as-of`, else the store's clock); and the instant of
  ///   `--known-at`, where one was given as a time.
  func scope(
    of log: Log, _ options: TimeOptions, zone: TimeZone?
  ) throws -> (scope: FoldScope, asOf: Timestamp, knownAt: Timestamp?) {
    var size = log.size
    var knownAt: Timestamp?
    if let text = options.knownAt {
      if let count = Int64(text), text.allSatisfy(\.isNumber) {
        size = min(count, log.size)
      } else {
        let instant = try TimeExpression(text).resolve(now: now, zone: zone)
        size = try connection.withRole(StoreRole.reader.rawValue) {
          try LogReader(connection).size(of: log.id, at: instant)
        }
        knownAt = instant
      }
    }
    let asOf = try options.asOf.map { try TimeExpression($0).resolve(now: now, zone: zone) }
    return (FoldScope(log: log.id.rawValue, size: size, asOf: asOf), asOf ?? now, knownAt)
  }
}
