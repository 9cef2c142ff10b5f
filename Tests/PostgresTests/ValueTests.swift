import Postgres
import TestSupport
import Testing

@Suite("Values for rendering")
struct ValueTests {
  @Test(
    "a numeric has all the digits that the server shows",
    arguments: [
      "0", "0.00", "1", "-1", "10000", "9999", "12345678901234567890.123456789", "0.0001", "0.00001234",
      "-0.5", "1e20",
      "100000000", "1.10", "NaN", "Infinity", "-Infinity", "99999999.99999999", "1e-30", "123e100",
    ])
  func numeric(text: String) throws {
    try TestDatabase.withDatabase { database in
      let row = try database.connect().execute("SELECT $1::numeric, $1::numeric::text", [.text(text)])
        .single()
      let shown = try row.text(1)
      #expect(try row.value(0) == .numeric(shown))
    }
  }

  @Test(
    "a network address is as the server shows it",
    arguments: ["10.0.0.1", "10.0.0.0/8", "::1", "2001:db8::/32", "::ffff:1.2.3.4", "0.0.0.0/0"])
  func network(text: String) throws {
    try TestDatabase.withDatabase { database in
      let row = try database.connect().execute(
        "SELECT $1::inet, $1::inet::text, network($1::inet), network($1::inet)::text", [.text(text)]
      ).single()
      let host = try row.text(1)
      // `inet::text` always shows the prefix length; the type's own output leaves that of one host out.
      let bare =
        host.hasSuffix("/32") && !host.contains(":") || host.hasSuffix("/128")
        ? host.prefix { $0 != "/" } : host[...]
      #expect(try row.value(0) == .inet(String(bare)))
      #expect(try row.value(2) == .inet(row.text(3)))
    }
  }

  @Test("every type that a report may have is known")
  func types() throws {
    try TestDatabase.withDatabase { database in
      let cases: [(String, PostgresValue)] = [
        ("NULL::int", .null), ("true", .bool(true)), ("1::int2", .int16(1)), ("2", .int32(2)),
        ("3::int8", .int64(3)),
        ("4::oid", .oid(4)), ("1.5::real", .float4(1.5)), ("2.5::float8", .float8(2.5)),
        ("'t'::text", .text("t")),
        ("'v'::varchar", .text("v")), ("'c'::char(3)", .text("c  ")), ("'n'::name", .text("n")),
        ("'x'::\"char\"", .char(0x78)),
        ("'\\x00ff'::bytea", .bytes([0, 255])), ("'{ \"a\":1}'::json", .json("{ \"a\":1}")),
        ("'{ \"a\":1}'::jsonb", .jsonb("{\"a\": 1}")),
        ("'00000000-0000-0001-0000-000000000002'::uuid", .uuid(UUIDBits(high: 1, low: 2))),
        ("'1970-01-02T00:00:00.000001Z'::timestamptz", .timestamptz(microsecondsSince1970: 86_400_000_001)),
        ("'1969-12-31 23:59:59'::timestamp", .timestamp(microsecondsSince1970: -1_000_000)),
        ("'1970-01-02'::date", .date(daysSince1970: 1)), ("'infinity'::date", .date(daysSince1970: .max)),
        ("'00:00:01.5'::time", .time(microseconds: 1_500_000)),
        ("'1 year 2 days -3 seconds'::interval", .interval(months: 12, days: 2, microseconds: -3_000_000)),
        ("ARRAY[1, NULL]", .array([.int32(1), .null])),
        ("ARRAY['a', NULL]::text[]", .array([.text("a"), .null])),
        ("'{}'::int8[]", .array([])), ("ARRAY[1.50]", .array([.numeric("1.50")])),
        ("point(1, 2)", .unsupported(600)),
      ]
      let result = try database.connect().execute("SELECT \(cases.map(\.0).joined(separator: ", "))")
      for (column, (sql, expected)) in cases.enumerated() {
        let value = try result.value(0, column)
        #expect(value == expected, "\(sql)")
      }
    }
  }
}
