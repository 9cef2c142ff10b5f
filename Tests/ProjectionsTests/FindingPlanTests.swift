import Postgres
import TestSupport
import Testing

@testable import Projections

@Suite("Plans over findings")
struct FindingPlanTests {
  /// 40,000 findings of 2,000 accounts, most of them resolved.
  private static let fill = """
    INSERT INTO projection.account_finding (
        log_id, owner_id, finding, rule, severity, account, app_id, device_id, opened_at, opened_by, closed_at,
        closed_by, ended, reason, parameters
    )
    SELECT
        1, n % 2000, lpad(to_hex(n), 16, '0'), 'W' || n % 7, 'violation', 'account-' || n % 2000, 1, 1 + n % 400,
        now() - make_interval(mins => n), n, CASE WHEN n % 10 <> 0 THEN now() END,
        CASE WHEN n % 10 <> 0 THEN n END, CASE WHEN n % 10 <> 0 THEN 'resolved' END, repeat('x', 120), '{}'
    FROM generate_series(1, 40000) AS n;
    INSERT INTO projection.device_finding
    SELECT
        log_id, device_id, reverse(finding), rule, severity, account, app_id, device_id, opened_at,
        opened_by, due_at, closed_at, closed_by, ended, reason, parameters
    FROM projection.account_finding;
    """

  private static let now = Parameter.timestamptz(microsecondsSince1970: 1_900_000_000_000_000)

  @Test("the findings of an account, and one by its id, come from an index; none reads the log")
  func plans() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append([Line.event("account.signedIn", minute: 1)])
      try log.runner().run()
      let connection = log.connection
      try connection.script(Self.fill)
      try connection.script("ANALYZE")
      let statements: [(sql: String, parameters: [Parameter], index: String?)] = [
        (
          FindingSQL.list,
          [.int32(1), Self.now, .text("account-7"), .null(.textArray), .null(.timestamptz), .text("")],
          "_log_id_account_opened_at_idx"
        ),
        (
          FindingSQL.list,
          [.int32(1), Self.now, .null(.text), .null(.textArray), .null(.timestamptz), .text("")], nil
        ),
        (FindingSQL.one, [.int32(1), .text("00000000000000ff")], "_log_id_finding_idx"),
        (FindingSQL.aboutAccounts, [.int32(1), .textArray(["account-7"])], "_log_id_account_opened_at_idx"),
        (FindingSQL.devicesOfAccount, [.int32(1), .text("account-7")], "_log_id_account_opened_at_idx"),
        (FindingSQL.open, [.int32(1), Self.now], nil),
        (FindingSQL.openByAccount, [.int32(1), Self.now], nil),
      ]
      for statement in statements {
        let plan = try connection.execute("EXPLAIN " + statement.sql, statement.parameters)
          .map { try $0.text(0) }.joined(separator: "\n")
        #expect(!plan.contains(" event"), "\(plan)")
        if let index = statement.index {
          #expect(plan.contains(index) && !plan.contains("Seq Scan on account_finding"), "\(plan)")
        }
      }
    }
  }
}
