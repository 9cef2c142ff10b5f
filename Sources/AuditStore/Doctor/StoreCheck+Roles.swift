import Postgres

extension StoreCheck {
  /// What the roles of the store are, and what each may do.
  public static let roles: [StoreCheck] =
    [
      StoreCheck(
        "roles.attributes", "no role of the store logs in or has powers of its own",
        sql: """
          SELECT wanted || ' is missing'
              FROM unnest($1) AS wanted
              WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_roles AS r WHERE r.rolname = wanted)
          UNION ALL
          SELECT r.rolname || ' has ' || concat_ws(', ',
                  CASE WHEN r.rolcanlogin THEN 'LOGIN' END, CASE WHEN r.rolsuper THEN 'SUPERUSER' END,
                  CASE WHEN r.rolcreaterole THEN 'CREATEROLE' END, CASE WHEN r.rolcreatedb THEN 'CREATEDB' END,
                  CASE WHEN r.rolreplication THEN 'REPLICATION' END, CASE WHEN r.rolbypassrls THEN 'BYPASSRLS' END)
              FROM pg_catalog.pg_roles AS r
              WHERE r.rolname = ANY ($1)
                  AND (r.rolcanlogin OR r.rolsuper OR r.rolcreaterole OR r.rolcreatedb OR r.rolreplication
                      OR r.rolbypassrls)
          """, [.textArray(StoreRole.allCases.map(\.rawValue))],
        remedy: "run ALTER ROLE … NOLOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB NOREPLICATION NOBYPASSRLS"),
      StoreCheck(
        "roles.members", "no role of the store has the rights of another role",
        sql: """
          SELECT pg_catalog.pg_get_userbyid(m.member) || ' is a member of ' || pg_catalog.pg_get_userbyid(m.roleid)
              FROM pg_catalog.pg_auth_members AS m
              WHERE pg_catalog.pg_get_userbyid(m.member) = ANY ($1)
          """, [.textArray(StoreRole.allCases.map(\.rawValue))],
        remedy: "run REVOKE … FROM the role"),
    ] + StoreRole.allCases.map(grants) + [others]

  /// Whether a role may do exactly what it is for.
  private static func grants(of role: StoreRole) -> StoreCheck {
    let wanted = StoreGrants.expected[role, default: []].flatMap { grant in
      grant.objects.map { "\(grant.privilege) on \($0)" }
    }
    return StoreCheck(
      "grants.\(role.rawValue.dropFirst("mamaudit_".count))", "exactly what the role is for",
      sql: """
        WITH granted AS (\(StoreGrants.actual)), found (privilege) AS (
            SELECT DISTINCT g.privilege || ' on ' || g.object
                FROM granted AS g
                WHERE pg_catalog.pg_get_userbyid(g.grantee) = $1
        ), wanted (privilege) AS (SELECT unnest($2))
        SELECT $1 || ' lacks ' || w.privilege FROM wanted AS w WHERE w.privilege NOT IN (SELECT privilege FROM found)
        UNION ALL
        SELECT $1 || ' has ' || f.privilege FROM found AS f WHERE f.privilege NOT IN (SELECT privilege FROM wanted)
        """, [.text(role.rawValue), .textArray(wanted)],
      remedy: "GRANT what is lacking to the role, and REVOKE what is too much")
  }

  /// Whether nobody else was let in beside the roles; the views for reports may be granted to anybody.
  private static let others = StoreCheck(
    "grants.others", "nobody but the roles of the store is granted anything of the log",
    sql: """
      WITH granted AS (\(StoreGrants.actual))
      SELECT CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_catalog.pg_get_userbyid(g.grantee) END || ' has '
              || g.privilege || ' on ' || g.object
          FROM granted AS g
          WHERE (g.grantee = 0 OR pg_catalog.pg_get_userbyid(g.grantee) <> ALL ($1))
              AND NOT (g.object IN ('reporting.*', 'schema reporting') AND g.privilege IN ('SELECT', 'USAGE'))
      UNION ALL
      SELECT pg_catalog.pg_get_userbyid(g.grantee) || ' may pass on ' || g.privilege || ' on ' || g.object
          FROM granted AS g WHERE g.may_pass_on
      """, [.textArray(StoreRole.allCases.map(\.rawValue))],
    remedy: "REVOKE it, and grant the login one of the roles instead")
}

