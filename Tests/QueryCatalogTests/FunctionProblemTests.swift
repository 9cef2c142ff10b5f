import Postgres
import QueryCatalog
import TestSupport
import Testing

@Suite("Functions that a report may call")
struct FunctionProblemTests {
  /// Spellings of a call that changes the role.
  static let spellings = [
    "set_config('role', 'none', false)",
    "SET_Config ('role', 'none', false)",
    "pg_catalog.set_config('role', 'none', false)",
    "pg_catalog . set_config /* a /* comment */ */ ('role', 'none', false)",
    "\"set_config\"('role', 'none', false)",
    "\"pg_catalog\".\"set_config\"('role', 'none', false)",
    "U&\"set\\005fconfig\"('role', 'none', false)",
    "u&\"set!005fconfig\" UESCAPE '!' ('role', 'none', false)",
    "U&\"pg\\005Fcatalog\".U&\"set\\+00005fconfig\"('role', 'none', false)",
    "-- a comment that a carriage return ends\rset_config('role', 'none', false)",
  ]

  @Test(
    "a function that may do more than read is refused without a database, in all spellings",
    arguments: spellings)
  func wellKnown(call: String) {
    let content = small("SELECT :'a'::text AS a", "SELECT :'a'::text || \(call) AS a")
    #expect(content.query == nil)
    #expect(content.problems.map(\.rule) == [.function])
    #expect(content.problems.first?.message.contains("set_config") == true)
  }

  @Test("what is named like such a function and is none of it is not refused")
  func others() throws {
    for text in [
      "SELECT :'a'::text AS \"set_config\", 'set_config(' AS t, set_config.a FROM set_config",
      "SELECT :'a'::text /* set_config() */ AS a, $$ lo_put(1) $$, random(), clock_timestamp(), count(*)",
      "SELECT mine.set_config(:'a'::text) AS a",
    ] {
      let content = small("SELECT :'a'::text AS a", text)
      #expect(!content.problems.contains { $0.rule == .function }, "\(content.problems)")
    }
  }

  @Test("the server is asked for functions of any name; those of others are found by schema and search path")
  func asked() throws {
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      try connection.script(
        """
        CREATE SCHEMA mine;
        CREATE FUNCTION mine.act(text) RETURNS text LANGUAGE sql AS 'SELECT $1';
        CREATE FUNCTION mine.calm(text) RETURNS text STABLE LANGUAGE sql AS 'SELECT $1';
        CREATE FUNCTION public.act_too(text) RETURNS text LANGUAGE sql AS 'SELECT $1';
        CREATE TABLE public.t (n integer);
        CREATE FUNCTION public.of_row(t) RETURNS text LANGUAGE sql AS 'SELECT ''x''';
        """)
      let cases: [(String, String?)] = [
        ("mine.act(:'a'::text)", "mine.act"), ("mine.\"act\" (:'a'::text)", "mine.act"),
        ("mine.calm(:'a'::text)", nil), ("act_too(:'a'::text)", "act_too"),
        ("public.act_too(:'a'::text)", "public.act_too"),
        ("(SELECT t.of_row FROM t) || :'a'::text", "of_row"),
        ("(SELECT max(t.n)::text FROM t) || :'a'::text", nil), ("random()::text || :'a'::text", nil),
        ("pg_control_system()::text || :'a'::text", "pg_control_system"),
        ("gen_random_uuid()::text || clock_timestamp()::text || :'a'::text", nil),
      ]
      for (text, name) in cases {
        let query = try #require(small("SELECT :'a'::text AS a", "SELECT \(text) AS a").query, "\(text)")
        let problems = try query.problems(on: connection).filter { $0.rule == .function }
        #expect(problems.count == (name == nil ? 0 : 1), "\(text): \(problems)")
        if let name {
          #expect(problems.first?.message.contains("function \(name) is") == true, "\(problems)")
        }
      }
    }
  }

  @Test("no report that is built in calls one")
  func builtIn() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      for query in QueryCatalog.embedded().queries {
        #expect(try query.functionProblems(on: connection) == [], "\(query.name)")
      }
    }
  }
}
