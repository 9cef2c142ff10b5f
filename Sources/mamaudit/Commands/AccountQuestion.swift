import Arguments
import AuditStore
import MAMEvents
import Projections

/// What the commands about one account have in common: the account, the log and the bounds of time.
struct AccountQuestion {
  let session: Session
  let log: Log
  let account: AccountID
  let reader: AccountReader
  let header: AnswerHeader

  /// Finds the log and the account, and answers with the rights of a reader.
  static func ask<R>(
    _ account: String, store: StoreOptions, time: TimeOptions, output: Output,
    _ body: (AccountQuestion) throws -> R
  ) throws -> R {
    let session = try Session(store)
    let log = try LogSelection.one(session, store)
    return try session.reading {
      let (scope, asOf, knownAt) = try session.scope(of: log, time, zone: output.zone)
      let found = try AccountLookup(connection: session.connection, scope: scope).find(account)
      let lastKnown = try LogReader(session.connection).recordedAt(scope.size - 1, in: log.id)
      let knownTime = knownAt ?? lastKnown
      let header = AnswerHeader(
        tenant: log.tenant, asOf: asOf,
        knownTime: knownTime,
        knownSize: scope.size, lastRecordedAt: lastKnown)
      return try body(
        AccountQuestion(
          session: session, log: log, account: found,
          reader: AccountReader(connection: session.connection, scope: scope), header: header))
    }
  }
}

/// The account that a command is about.
struct AccountArgument: ParsableArguments {
  @Argument(help: "Object id, UPN or homeAccountId, in any casing.")
  var account: String
}
