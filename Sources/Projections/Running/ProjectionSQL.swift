/// The statements of runs and rebuilds over the read models' tables.
///
/// Table names come from ``ProjectionTables``: numbers of logs and words of the program, never text from outside.
enum ProjectionSQL {
  /// Which of some tables are there.
  ///
  /// The catalogue is read, since `to_regclass` may answer from what the session knew before it waited.
  ///
  /// `$1` their names in the schema.
  static let present = """
    SELECT relname::text FROM pg_class WHERE relnamespace = 'projection'::regnamespace AND relname = ANY ($1)
    """

  /// The logs that have tables of a rebuild.
  static let logsWithNext = """
    SELECT DISTINCT substring(relname FROM '_([0-9]{1,9})_next$')::int
    FROM pg_class
    WHERE relnamespace = 'projection'::regnamespace AND relname ~ '_[0-9]{1,9}_next$' AND relkind = 'r'
    """

  /// Drops a table that may be there.
  static func drop(_ table: String) -> String { "DROP TABLE IF EXISTS \(table)" }

  /// Makes a log's partition beside its table and attaches it.
  static func makePartition(_ partition: String, of model: ReadModel, log: Int32) -> String {
    """
    CREATE TABLE \(partition) (LIKE projection.\(model.rawValue) INCLUDING ALL, CHECK (log_id = \(log)));
    ALTER TABLE projection.\(model.rawValue) ATTACH PARTITION \(partition) FOR VALUES IN (\(log));
    """
  }

  /// Takes the lock of whoever makes partitions of the log, if it is free.
  ///
  /// `$1` kind of lock, `$2` log.
  static let tryLockMaking = "SELECT pg_try_advisory_xact_lock($1, $2)"

  /// Which sessions hold a lock: number of the process, login and program.
  ///
  /// `$1` kind of lock, `$2` log.
  static let holders = """
    SELECT concat_ws(', ', 'process ' || l.pid, 'login ' || a.usename, a.application_name)
    FROM pg_locks AS l
    LEFT JOIN pg_stat_activity AS a ON a.pid = l.pid
    WHERE l.locktype = 'advisory'
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND l.classid = $1::int::oid
        AND l.objid = $2::int::oid
        AND l.objsubid = 2
        AND l.granted
    """

  /// Takes the lock of a rebuild, if it is free.
  ///
  /// `$1` kind of lock, `$2` log.
  static let tryLock = "SELECT pg_try_advisory_lock($1, $2)"

  /// Lets go of the lock of a rebuild.
  ///
  /// `$1` kind of lock, `$2` log.
  static let unlock = "SELECT pg_advisory_unlock($1, $2)"

  /// Analyses the read models, each in a transaction of its own.
  static let analyze =
    "ANALYZE projection.checkpoint, "
    + ReadModel.allCases.map { "projection.\($0.rawValue)" }.joined(separator: ", ")

  /// How many account numbers a log has given.
  ///
  /// `$1` log.
  static let countAccounts = "SELECT count(*) FROM audit.accounts WHERE log_id = $1"

  /// Removes the rows of accounts, or of devices.
  ///
  /// `$1` log, `$2` owners.
  static func remove(_ table: String, _ model: ReadModel) -> String {
    "DELETE FROM \(table) WHERE log_id = $1 AND \(model.ownerColumn) = ANY ($2)"
  }

  /// Takes rows in.
  static func copyIn(_ table: String, _ model: ReadModel) -> String {
    let columns = model.columns.map(\.name).joined(separator: ", ")
    return "COPY \(table) (log_id, \(columns)) FROM STDIN (FORMAT binary)"
  }

  /// Marks an account as one that could not be folded.
  ///
  /// `$1` log, `$2` account, `$3` how it is shown.
  static func markStaleAccount(_ table: String) -> String {
    """
    INSERT INTO \(table) AS a (log_id, account_id, account, status, installations, events, stale)
    VALUES ($1, $2, $3, 'unknown', 0, 0, true)
    ON CONFLICT (log_id, account_id) DO UPDATE SET stale = true
    """
  }

  /// Marks a device as one that could not be folded.
  ///
  /// `$1` log, `$2` device.
  static func markStaleDevice(_ table: String) -> String {
    """
    INSERT INTO \(table) AS d
        (log_id, device_id, mode, apps, cleanup_pending, flagged_reasons, stale)
    VALUES ($1, $2, 'unknown', '[]', '{}', '[]', true)
    ON CONFLICT (log_id, device_id) DO UPDATE SET stale = true
    """
  }

