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
    case let error as IngestError: return said(exit(for: error.cause).code, error.description)
    case let error as FileError: return said(error.isInput ? .usage : .output, error.description)
    case let error as OutputFailure: return said(.output, error.description)
    case let error as UnknownAccount: return said(.findings, error.description)
    case let error as AmbiguousAccount: return said(.usage, error.description)
    case let error as QueryCatalog.UnknownQuery:
      return said(.usage, error.description + "\n'mamaudit query list' lists the reports.")
    case let error as QueryArgumentError: return said(.usage, error.description)
    case let error as QueryProblem: return said(.output, error.description)
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
        return said(
          .store,
          error.description + "\nThe login needs the role of this command, such as mamaudit_reader: GRANT it."
        )
      }
      if state.hasPrefix("28") || state.hasPrefix("08") || state.hasPrefix("57P") {
        return said(.store, error.description)
      }
      return said(.output, error.description)
    }
  }
}
