import CLibpq

extension PostgresError {
  /// What a failed result says.
  init(result: OpaquePointer, connection: OpaquePointer) {
    func field(_ code: Int) -> String? { PQresultErrorField(result, Int32(code)).map { String(cString: $0) } }
    let state = field(DIAG_SQLSTATE)
    let fallback = String(cString: PQresultErrorMessage(result))
    let code: Code =
      if PQstatus(connection) == CONNECTION_BAD {
        .connectionLost
      } else if state == "57014" {
        .cancelled
      } else {
        state == nil ? .protocolViolation : .server
      }
    self.init(code, field(DIAG_MESSAGE_PRIMARY) ?? fallback, sqlState: state)
    detail = field(DIAG_MESSAGE_DETAIL)
    hint = field(DIAG_MESSAGE_HINT)
    position = field(DIAG_STATEMENT_POSITION).flatMap { Int($0) }
    context = field(DIAG_CONTEXT)
    schema = field(DIAG_SCHEMA_NAME)
    table = field(DIAG_TABLE_NAME)
    column = field(DIAG_COLUMN_NAME)
    constraint = field(DIAG_CONSTRAINT_NAME)
  }

  /// What a connection says for which there is no result.
  static func connection(_ connection: OpaquePointer) -> PostgresError {
    let lost = PQstatus(connection) == CONNECTION_BAD
    return PostgresError(
      lost ? .connectionLost : .protocolViolation, String(cString: PQerrorMessage(connection)))
  }

  /// Why a connection was not made; libpq 15 gives no SQLSTATE here, only the message.
  static func connecting(_ connection: OpaquePointer) -> PostgresError {
    let message = String(cString: PQerrorMessage(connection))
    let refused =
      PQconnectionNeedsPassword(connection) == 1
      || ["authentication failed", "pg_hba.conf", "no password supplied"].contains { message.contains($0) }
      || (message.contains("role \"") && message.contains("does not exist"))
    // One line for each address that was tried, and a question on a line of its own.
    let lines = message.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
    return PostgresError(
      refused ? .authenticationFailed : .connectionFailed, lines.joined(separator: "; "))
  }
}

extension String {
  /// Whether `other` occurs in the text, compared byte by byte.
  func contains(_ other: String) -> Bool {
    let wanted = Array(other.utf8)
    let bytes = Array(utf8)
    guard wanted.count <= bytes.count else { return false }
    return (0...(bytes.count - wanted.count)).contains { bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }
  }
}