/// What each role may do: the product's grants as data, and those of a database as rows.
enum StoreGrants {
  /// A privilege on objects; `projection.*` and `reporting.*` are what is in those schemas.
  struct Grant {
    var privilege: String
    var objects: [String]

    init(_ privilege: String, _ objects: String...) {
      self.privilege = privilege
      self.objects = objects
    }
  }

  private static let catalogue = Grant(
    "SELECT", "audit.enumeration", "audit.event_flag", "audit.event_type", "audit.migration")

  /// The grants of each role, what it owns aside.
  static let expected: [StoreRole: [Grant]] = [
    .owner: [
      Grant(
        "SELECT", "audit.accounts", "audit.apps", "audit.devices", "audit.disclosures", "audit.events",
        "audit.extension_types", "audit.links", "audit.narrow", "audit.records", "projection.*"),
      Grant("USAGE", "schema projection"),
    ],
    .viewer: [
      Grant(
        "SELECT", "audit.account", "audit.app", "audit.device", "audit.disclosure", "audit.enumeration",
        "audit.event", "audit.event_flag", "audit.event_type", "audit.extension_type", "audit.link",
        "audit.log",
        "audit.logs"),
      Grant("USAGE", "schema audit"),
    ],
    .writer: [
      catalogue,
      Grant(
        "EXECUTE", "audit.append", "audit.known_positions", "audit.open_log", "audit.probe",
        "audit.resolve_names"),
      Grant("USAGE", "schema audit"),
    ],
    .reader: [
      catalogue,
      Grant(
        "SELECT", "audit.accounts", "audit.apps", "audit.devices", "audit.disclosures", "audit.events",
        "audit.extension_types", "audit.identities", "audit.links", "audit.logs", "audit.narrow",
        "audit.records",
        "projection.*", "reporting.*"),
      Grant("EXECUTE", "audit.record_json", "audit.rfc3339"),
      Grant("USAGE", "schema audit", "schema projection", "schema reporting"),
    ],
    .reporting: [
      Grant("SELECT", "reporting.*"), Grant("EXECUTE", "audit.record_json"),
      Grant("USAGE", "schema reporting"),
    ],
    .projector: [
      catalogue,
      Grant(
        "SELECT", "audit.accounts", "audit.apps", "audit.devices", "audit.extension_types",
        "audit.identities",
        "audit.links", "audit.logs", "audit.narrow", "audit.releases"),
      Grant("EXECUTE", "audit.record_attributes", "audit.record_json"),
      Grant("USAGE", "schema audit"),
    ],
    .sealer: [catalogue, Grant("SELECT", "audit.logs", "audit.records"), Grant("USAGE", "schema audit")],
    .keeper: [
      catalogue, Grant("SELECT", "audit.accounts", "audit.disclosures", "audit.links", "audit.logs"),
      Grant("EXECUTE", "audit.append_own"),
      Grant("USAGE", "schema audit"),
    ],
  ]

  /// The grants of the database, those of an owner on what it owns aside.
  static let actual = """
    SELECT a.grantee, a.privilege_type AS privilege, o.object, a.is_grantable AS may_pass_on
        FROM (
            SELECT n.nspacl, n.nspowner, 'schema ' || n.nspname
                FROM pg_catalog.pg_namespace AS n WHERE n.nspname IN ('audit', 'projection', 'reporting')
            UNION ALL
            SELECT c.relacl, c.relowner,
                    CASE n.nspname WHEN 'audit' THEN 'audit.' || c.relname ELSE n.nspname || '.*' END
                FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
                WHERE n.nspname IN ('audit', 'projection', 'reporting')
            UNION ALL
            SELECT t.attacl, 0, n.nspname || '.' || c.relname || '.' || t.attname
                FROM pg_catalog.pg_attribute AS t
                JOIN pg_catalog.pg_class AS c ON c.oid = t.attrelid
                JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
                WHERE n.nspname IN ('audit', 'projection', 'reporting')
            UNION ALL
            SELECT p.proacl, p.proowner, n.nspname || '.' || p.proname
                FROM pg_catalog.pg_proc AS p JOIN pg_catalog.pg_namespace AS n ON n.oid = p.pronamespace
                WHERE n.nspname IN ('audit', 'projection', 'reporting')
        ) AS o (acl, owner, object)
        CROSS JOIN LATERAL pg_catalog.aclexplode(o.acl) AS a
        WHERE a.grantee <> o.owner OR a.grantee = 0
    """
}
