import CLibpq

/// How far a transaction is kept apart from others that run at the same time.
public enum Isolation: String, Sendable {
  /// Each statement sees what was committed before it began.
  case readCommitted = "READ COMMITTED"
  /// All statements see what was committed before the first began.
  case repeatableRead = "REPEATABLE READ"
  /// As if the transactions had run one after the other; may fail with SQLSTATE 40001.
  case serializable = "SERIALIZABLE"
}

extension Connection {
  /// Whether a transaction is open, failed or not.
  public var isInTransaction: Bool {
    switch PQtransactionStatus(pointer) {
    case PQTRANS_INTRANS, PQTRANS_INERROR: true
    default: false
    }
  }

  /// Runs `body` in a transaction: commits when it returns, rolls back when it throws and passes its error on.
  ///
  /// - Throws: what `body` throws; `transactionAborted` where a statement failed and `body` returned all the same (nothing
  ///   is then committed); `invalidUse` inside another transaction (use `savepoint` there).
  @discardableResult
  public func transaction<R>(
    readOnly: Bool = false, isolation: Isolation = .readCommitted, _ body: () throws -> R
  ) throws -> R {
    guard !isInTransaction else {
      throw PostgresError(.invalidUse, "a transaction is open already; use a savepoint inside it")
    }
    try script("BEGIN ISOLATION LEVEL \(isolation.rawValue) \(readOnly ? "READ ONLY" : "READ WRITE")")
    let value: R
    do {
      value = try body()
    } catch {
      rollBack("ROLLBACK")
      throw error
    }
    // The server answers COMMIT of a failed transaction with ROLLBACK, which is no error to it.
    guard QueryResult(storage: ResultStorage(try end("COMMIT"))).commandTag == "COMMIT" else {
      throw PostgresError(
        .transactionAborted, "a statement of the transaction had failed, so nothing of it was committed")
    }
    return value
  }

  /// Runs `body` so that what it did is undone when it throws, while the transaction around it goes on.
  ///
  /// - Throws: what `body` throws; `invalidUse` outside of a transaction; `transactionAborted` where a statement failed and
  ///   `body` returned all the same.
  @discardableResult
  public func savepoint<R>(_ body: () throws -> R) throws -> R {
    guard isInTransaction else {
      throw PostgresError(.invalidUse, "a savepoint needs a transaction around it")
    }
    try script("SAVEPOINT mamaudit")
    let value: R
    do {
      value = try body()
    } catch {
      rollBack("ROLLBACK TO SAVEPOINT mamaudit; RELEASE SAVEPOINT mamaudit")
      throw error
    }
    guard PQtransactionStatus(pointer) != PQTRANS_INERROR else {
      rollBack("ROLLBACK TO SAVEPOINT mamaudit; RELEASE SAVEPOINT mamaudit")
      throw PostgresError(
        .transactionAborted, "a statement inside the savepoint had failed, so it was undone")
    }
    try script("RELEASE SAVEPOINT mamaudit")
    return value
  }

  /// Runs `body` with the rights of a role, as SET ROLE does, and goes back to the role before when it ends.
  @discardableResult
  public func withRole<R>(_ role: String, _ body: () throws -> R) throws -> R {
    try script("SET ROLE \(quotedIdentifier(role))")
    let depth = roles.count
    roles.append(role)
    let value: R
    do {
      value = try body()
    } catch {
      roles.removeLast(roles.count - depth)
      // In a failed transaction this fails too, and the rollback undoes the SET ROLE: it belongs to that transaction.
      rollBack(roleStatement)
      throw error
    }
    roles.removeLast(roles.count - depth)
    // In a failed transaction the rollback does it; `transaction` then says that it was aborted.
    if PQtransactionStatus(pointer) != PQTRANS_INERROR { PQclear(try end(roleStatement)) }
    return value
  }

  private var roleStatement: String {
    roles.last.map { "SET ROLE \(quotedIdentifier($0))" } ?? "RESET ROLE"
  }

  /// Undoes after a failure; an error here would hide the one that matters, and the server has undone by itself then.
  private func rollBack(_ sql: String) {
    guard PQstatus(pointer) == CONNECTION_OK, let result = try? end(sql) else { return }
    PQclear(result)
  }

  /// Executes what ends a piece of work, also where the work was stopped.
  private func end(_ sql: String) throws(PostgresError) -> OpaquePointer { try checked(PQexec(pointer, sql)) }
}

/// A name as SQL writes it, in double quotes, whatever is in it.
public func quotedIdentifier(_ name: String) -> String {
  var quoted = "\""
  // NUL ends a statement early in C: it is left out, and the server then finds no such name.
  for scalar in name.unicodeScalars where scalar != "\0" {
    quoted.unicodeScalars.append(scalar)
    if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
  }
  return quoted + "\""
}
