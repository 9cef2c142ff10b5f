import CLibpq

extension Connection {
  /// What the server knows of a statement without running it.
  public struct StatementDescription: Hashable, Sendable {
    /// The types of `$1` …, given or inferred.
    public let parameters: [OID]
    /// The columns of its result; none for a statement that returns no rows.
    public let columns: [QueryResult.Column]
  }

  /// Prepares a statement, without running it, and says its parameters and columns.
  ///
  /// - Parameters:
  ///   - sql: one statement.
  ///   - types: the types of its parameters where they are to be given; `OID.unspecified` lets the server infer one.
  public func describe(_ sql: String, types: [OID] = []) throws(PostgresError) -> StatementDescription {
    let numbers = types.map(\.rawValue)
    PQclear(try checked(PQprepare(pointer, "", sql, Int32(numbers.count), numbers)))
    let result = try checked(PQdescribePrepared(pointer, ""))
    defer { PQclear(result) }
    return StatementDescription(
      parameters: (0..<PQnparams(result)).map { OID(rawValue: PQparamtype(result, $0)) },
      columns: ResultStorage.columns(of: result))
  }

  /// The server's version as a number: 150_018 is 15.18.
  public var serverVersion: Int { Int(PQserverVersion(pointer)) }

  /// The process of the server that serves this connection.
  public var backendProcess: Int32 { PQbackendPID(pointer) }

  /// The database that it is connected to.
  public var databaseName: String { PQdb(pointer).map { String(cString: $0) } ?? "" }

  /// The user that it is connected as.
  public var userName: String { PQuser(pointer).map { String(cString: $0) } ?? "" }

  /// The host name, address, or directory of the Unix socket.
  public var host: String { PQhost(pointer).map { String(cString: $0) } ?? "" }

  /// The port.
  public var port: String { PQport(pointer).map { String(cString: $0) } ?? "" }
}
