import Postgres

/// A PostgreSQL type that a parameter or a result column of a query may have, by its name in SQL.
public enum SQLType: String, Sendable, CaseIterable {
  case text, uuid, timestamptz, date, boolean, smallint, integer, bigint, numeric, json, jsonb, bytea
  case doublePrecision = "double precision"
  case textArray = "text[]"

  /// The server's number for the type.
  public var oid: OID {
    switch self {
    case .text: .text
    case .uuid: .uuid
    case .timestamptz: .timestamptz
    case .date: .date
    case .boolean: .bool
    case .smallint: .int2
    case .integer: .int4
    case .bigint: .int8
    case .numeric: .numeric
    case .json: .json
    case .jsonb: .jsonb
    case .bytea: .bytea
    case .doublePrecision: .float8
    case .textArray: .textArray
    }
  }

  /// Whether a column of the type can be one of a keyset: its values have an order, and are whole as text.
  var isForKeysets: Bool {
    switch self {
    case .text, .uuid, .timestamptz, .date, .boolean, .smallint, .integer, .bigint, .numeric,
      .doublePrecision:
      true
    case .json, .jsonb, .bytea, .textArray: false
    }
  }

  /// Whether a parameter may be of the type: its values can be read from a word.
  public var isForParameters: Bool {
    switch self {
    case .text, .uuid, .timestamptz, .bigint, .integer, .boolean, .date, .doublePrecision: true
    case .smallint, .numeric, .json, .jsonb, .bytea, .textArray: false
    }
  }
}
