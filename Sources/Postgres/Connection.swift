import CLibpq

/// A connection to a PostgreSQL database, used by one thread or task at a time.
///
/// All calls block; from `async` code use `onDedicatedThread`. Parameters and results are binary, the session's time zone is
/// UTC and its encoding UTF-8. Only `canceller` may be used from other threads.
public final class Connection {
  let pointer: OpaquePointer
  let noticeBox: NoticeBox
  /// The types of the parameters of each prepared statement, by its name.
  var preparedTypes: [String: [OID]] = [:]
  /// The roles set by `withRole`, innermost last.
  var roles: [String] = []

  /// Cancels what this connection is doing; usable from any thread.
  public let canceller: Canceller

  /// Connects.
  ///
  /// - Parameters:
  ///   - target: where to.
  ///   - applicationName: what the server shows in `pg_stat_activity`, unless the target or PGAPPNAME says otherwise.
  /// - Throws: `PostgresError` with code `connectionFailed` or `authenticationFailed`.
  public init(_ target: ConnectionTarget, applicationName: String) throws(PostgresError) {
    let parameters = try target.parameters(applicationName: applicationName)
    guard let pointer = Self.connect(parameters) else {
      throw PostgresError(.connectionFailed, "out of memory while connecting")
    }
    guard PQstatus(pointer) == CONNECTION_OK else {
      let error = PostgresError.connecting(pointer)
      PQfinish(pointer)
      throw error
    }
    guard let cancel = PQgetCancel(pointer) else {
      PQfinish(pointer)
      throw PostgresError(.connectionFailed, "out of memory while connecting")
    }
    self.pointer = pointer
    canceller = Canceller(cancel)
    noticeBox = NoticeBox()
    noticeBox.attach(to: pointer)
    // Texts that the server makes of times must not depend on who asks.
    try script("SET TimeZone TO 'UTC'; SET DateStyle TO 'ISO, YMD'; SET IntervalStyle TO 'postgres'")
  }

  deinit { PQfinish(pointer) }

  private static func connect(_ parameters: [(keyword: String, value: String)]) -> OpaquePointer? {
    withCStrings(parameters.map(\.keyword)) { keywords in
      withCStrings(parameters.map(\.value)) { values in
        PQconnectdbParams(keywords, values, 1)
      }
    }
  }

  /// Executes one statement.
  ///
  /// - Parameters:
  ///   - sql: one statement; `$1` … stand for the parameters.
  ///   - parameters: at most 65,535; for many rows use arrays and `unnest`.
  @discardableResult
  public func execute(_ sql: String, _ parameters: [Parameter] = []) throws(PostgresError) -> QueryResult {
    try canceller.admit()
    let types = try Self.checkedTypes(parameters)
    let result = BoundParameters.with(parameters) { values, lengths, formats in
      PQexecParams(pointer, sql, Int32(parameters.count), types, values, lengths, formats, 1)
    }
    return QueryResult(storage: ResultStorage(try checked(result)))
  }

  /// Executes several statements separated by `;`, without parameters and without looking at what they return.
  ///
  /// Outside of a transaction they are one transaction, unless they say otherwise. Stops at the first error.
  public func script(_ sql: String) throws(PostgresError) {
    try canceller.admit()
    PQclear(try checked(PQexec(pointer, sql)))
  }

  /// Prepares a statement for the life of the connection.
  ///
  /// - Parameters:
  ///   - name: its name; preparing the same name twice is an error of the server (42P05).
  ///   - sql: one statement.
  ///   - types: the types of its parameters, in order.
  public func prepare(_ name: String, _ sql: String, types: [OID]) throws(PostgresError) {
    try canceller.admit()
    let numbers = types.map(\.rawValue)
    PQclear(try checked(PQprepare(pointer, name, sql, Int32(numbers.count), numbers)))
    preparedTypes[name] = types
  }

  /// Executes a prepared statement.
  @discardableResult
  public func executePrepared(_ name: String, _ parameters: [Parameter] = []) throws(PostgresError)
    -> QueryResult
  {
    try canceller.admit()
    guard let types = preparedTypes[name] else {
      throw PostgresError(.invalidUse, "no statement \(name) was prepared on this connection")
    }
    guard types == parameters.map(\.type) else {
      throw PostgresError(.invalidUse, "statement \(name) was prepared for parameters of other types")
    }
    let result = BoundParameters.with(parameters) { values, lengths, formats in
      PQexecPrepared(pointer, name, Int32(parameters.count), values, lengths, formats, 1)
    }
    return QueryResult(storage: ResultStorage(try checked(result)))
  }

  /// Executes one statement and passes its rows on one by one as they come, in constant memory.
  ///
  /// Where `row` throws, the statement is cancelled and the error passed on; inside a transaction that ends the transaction's
  /// usefulness, as any failed statement does.
  public func stream(
    _ sql: String, _ parameters: [Parameter] = [], _ row: (QueryRow) throws -> Void
  ) throws {
    try canceller.admit()
    let types = try Self.checkedTypes(parameters)
    let sent = BoundParameters.with(parameters) { values, lengths, formats in
      PQsendQueryParams(pointer, sql, Int32(parameters.count), types, values, lengths, formats, 1)
    }
    guard sent == 1, PQsetSingleRowMode(pointer) == 1 else { throw PostgresError.connection(pointer) }
    var columns: [QueryResult.Column]?
    while let result = PQgetResult(pointer) {
      guard PQresultStatus(result) == PGRES_SINGLE_TUPLE else {
        do { PQclear(try checked(result)) } catch {
          drain()
          throw error
        }
        continue
      }
      let storage = ResultStorage(result, columns: columns)
      columns = storage.columns
      do { try row(QueryRow(storage: storage, row: 0)) } catch {
        abandon()
        throw error
      }
    }
  }

  // MARK: -

  static func checkedTypes(_ parameters: [Parameter]) throws(PostgresError) -> [UInt32] {
    guard parameters.count <= 65_535 else {
      throw PostgresError(.invalidUse, "a statement takes at most 65,535 parameters, not \(parameters.count)")
    }
    return parameters.map(\.type.rawValue)
  }

  /// The result itself where it is one of success; otherwise clears it and throws what it says.
  func checked(_ result: OpaquePointer?) throws(PostgresError) -> OpaquePointer {
    guard let result else { throw PostgresError.connection(pointer) }
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
      return result
    case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
      PQclear(result)
      abandon()
      throw PostgresError(.invalidUse, "a COPY goes through copyIn or copyOut")
    default:
      let error = PostgresError(result: result, connection: pointer)
      PQclear(result)
      throw error
    }
  }

  /// Cancels the running statement and reads what is left of it, so that the connection can be used again.
  func abandon() {
    if PQtransactionStatus(pointer) == PQTRANS_ACTIVE { try? canceller.cancel() }
    drain()
  }

  /// Reads and drops what is left of the running statement, COPY data too.
  func drain() {
    while let result = PQgetResult(pointer) {
      let status = PQresultStatus(result)
      PQclear(result)
      if status == PGRES_COPY_IN {
        PQputCopyEnd(pointer, "the COPY was given up")
      } else if status == PGRES_COPY_OUT {
        var buffer: UnsafeMutablePointer<CChar>?
        while PQgetCopyData(pointer, &buffer, 0) > 0 { PQfreemem(buffer) }
      }
      if PQstatus(pointer) == CONNECTION_BAD { return }
    }
  }
}
