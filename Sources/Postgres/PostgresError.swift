/// Why the database, or the way to it, refused something.
///
/// `description` may be shown to anybody: it holds no parameter values, no payloads and no DETAIL, and no control characters.
/// `debugDescription` (and the properties) hold all that the server said, for the engineer.
public struct PostgresError: Error, Sendable, Equatable {
  /// What kind of failure it was.
  public enum Code: Sendable, Hashable {
    /// No server could be reached, or it refused the connection for another reason than who we are.
    case connectionFailed
    /// The server was reached and did not accept who we say we are.
    case authenticationFailed
    /// The connection broke while in use; whether the last statement was done is not known.
    case connectionLost
    /// The server refused a statement; `sqlState` says why.
    case server
    /// The statement was cancelled (SQLSTATE 57014), by a `Canceller` or by a statement time-out.
    case cancelled
    /// `transaction` could not commit, since a statement in it had failed and the failure was not passed on.
    case transactionAborted
    /// What came over the wire is not what the protocol says.
    case protocolViolation
    /// A value is not of the asked type, is null, or has no such column.
    case decoding
    /// The caller used the interface wrongly, such as a transaction inside a transaction.
    case invalidUse
  }

  /// What kind of failure it was.
  public var code: Code
  /// The five characters of SQLSTATE, where a server gave them.
  public var sqlState: String?
  /// The primary message of the server, or ours; it may hold values that a statement was given.
  public var message: String
  /// The server's DETAIL; may hold the values of a row.
  public var detail: String?
  /// The server's HINT.
  public var hint: String?
  /// Where in the statement, in characters from 1.
  public var position: Int?
  /// The server's CONTEXT: the call stack of functions, or the line of a COPY.
  public var context: String?
  /// The schema of the object that the error is about.
  public var schema: String?
  /// The table that the error is about.
  public var table: String?
  /// The column that the error is about.
  public var column: String?
  /// The constraint that was violated.
  public var constraint: String?

  /// Makes an error that did not come from a server.
  public init(_ code: Code, _ message: String, sqlState: String? = nil, hint: String? = nil) {
    self.code = code
    self.message = message
    self.sqlState = sqlState
    self.hint = hint
  }
}

extension PostgresError: CustomStringConvertible, CustomDebugStringConvertible {
  /// One line that is safe to show: kind, SQLSTATE, message without values, constraint and hint.
  public var description: String {
    var text: String
    if let sqlState, sqlState.hasPrefix("22") {
      // The primary message of a data exception quotes the value ("invalid input syntax for type uuid: …").
      text = "a value was refused by the database"
    } else {
      text = message.withoutControlCharacters
    }
    if let sqlState {
      text += " (SQLSTATE \(sqlState)"
      if let constraint { text += ", constraint \(constraint)" }
      text += ")"
    }
    if let hint { text += "; hint: \(hint)" }
    return text.withoutControlCharacters
  }

  /// Everything that is known, with values: not for logs.
  public var debugDescription: String {
    let parts: [(String, String?)] = [
      ("sqlState", sqlState), ("message", message), ("detail", detail), ("hint", hint),
      ("position", position.map(String.init)), ("context", context), ("schema", schema), ("table", table),
      ("column", column), ("constraint", constraint),
    ]
    let known = parts.compactMap { name, value in value.map { "\(name): \(String(reflecting: $0))" } }
    return "PostgresError(\(code), \(known.joined(separator: ", ")))"
  }
}

extension String {
  /// The text on one line: runs of control characters (C0, DEL, C1) become one space, none at the ends.
  var withoutControlCharacters: String {
    var cleaned = String.UnicodeScalarView()
    var pendingSpace = false
    for scalar in unicodeScalars {
      if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
        pendingSpace = !cleaned.isEmpty
      } else {
        if pendingSpace { cleaned.append(" ") }
        pendingSpace = false
        cleaned.append(scalar)
      }
    }
    return String(cleaned)
  }
}
