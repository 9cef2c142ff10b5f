import Compliance
import MAMEvents
import Postgres

/// The stored read models of a log, read row by row in constant memory.
public struct StoredFleet {
  let connection: Connection
  let log: Int32

  /// Reads on a connection with the rights of a reader.
  public init(connection: Connection, log: Int32) {
    self.connection = connection
    self.log = log
  }

  /// How far the projections have come.
  public func checkpoints() throws -> [Checkpoint] {
    try connection.execute(CheckpointSQL.read, [.int32(log)]).compactMap { row in
      guard let projection = Projection(rawValue: try row.text(0)) else { return nil }
      return Checkpoint(
        projection: projection, through: try row.int64(1),
        throughRecordedAt: try row.timestampOrNull(2).map(Timestamp.init(microseconds:)),
        updatedAt: Timestamp(microseconds: try row.timestamp(3)), stale: try row.int64(4))
    }
  }

  /// The accounts, by the UTF-8 bytes of their names.
  ///
  /// - Parameters:
  ///   - instant: when their findings are counted that are open.
  ///   - last: only those behind the account of this name.
  public func accounts(
    at instant: Timestamp, after last: String? = nil, _ body: (AccountRow) throws -> Void
  ) throws {
    let parameters: [Parameter] = [
      .int32(log), .timestamptz(microsecondsSince1970: instant.microseconds), Parameter(last),
    ]
    try connection.stream(StoredSQL.accounts, parameters) { row in
      try body(
        AccountRow(
          id: AccountID(try row.int32(0)), account: try row.text(1), identity: try row.textOrNull(2),
          status: AccountStatus(rawValue: try row.text(3)) ?? .unknown, installations: try row.int64(4),
          events: try row.int64(5), firstEventAt: try row.instant(6), lastEventAt: try row.instant(7),
          openFindings: try row.int64(8)))
    }
  }

  /// The wipes, by account, then in the order of their opening.
  ///
  /// - Parameter last: only those behind the one of this account and place among its wipes.
  public func wipes(
    after last: (account: String, ordinal: Int32)? = nil, _ body: (WipeRow) throws -> Void
  ) throws {
    let parameters: [Parameter] = [.int32(log), Parameter(last?.account), .int32(last?.ordinal ?? 0)]
    try connection.stream(StoredSQL.wipes, parameters) { row in
      try body(
        WipeRow(
          accountID: AccountID(try row.int32(0)), account: try row.text(1), identity: try row.textOrNull(19),
          ordinal: try row.int32(2),
          appID: try row.int32OrNull(3), deviceID: try row.int32OrNull(4), app: try row.textOrNull(5),
          device: try row.textOrNull(6), origin: try row.textOrNull(7), reasonCode: try row.int64OrNull(8),
          why: try row.textOrNull(9), requestID: try row.textOrNull(10), state: try row.text(11),
          requestedAt: try row.instant(12), requestedPosition: try row.int64OrNull(13),
          receivedAt: try row.instant(14), handledAt: try row.instant(15), wiped: try row.boolOrNull(16),
          completedAt: try row.instant(17), failedAt: try row.instant(18)))
    }
  }

  /// The installations, by app, then device.
  ///
  /// - Parameter last: only those behind the one of this app and device.
  public func installations(
    after last: (app: String, device: String)? = nil, _ body: (InstallationRow) throws -> Void
  ) throws {
    let parameters: [Parameter] = [.int32(log), Parameter(last?.app), Parameter(last?.device)]
    try connection.stream(StoredSQL.installations, parameters) { row in
      try body(
        InstallationRow(
          id: InstallationID(app: try row.int32(0), device: try row.int32(1)), app: try row.text(2),
          device: try row.text(3), identity: try row.textOrNull(16), uiIdentity: try row.textOrNull(4),
          processIdentity: try row.textOrNull(5),
          threadIdentity: try row.textOrNull(6), phase: try row.textOrNull(7),
          multiIdentity: try row.boolOrNull(8),
          multiManagedIdentities: try row.boolOrNull(9), autoEnrollOnLaunch: try row.boolOrNull(10),
          policyRequired: try row.boolOrNull(11), platform: try row.textOrNull(12),
          enrolledAccounts: try row.texts(13), sharedUser: try row.textOrNull(14),
          cleanupPending: try row.texts(15)))
    }
  }

  /// The devices, by name.
  ///
  /// - Parameter last: only those behind the one of this name.
  public func devices(after last: String? = nil, _ body: (DeviceRow) throws -> Void) throws {
    try connection.stream(StoredSQL.devices, [.int32(log), Parameter(last)]) { row in
      try body(
        DeviceRow(
          id: try row.int32(0), device: try row.text(1), mode: try row.text(2),
          sharedUser: try row.textOrNull(3),
          apps: try row.texts(4), cleanupPending: try row.listsOfTexts(5), flaggedReasons: try row.texts(6)))
    }
  }
}

