import CLibpq

/// What a statement returned: rows in binary, all in memory.
public struct QueryResult: RandomAccessCollection {
  /// A column of a result.
  public struct Column: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// Its type.
    public let type: OID
  }

  let storage: ResultStorage

  /// The columns, in order.
  public var columns: [Column] { storage.columns }

  /// The command and its counts as the server names them: `INSERT 0 3`, `SELECT 5`.
  public var commandTag: String { String(cString: PQcmdStatus(storage.pointer)) }

  /// How many rows an INSERT, UPDATE, DELETE, MERGE, SELECT or COPY touched; 0 for all else.
  public var affectedRows: Int { Int(String(cString: PQcmdTuples(storage.pointer))) ?? 0 }

  /// The index of the first row: 0.
  public var startIndex: Int { 0 }

  /// The number of rows.
  public var endIndex: Int { storage.rowCount }

  /// A row by its number from 0.
  public subscript(row: Int) -> QueryRow {
    precondition(indices.contains(row), "no such row")
    return QueryRow(storage: storage, row: Int32(row))
  }

  /// The index of a column by name; nil where there is none.
  public func index(ofColumn name: String) -> Int? { columns.firstIndex { $0.name == name } }

  /// The one row of a result that must have exactly one.
  ///
  /// - Throws: `PostgresError` with code `decoding` where it has none or several.
  public func single() throws(PostgresError) -> QueryRow {
    guard count == 1 else { throw PostgresError(.decoding, "one row was expected, \(count) came") }
    return self[0]
  }
}

/// A row of a result; it keeps the result alive.
public struct QueryRow: BinaryRow {
  let storage: ResultStorage
  let row: Int32

  /// How many columns the row has.
  public var columnCount: Int { storage.columns.count }

  /// The columns, in order.
  public var columns: [QueryResult.Column] { storage.columns }

  /// The bytes of a column, nil for NULL, valid as long as the row.
  public func field(_ column: Int) throws(PostgresError) -> UnsafeRawBufferPointer? {
    guard storage.columns.indices.contains(column) else {
      throw PostgresError(.decoding, "there is no column \(column); there are \(columnCount)")
    }
    let index = Int32(column)
    if PQgetisnull(storage.pointer, row, index) != 0 { return nil }
    let length = Int(PQgetlength(storage.pointer, row, index))
    return UnsafeRawBufferPointer(start: PQgetvalue(storage.pointer, row, index), count: length)
  }

  /// The type of a column.
  public func type(ofColumn column: Int) -> OID? {
    storage.columns.indices.contains(column) ? storage.columns[column].type : nil
  }

  /// The value of a column in the form of its type, for rendering.
  public func value(_ column: Int) throws(PostgresError) -> PostgresValue {
    guard let bytes = try field(column) else { return .null }
    return try PostgresValue(bytes, type: storage.columns[column].type)
  }
}

extension QueryResult {
  /// The value at a row and column in the form of its type, for rendering.
  public func value(_ row: Int, _ column: Int) throws(PostgresError) -> PostgresValue {
    try self[row].value(column)
  }
}

/// Owns a `PGresult` whose fields are all binary.
final class ResultStorage {
  let pointer: OpaquePointer
  let rowCount: Int
  let columns: [QueryResult.Column]

  /// Takes over the result.
  init(_ pointer: OpaquePointer, columns known: [QueryResult.Column]? = nil) {
    self.pointer = pointer
    rowCount = Int(PQntuples(pointer))
    columns = known ?? Self.columns(of: pointer)
  }

  deinit { PQclear(pointer) }

  static func columns(of pointer: OpaquePointer) -> [QueryResult.Column] {
    (0..<PQnfields(pointer)).map { index in
      QueryResult.Column(
        name: PQfname(pointer, index).map { String(cString: $0) } ?? "",
        type: OID(rawValue: PQftype(pointer, index)))
    }
  }
}
