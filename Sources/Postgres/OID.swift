/// The number by which PostgreSQL knows a data type (`pg_type.oid`); built-in types have the same one in every server.
public struct OID: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible
{
  /// The number itself.
  public let rawValue: UInt32

  /// Makes a type from its number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Makes a type from a literal number.
  public init(integerLiteral value: UInt32) {
    self.rawValue = value
  }

  /// The number in decimal.
  public var description: String { String(rawValue) }

  /// No type given: the server infers it.
  public static let unspecified: OID = 0
  /// The type boolean.
  public static let bool: OID = 16
  /// The type bytea.
  public static let bytea: OID = 17
  /// The type "char", one byte.
  public static let char: OID = 18
  /// The type name.
  public static let name: OID = 19
  /// The type bigint.
  public static let int8: OID = 20
  /// The type smallint.
  public static let int2: OID = 21
  /// The type integer.
  public static let int4: OID = 23
  /// The type text.
  public static let text: OID = 25
  /// The type oid.
  public static let oid: OID = 26
  /// The type json.
  public static let json: OID = 114
  /// The type real.
  public static let float4: OID = 700
  /// The type double precision.
  public static let float8: OID = 701
  /// The type of a literal that nothing has given a type yet.
  public static let unknown: OID = 705
  /// The type inet.
  public static let inet: OID = 869
  /// The type cidr.
  public static let cidr: OID = 650
  /// The type character(n).
  public static let bpchar: OID = 1042
  /// The type character varying.
  public static let varchar: OID = 1043
  /// The type date.
  public static let date: OID = 1082
  /// The type time without time zone.
  public static let time: OID = 1083
  /// The type timestamp without time zone.
  public static let timestamp: OID = 1114
  /// The type timestamp with time zone.
  public static let timestamptz: OID = 1184
  /// The type interval.
  public static let interval: OID = 1186
  /// The type numeric.
  public static let numeric: OID = 1700
  /// The type void, what a function without a result returns.
  public static let void: OID = 2278
  /// The type uuid.
  public static let uuid: OID = 2950
  /// The type jsonb.
  public static let jsonb: OID = 3802
  /// The type regclass.
  public static let regclass: OID = 2205

  /// The type boolean[].
  public static let boolArray: OID = 1000
  /// The type bytea[].
  public static let byteaArray: OID = 1001
  /// The type "char"[].
  public static let charArray: OID = 1002
  /// The type name[].
  public static let nameArray: OID = 1003
  /// The type smallint[].
  public static let int2Array: OID = 1005
  /// The type integer[].
  public static let int4Array: OID = 1007
  /// The type text[].
  public static let textArray: OID = 1009
  /// The type character varying[].
  public static let varcharArray: OID = 1015
  /// The type bigint[].
  public static let int8Array: OID = 1016
  /// The type double precision[].
  public static let float8Array: OID = 1022
  /// The type oid[].
  public static let oidArray: OID = 1028
  /// The type date[].
  public static let dateArray: OID = 1182
  /// The type timestamp with time zone[].
  public static let timestamptzArray: OID = 1185
  /// The type numeric[].
  public static let numericArray: OID = 1231
  /// The type uuid[].
  public static let uuidArray: OID = 2951
  /// The type jsonb[].
  public static let jsonbArray: OID = 3807
}