extension Parameter {
  /// A text, or null.
  fileprivate init(_ text: String?) { self = text.map(Parameter.text) ?? .null(.text) }
}

extension BinaryRow {
  fileprivate func instant(_ column: Int) throws -> Timestamp? {
    try timestampOrNull(column).map(Timestamp.init(microseconds:))
  }

  /// The texts of a JSON array.
  fileprivate func texts(_ column: Int) throws -> [String] {
    var document = JSONDocument()
    try document.parse(Array(try text(column).utf8))
    return document.elements(of: document.root).compactMap(document.string)
  }

  /// The arrays of texts of a JSON object.
  fileprivate func listsOfTexts(_ column: Int) throws -> [String: [String]] {
    var document = JSONDocument()
    try document.parse(Array(try text(column).utf8))
    var lists: [String: [String]] = [:]
    for (name, value) in document.members(of: document.root) {
      guard let name = document.string(of: name) else { continue }
      lists[name] = document.elements(of: value).compactMap(document.string)
    }
    return lists
  }
}

private enum StoredSQL {
  /// `$1` log, `$2` the instant at which findings are open, `$3` the account before or null.
  static let accounts = """
    SELECT
        a.account_id, a.account, a.identity, a.status, a.installations, a.events, a.first_event_at, a.last_event_at,
        coalesce(f.open, 0)
    FROM projection.account AS a
    LEFT JOIN (
        \(FindingSQL.openByAccount)
    ) AS f ON f.account = a.account
    WHERE a.log_id = $1 AND ($3::text IS NULL OR a.account COLLATE "C" > $3)
    ORDER BY a.account COLLATE "C"
    """

  /// `$1` log, `$2` the account of the wipe before or null, `$3` its ordinal.
  static let wipes = """
    SELECT
        w.account_id, a.account, w.ordinal, w.app_id, w.device_id, p.name, d.name, w.origin, w.reason_code, w.why,
        w.request_id, w.state, w.requested_at, w.requested_position, w.received_at, w.handled_at, w.wiped,
        w.completed_at, w.failed_at, a.identity
    FROM projection.wipe AS w
    JOIN projection.account AS a ON a.log_id = w.log_id AND a.account_id = w.account_id
    LEFT JOIN audit.apps AS p ON p.log_id = w.log_id AND p.app_id = w.app_id
    LEFT JOIN audit.devices AS d ON d.log_id = w.log_id AND d.device_id = w.device_id
    WHERE w.log_id = $1 AND ($2::text IS NULL OR (a.account COLLATE "C", w.ordinal) > ($2, $3))
    ORDER BY a.account COLLATE "C", w.ordinal
    """

  /// `$1` log, `$2` the app of the installation before or null, `$3` its device.
  static let installations = """
    SELECT
        i.app_id, i.device_id, p.name, d.name, i.ui_identity, i.process_identity, i.thread_identity, i.phase,
        i.multi_identity, i.multi_managed_identities, i.auto_enroll_on_launch, i.policy_required, i.platform,
        coalesce(e.accounts, '[]')::text, i.shared_user, i.cleanup_pending::text,
        CASE WHEN i.ui_identity IS NULL THEN e.only_identity ELSE u.identity END
    FROM projection.installation AS i
    JOIN audit.apps AS p ON p.log_id = i.log_id AND p.app_id = i.app_id
    JOIN audit.devices AS d ON d.log_id = i.log_id AND d.device_id = i.device_id
    LEFT JOIN (
        SELECT
            o.app_id, o.device_id, jsonb_agg(a.account ORDER BY a.account COLLATE "C") AS accounts,
            CASE WHEN count(*) = 1 THEN min(a.identity) END AS only_identity
        FROM projection.account_installation AS o
        JOIN projection.account AS a ON a.log_id = o.log_id AND a.account_id = o.account_id
        WHERE o.log_id = $1 AND o.enrollment IN ('enrolled', 'unenrolling')
        GROUP BY o.app_id, o.device_id
    ) AS e ON e.app_id = i.app_id AND e.device_id = i.device_id
    LEFT JOIN projection.account AS u ON u.log_id = i.log_id AND u.account = i.ui_identity
    WHERE i.log_id = $1 AND ($2::text IS NULL OR (p.name COLLATE "C", d.name COLLATE "C") > ($2, $3))
    ORDER BY p.name COLLATE "C", d.name COLLATE "C"
    """

  /// `$1` log, `$2` the device before or null.
  static let devices = """
    SELECT i.device_id, d.name, i.mode, i.shared_user, i.apps::text, i.cleanup_pending::text, i.flagged_reasons::text
    FROM projection.device AS i
    JOIN audit.devices AS d ON d.log_id = i.log_id AND d.device_id = i.device_id
    WHERE i.log_id = $1 AND ($2::text IS NULL OR d.name COLLATE "C" > $2)
    ORDER BY d.name COLLATE "C"
    """
}
