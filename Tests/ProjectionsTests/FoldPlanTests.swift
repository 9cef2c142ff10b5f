import Compliance
import MAMEvents
import Postgres
import TestSupport
import Testing

@testable import Projections

@Suite("Plans of folds")
struct FoldPlanTests {
  /// A log of 40,000 events: 1,000 accounts on 400 devices, a tenth without an account, links for every fourth.
  private static let fill = """
    INSERT INTO audit.log (tenant) VALUES ('22222222-2222-4222-8222-222222222222');
    INSERT INTO audit.account (log_id, account_id, object_id)
    SELECT 1, n, gen_random_uuid() FROM generate_series(1, 1000) AS n;
    INSERT INTO audit.account (log_id, account_id, upn_key)
    SELECT 1, 1000 + n, 'user' || n || '@contoso.example' FROM generate_series(1, 1000) AS n;
    INSERT INTO audit.app (log_id, app_id, name) SELECT 1, n, 'app' || n FROM generate_series(1, 3) AS n;
    INSERT INTO audit.device (log_id, device_id, name) SELECT 1, n, 'D-' || n FROM generate_series(1, 400) AS n;
    INSERT INTO audit.event (
        log_id, account_id, position, occurred_at, recorded_at, event_key, app_id, device_id, flags, type,
        content_hash, facts, record
    )
    SELECT
        1, CASE WHEN n % 10 <> 0 THEN 1 + n % 1000 END, n, now(), now(), gen_random_uuid(), 1 + n % 3,
        1 + n % 400, 0, 3, sha256('x'), '', '{"id":"' || repeat('x', 300) || '"}'
    FROM generate_series(0, 39999) AS n;
    INSERT INTO audit.event (log_id, position, occurred_at, recorded_at, event_key, flags, type, content_hash, facts, record)
    SELECT 1, n, now(), now(), gen_random_uuid(), 0, CASE n % 2 WHEN 0 THEN 180 ELSE 187 END, sha256('x'), '', '{}'
    FROM generate_series(40000, 40019) AS n;
    INSERT INTO audit.link (log_id, alias_id, position, account_id, effective_at)
    SELECT 1, 1000 + account_id, position, account_id, now()
    FROM audit.event
    WHERE account_id IS NOT NULL AND position % 4 = 1;
    INSERT INTO audit.disclosure (log_id, position, ordinal, account_id, path, disclosure)
    SELECT 1, position, 0, account_id, 'data.identity', 'WyJhIl0' FROM audit.event WHERE position % 4 = 1;
    UPDATE audit.log SET head = 40020, last_recorded_at = now();
    """

  private static let accounts = Parameter.int32Array((1...800).map { $0 })

  private static let statements: [(name: String, sql: String, parameters: [Parameter], index: String)] = [
    (
      "the rows of accounts", FoldSQL.accountRows, [.int32(1), accounts, .int64(40_000)], "event_account"
    ),
    (
      "the rows of accounts of some types", FoldSQL.accountRowsOfTypes,
      [.int32(1), accounts, .int64(40_000), .int16Array([3, 81])], "event_account"
    ),
    (
      "the rows without an account", FoldSQL.installationRows,
      [.int32(1), .int32Array([1, 2, 3]), .int32Array([11, 21, 31]), .int64(40_000)], "event_installation"
    ),
    (
      "the installations without an account", FoldSQL.installationsWithoutAccount,
      [.int32(1), .int64(40_000)],
      "using event_"
    ),
    (
      "the rows from a position on", FoldSQL.rowsFrom, [.int32(1), .int64(39_000), .int64(40_000)],
      "event_position"
    ),
    (
      "the rows at positions", FoldSQL.rowsAt, [.int32(1), .int64Array([1, 5, 9]), .int64(40_000)],
      "event_position"
    ),
    ("the links of accounts", FoldSQL.links, [.int32(1), accounts, .int64(40_000)], "link_account"),
    (
      "the identities that events disclose", FoldSQL.identities, [.int32(1), .int64Array([1, 5, 9])],
      "disclosure_pkey"
    ),
    (
      "the positions of an account", AccountSQL.positions, [.int32(1), .int32(7), .int64(40_000)],
      "event_account"
    ),
    ("records by position", AccountSQL.records, [.int32(1), .int64Array([1, 5, 9])], "event_position"),
    (
      "disclosures by position", AccountSQL.disclosures, [.int32(1), .int64Array([1, 5, 9])],
      "disclosure_pkey"
    ),
    (
      "object ids by name", AccountRollSQL.objects, [.int32(1), .uuid(high: 1 << 63, low: 0), .int64(200)],
      "account_log_id_object_id_key"
    ),
    (
      "aliases by name", AccountRollSQL.aliases, [.int32(1), .text("user5"), .int64(200)],
      "account_log_id_upn_key_key"
    ),
    (
      "erased aliases", AccountRollSQL.erased, [.int32(1), .int32(500), .int64(200)], "using account_"
    ),
    ("whether accounts were seen", AccountSQL.seen, [.int32(1), .int32Array([7])], "event_account"),
    (
      "the rows about the log itself", LogSQL.page, [.int32(1), .int64(20_000), .int64(22_000)],
      "event_position"
    ),
    ("the imports", LogSQL.imports, [.int32(1), .int64(40_000)], "event_rare_type"),
    ("the changes of the rules", RuleSQL.changes, [.int32(1), .int64(40_000)], "event_rare_type"),
    (
      "the last acknowledgement", RuleSQL.lastAcknowledgement, [.int32(1), .int64(40_020)], "event_rare_type"
    ),
    (
      "the acknowledgements", RuleSQL.acknowledgements,
      [.int32(1), .int64(0), .int64(40_000), .null(.timestamptz)], "event_rare_type"
    ),
  ]

  @Test(
    "every statement of a fold goes over its index, with statistics and without", arguments: [false, true])
  func plans(analysed: Bool) throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      try connection.script("ALTER TABLE audit.event SET (autovacuum_enabled = off)")
      try connection.script(Self.fill)
      if analysed { try connection.script("ANALYZE") }
      try connection.script("SET ROLE mamaudit_reader")
      for statement in Self.statements {
        let plan = try connection.execute("EXPLAIN " + statement.sql, statement.parameters)
          .map { try $0.text(0) }.joined(separator: "\n")
        #expect(plan.contains(statement.index), "\(statement.name):\n\(plan)")
        if statement.index == "event_account" {
          #expect(!plan.contains("event_position"), "\(statement.name):\n\(plan)")
        }
        for table in ["event", "link", "disclosure"] {
          #expect(!plan.contains("Seq Scan on \(table)"), "\(statement.name):\n\(plan)")
        }
      }
    }
  }
}