  /// The accounts, or devices, that could not be folded.
  ///
  /// `$1` log.
  static func stale(_ table: String, _ model: ReadModel) -> String {
    "SELECT \(model.ownerColumn) FROM \(table) WHERE log_id = $1 AND stale"
  }

  /// The stored rows of a range of owners.
  ///
  /// `$1` log, `$2` first owner, `$3` last owner, both of 64 bits.
  static func rows(of model: ReadModel, hasStale: Bool) -> String {
    let columns =
      model.columns.map { column in
        switch column.type {
        case .json: "\(column.name)::text"
        case .day: "\(column.name) - '1970-01-01'::date"
        default: column.name
        }
      } + (hasStale ? ["stale"] : [])
    return """
      SELECT \(columns.joined(separator: ", "))
      FROM projection.\(model.rawValue)
      WHERE log_id = $1 AND \(model.ownerColumn) BETWEEN $2 AND $3
      """
  }

  /// Makes the table of a rebuild, in place of what a killed one may have left.
  ///
  /// What is in it is lost in a crash, and so it needs no log of its own.
  static func remake(_ table: String, _ model: ReadModel) -> String {
    """
    DROP TABLE IF EXISTS \(table);
    CREATE UNLOGGED TABLE \(table) (LIKE projection.\(model.rawValue) INCLUDING ALL);
    """
  }

  /// Makes the rows of the live table those of the rebuild's, and removes the latter.
  static func takeOver(_ table: String, _ model: ReadModel, log: Int32) -> String {
    let keys = ["log_id"] + model.columns.prefix(model.keyCount).map(\.name)
    let sameKey = keys.map { "old.\($0) = new.\($0)" }.joined(separator: " AND ")
    return """
      ANALYZE \(table);
      DELETE FROM projection.\(model.rawValue) AS old
          WHERE old.log_id = \(log)
              AND NOT EXISTS (SELECT FROM \(table) AS new WHERE \(sameKey) AND new.* IS NOT DISTINCT FROM old.*);
      INSERT INTO projection.\(model.rawValue)
          SELECT new.* FROM \(table) AS new
              WHERE NOT EXISTS (SELECT FROM projection.\(model.rawValue) AS old WHERE old.log_id = \(log) AND \(sameKey));
      DROP TABLE \(table);
      """
  }

  /// The installations of devices, with the accounts that have events on them.
  ///
  /// `$1` log, `$2` devices.
  static func occupancy(_ accountInstallation: String) -> String {
    """
    SELECT app_id, device_id, account_id
    FROM \(accountInstallation)
    WHERE log_id = $1 AND device_id = ANY ($2)
    UNION ALL
    SELECT DISTINCT app_id, device_id, NULL::int
    FROM audit.narrow
    WHERE log_id = $1 AND account_id IS NULL AND device_id = ANY ($2) AND app_id IS NOT NULL
    """
  }

  /// The accounts on installations.
  ///
  /// `$1` log, `$2` apps, `$3` devices (in pairs).
  static func occupants(_ accountInstallation: String) -> String {
    """
    SELECT DISTINCT a.account_id
    FROM \(accountInstallation) AS a
    JOIN unnest($2::int[], $3::int[]) AS i (app_id, device_id)
        ON i.app_id = a.app_id AND i.device_id = a.device_id
    WHERE a.log_id = $1
    """
  }

  /// The devices on which accounts are, and those that name them.
  ///
  /// `$1` log, `$2` accounts, `$3` the same as they are shown.
  static func devicesNaming(
    accountInstallation: String, installation: String, deviceFinding: String
  ) -> String {
    """
    SELECT device_id FROM \(accountInstallation) WHERE log_id = $1 AND account_id = ANY ($2)
    UNION
    SELECT i.device_id
    FROM \(installation) AS i
    WHERE i.log_id = $1
        AND (
            ARRAY[i.shared_user, i.ui_identity, i.process_identity, i.thread_identity] && $3::text[]
            OR i.cleanup_pending ?| $3::text[]
        )
    UNION
    SELECT owner_id FROM \(deviceFinding) WHERE log_id = $1 AND account = ANY ($3)
    """
  }

  /// The devices on which accounts are.
  ///
  /// `$1` log, `$2` accounts.
  static func devices(of accountInstallation: String) -> String {
    "SELECT DISTINCT device_id FROM \(accountInstallation) WHERE log_id = $1 AND account_id = ANY ($2)"
  }

  /// The owners of findings.
  ///
  /// `$1` log, `$2` ids of findings.
  static func owners(_ table: String) -> String {
    "SELECT DISTINCT owner_id FROM \(table) WHERE log_id = $1 AND finding = ANY ($2)"
  }
}
