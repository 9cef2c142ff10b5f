import Postgres

extension StoredQuery {
  /// The volatile functions that the statement calls, by what the server knows of functions; the harmless aside.
  ///
  /// It is asked by name, as the server finds functions by name: of those in the schema that is written, or else in those
  /// that are searched. Several functions may share a name: one that is volatile is enough.
  ///
  /// - Returns: A problem for each; empty if there is none.
  /// - Throws: `PostgresError` when the server cannot be asked.
  public func functionProblems(on connection: Connection) throws(PostgresError) -> [QueryProblem] {
    let calls = FunctionCall.all(in: SQLLexer.tokens(sql[...], line: line))
    if calls.isEmpty { return [] }
    let rows = try connection.execute(
      Self.volatileCalls,
      [
        .textArray(calls.map(\.name)), .textArray(calls.map { $0.schema ?? "" }),
        .textArray(calls.map { $0.isField ? "field" : "call" }),
        .textArray(VolatileFunctions.harmless.sorted()),
      ])
    var problems = [QueryProblem]()
    var seen = Set<String>()
    for row in rows {
      let call = calls[Int(try row.int64(0)) - 1]
      let message = VolatileFunctions.message(call)
      guard seen.insert(message).inserted else { continue }
      problems.append(QueryProblem(file: file, line: call.line, rule: .function, message: message))
    }
    return problems
  }

  /// Which calls name a volatile function.
  ///
  /// `$1` names, `$2` schemas or '', `$3` `call` or `field`, `$4` harmless functions.
  private static let volatileCalls = """
    SELECT DISTINCT c.number
        FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS c (name, schema, kind, number)
        -- The server cuts names after 63 bytes.
        JOIN pg_catalog.pg_proc AS p ON p.proname OPERATOR(pg_catalog.=) c.name::pg_catalog.name
        JOIN pg_catalog.pg_namespace AS n ON n.oid OPERATOR(pg_catalog.=) p.pronamespace
        LEFT JOIN pg_catalog.pg_type AS t
            ON p.pronargs OPERATOR(pg_catalog.=) 1 AND t.oid OPERATOR(pg_catalog.=) p.proargtypes[0]
        WHERE p.provolatile OPERATOR(pg_catalog.=) 'v'
            AND CASE
                WHEN c.schema OPERATOR(pg_catalog.=) ''
                    THEN n.nspname OPERATOR(pg_catalog.=) ANY (pg_catalog.current_schemas(true))
                ELSE n.nspname OPERATOR(pg_catalog.=) c.schema::pg_catalog.name
            END
            AND NOT (
                n.nspname OPERATOR(pg_catalog.=) 'pg_catalog'
                AND p.proname OPERATOR(pg_catalog.=) ANY ($4::pg_catalog.name[])
            )
            -- (row).name calls a function of one row, or of anything.
            AND (c.kind OPERATOR(pg_catalog.=) 'call' OR t.typtype IN ('c', 'p'))
        ORDER BY c.number
    """
}
