import Arguments
import AuditStore
import Postgres
import PrivateCluster
import Projections
import QueryCatalog

/// Turns an error into what is said on standard error, and the exit code.
enum Failure {
  static func exit(for error: any Error) -> CommandExit {
    if InterruptHandler.shared.isInterrupted { return CommandExit(.interrupted, "interrupted") }
    switch error {
    case let error as PostgresError: return postgres(error)
    case let error as ClusterError: return said(.store, error.description)
    case let error as MigrationError: return said(.integrity, error.description)
    case let error as SchemaBehind: return said(.store, error.description)
    case let error as LogSelection.Refusal: return said(error.code, error.description)
    case let error as TimeExpression.Refusal: return said(.usage, error.description)
    case let error as PageCursor.Refusal: return said(.usage, error.description)
    case let error as IngestError:
      // What can be done about the cause stands on the lines behind the first.
      let advice = exit(for: error.cause).message.split(separator: "\n").dropFirst()
      return said(
        exit(for: error.cause).code, ([error.description] + advice.map(String.init)).joined(separator: "\n"))
    case let error as FileError: return said(error.isInput ? .usage : .output, error.description)
    case let error as OutputFailure: return said(.output, error.description)
    case let error as UnknownAccount: return said(.findings, error.description)
    case let error as UnseenName: return said(.findings, error.description)
    case let error as AmbiguousAccount: return said(.usage, error.description)
    case let error as QueryCatalog.UnknownQuery:
      return said(.usage, error.description + "\n'mamaudit query list' lists the reports.")
    case let error as SchemaReportingCommand.UnknownView: return said(.usage, error.description)
    case let error as SchemaEventsCommand.UnknownType: return said(.usage, error.description)
    case let error as QueryArgumentError: return said(.usage, error.description)
    case let error as QueryProblems: return said(.output, error.description)
    case let error as QueryProblem: return said(.output, error.description)
    case let error as RulesFile.Refusal: return said(.usage, error.description)
    case let error as FindingAnswer.Unknown: return said(.findings, error.description)
    case let error as FindingsAcknowledgeCommand.Refusal: return said(.findings, error.description)
    case let error as AppendError: return said(.output, error.description)
    case let error as ProjectionsLocked: return said(.store, error.description)
    case let error as ProjectionsFailed: return said(exit(for: error.first).code, error.description)
    case let error as ReportRefused: return said(.output, error.description)
    case let error as ReportEnded: return said(.output, error.description)
    case let error as QueryFiles.Unreadable: return said(.usage, error.description)
    default: return said(.output, String(describing: error))
    }
  }

  private static func said(_ code: ExitCode, _ text: String) -> CommandExit {
    CommandExit(code, "error: " + text)
  }

  private static func postgres(_ error: PostgresError) -> CommandExit {
    switch error.code {
    case .connectionFailed, .authenticationFailed, .connectionLost:
      return said(.store, error.description + "\nCheck --database, DATABASE_URL or the PG* variables.")
    case .cancelled:
      return said(.output, error.description)
    default:
      // 42501: insufficient privilege; 28xxx: authorisation; 57P0x and 08xxx: the server went away.
      let state = error.sqlState ?? ""
      if state == "42501" {
        return said(.store, error.description + "\n" + remedy(forRefusal: error))
      }
      if state == "25006" {
        return said(
          .store,
          error.description + "\n"
            + "The server takes no changes: it is a standby, or default_transaction_read_only is on. Name the primary."
        )
      }
      if state.hasPrefix("28") || state.hasPrefix("08") || state.hasPrefix("57P") {
        return said(.store, error.description)
      }
      return said(.output, error.description)
    }
  }

  /// What to do about a refusal: the server quotes the role that the login lacks.
  private static func remedy(forRefusal error: PostgresError) -> String {
    let roles = error.message.split(separator: "\"").map(String.init).compactMap(StoreRole.init)
    guard let role = roles.first else {
      return
        "The login needs a role: mamaudit_reader to read, mamaudit_writer to append, mamaudit_keeper to set rules."
    }
    if role == .owner {
      return "Migrations are applied by a superuser, or by a login that owns the database and has CREATEROLE."
    }
    return "The login needs that role: GRANT \(role.rawValue) TO it."
  }
}
