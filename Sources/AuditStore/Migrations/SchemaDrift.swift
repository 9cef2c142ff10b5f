import Hashing
import Postgres

/// A difference between a database's schema and what the migrations make.
public struct SchemaDrift: Sendable, Hashable {
  /// What differs, such as `table audit.event` or `trigger audit.log.guard_log`.
  public var object: String
  /// Its definition by the migrations; nil where they do not make it.
  public var expected: String?
  /// Its definition in the database; nil where it is not there.
  public var found: String?
}

extension Migrator {
  /// Compares the live catalog with a scratch database that is built from the applied files and dropped again.
  ///
  /// - Parameter target: the database that the migrator's connection is connected to; the login may make databases.
  /// - Returns: the differences, ordered by object; none where the schema is as the files made it.
  /// - Throws: `MigrationError` where an applied file was edited or is missing, `PostgresError`.
  public func drift(target: ConnectionTarget) throws -> [SchemaDrift] {
    let status = try status()
    if let problem = status.problems.first { throw problem }
    let found = try Self.catalog(connection)
    let expected = try withScratchDatabase(target) { scratch in
      let migrator = try Migrator(scratch, migrations: migrations)
      for migration in migrations.prefix(status.applied.count) { try migrator.apply(migration) }
      return try Self.catalog(scratch)
    }
    return Set(expected.keys).union(found.keys)
      .filter { expected[$0] != found[$0] }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { SchemaDrift(object: $0, expected: expected[$0], found: found[$0]) }
  }

  private func withScratchDatabase<R>(
    _ target: ConnectionTarget, _ body: (Connection) throws -> R
  ) throws -> R {
    let name = "mamaudit_drift_" + (try secureRandomBytes(8)).withUnsafeBytes { Hex.encode($0) }
    let quoted = quotedIdentifier(name)
    try connection.script("CREATE DATABASE \(quoted) TEMPLATE template0 ENCODING 'UTF8'")
    let value: R
    do {
      value = try body(Connection(target.selecting(database: name), applicationName: "mamaudit drift"))
    } catch {
      _ = try? connection.script("DROP DATABASE \(quoted) WITH (FORCE)")
      throw error
    }
    try connection.script("DROP DATABASE \(quoted) WITH (FORCE)")
    return value
  }

  private static func catalog(_ connection: Connection) throws -> [String: String] {
    var objects: [String: String] = [:]
    for row in try connection.execute(CatalogSQL.describe) {
      objects[try row.text(0)] = try row.text(1)
    }
    return objects
  }
}

/// The statement that writes a schema down, one object a row.
enum CatalogSQL {
  /// Partitions, and the tables that rebuilds fill, are left out: logs and rebuilds make them, not the migrations.
  static let describe = """
    WITH schema AS (
      SELECT n.oid, n.nspname, n.nspowner, n.nspacl FROM pg_catalog.pg_namespace AS n
        WHERE n.nspname IN ('audit', 'projection', 'reporting')
    ), relation AS (
      SELECT c.oid, s.nspname || '.' || c.relname AS name, c.relkind, c.relowner, c.relacl, c.reloptions, c.relrowsecurity
        FROM pg_catalog.pg_class AS c JOIN schema AS s ON s.oid = c.relnamespace
        WHERE NOT c.relispartition AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
          AND NOT (s.nspname = 'projection' AND c.relkind = 'r' AND c.relname ~ '_[0-9]+_next$')
    )
    SELECT 'schema ' || s.nspname,
           concat_ws(' ', 'owner', pg_catalog.pg_get_userbyid(s.nspowner), 'grants',
             (SELECT string_agg(a::text, ' ' ORDER BY a::text) FROM unnest(s.nspacl) AS a))
      FROM schema AS s
    UNION ALL
    SELECT 'relation ' || r.name,
           concat_ws(' ', r.relkind, 'owner', pg_catalog.pg_get_userbyid(r.relowner), 'grants',
             (SELECT string_agg(a::text, ' ' ORDER BY a::text) FROM unnest(r.relacl) AS a),
             'options', array_to_string(r.reloptions, ','), r.relrowsecurity,
             CASE WHEN r.relkind IN ('v', 'm') THEN pg_catalog.pg_get_viewdef(r.oid) END)
      FROM relation AS r
    UNION ALL
    SELECT 'column ' || r.name || '.' || a.attname,
           concat_ws(' ', a.attnum, pg_catalog.format_type(a.atttypid, a.atttypmod),
             CASE WHEN a.attnotnull THEN 'not null' END, a.attidentity, a.attgenerated,
             'collation', (SELECT c.collname FROM pg_catalog.pg_collation AS c WHERE c.oid = a.attcollation),
             'default', pg_catalog.pg_get_expr(d.adbin, d.adrelid),
             'grants', (SELECT string_agg(x::text, ' ' ORDER BY x::text) FROM unnest(a.attacl) AS x))
      FROM relation AS r JOIN pg_catalog.pg_attribute AS a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_catalog.pg_attrdef AS d ON d.adrelid = r.oid AND d.adnum = a.attnum
      WHERE r.relkind IN ('r', 'p')
    UNION ALL
    SELECT 'constraint ' || r.name || '.' || c.conname, pg_catalog.pg_get_constraintdef(c.oid)
      FROM relation AS r JOIN pg_catalog.pg_constraint AS c ON c.conrelid = r.oid
    UNION ALL
    SELECT 'index ' || r.name || '.' || x.relname, pg_catalog.pg_get_indexdef(i.indexrelid) || ' valid ' || i.indisvalid
      FROM relation AS r JOIN pg_catalog.pg_index AS i ON i.indrelid = r.oid
      JOIN pg_catalog.pg_class AS x ON x.oid = i.indexrelid
    UNION ALL
    SELECT 'policy ' || r.name || '.' || p.polname,
           concat_ws(' ', p.polcmd::text, p.polpermissive, pg_catalog.pg_get_expr(p.polqual, p.polrelid), 'to',
             (SELECT string_agg(pg_catalog.pg_get_userbyid(m), ' ' ORDER BY 1) FROM unnest(p.polroles) AS m))
      FROM relation AS r JOIN pg_catalog.pg_policy AS p ON p.polrelid = r.oid
    UNION ALL
    SELECT 'trigger ' || r.name || '.' || t.tgname, pg_catalog.pg_get_triggerdef(t.oid) || ' enabled ' || t.tgenabled::text::text
      FROM relation AS r JOIN pg_catalog.pg_trigger AS t ON t.tgrelid = r.oid AND NOT t.tgisinternal
    UNION ALL
    SELECT 'function ' || s.nspname || '.' || p.proname || '(' || pg_catalog.pg_get_function_identity_arguments(p.oid) || ')',
           concat_ws(' ', 'owner', pg_catalog.pg_get_userbyid(p.proowner), 'grants',
             (SELECT string_agg(a::text, ' ' ORDER BY a::text) FROM unnest(p.proacl) AS a),
             pg_catalog.pg_get_functiondef(p.oid))
      FROM pg_catalog.pg_proc AS p JOIN schema AS s ON s.oid = p.pronamespace
    """
}
