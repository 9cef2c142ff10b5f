import Postgres

/// The statements of the appender.
enum AppendSQL {
  /// What a writer's session is set to: an append that is held open holds its log.
  static let session = """
    SET ROLE mamaudit_writer;
    SET idle_in_transaction_session_timeout = '30s';
    SET lock_timeout = '30s'
    """

  static let openLog = "SELECT audit.open_log($1)"

  static let resolveNames =
    "SELECT accounts, aliases, apps, devices, types FROM audit.resolve_names($1, $2, $3, $4, $5, $6)"

  static let probe = "SELECT events, positions, same FROM audit.probe($1, $2, $3, $4)"

  static let probeTypes: [OID] = [.int4, .uuidArray, .byteaArray, .int4Array]

  static let append = """
    SELECT first_position, last_position, recorded, refusals, positions, outcomes, existing_hashes, versions
      FROM audit.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)
    """

  static let appendOwn = """
    SELECT first_position, last_position, recorded, refusals, positions, outcomes, existing_hashes
      FROM audit.append_own($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
    """

  static let appendTypes: [OID] = [
    .int4, .uuidArray, .byteaArray, .int2Array, .int4Array, .int4Array, .int4Array, .int4Array, .int4Array,
    .timestamptzArray, .byteaArray, .textArray, .int4Array, .int2Array, .textArray, .int4Array, .textArray,
    .int4Array, .int4Array, .int4Array, .int8Array, .bool, .bool,
  ]
}
