import FoundationEssentials
import MAMEvents
import Postgres

/// Why a batch was not appended; nothing of it was written.
public enum AppendError: Error, Sendable, Hashable {
  /// The account's last event is not the one that the caller knew.
  case wrongExpectedVersion(account: AccountName, expected: Int64, found: Int64)
  /// Another append has held the log for too long.
  case logBusy
  /// Another event of the types of the log's own that were to be appended is in the log since the caller looked.
  case overtaken
  /// The batch claims what the store never gave, or holds an event that the log alone writes.
  case refused(String)
}

extension AppendError: CustomStringConvertible {
  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .wrongExpectedVersion(_, let expected, let found):
      "the account is at version \(found), not at \(expected); read it again and decide anew"
    case .logBusy:
      "another append has held the log for more than 30 s; try again"
    case .overtaken:
      "somebody else wrote such an event at the same time; nothing was written: look again and decide anew"
    case .refused(let reason):
      "the batch was refused: \(reason)"
    }
  }
}

extension AppendError {
  /// What the server's error means for an append; nil where it means nothing of its own.
  init?(_ error: PostgresError, accounts: [Int32: AccountName]) {
    switch error.sqlState {
    case "MA001":
      struct Detail: Decodable {
        var account: Int32
        var expected: Int64
        var found: Int64
      }
      guard
        let detail = try? JSONDecoder().decode(Detail.self, from: Data((error.detail ?? "").utf8)),
        let account = accounts[detail.account]
      else { return nil }
      self = .wrongExpectedVersion(account: account, expected: detail.expected, found: detail.found)
    case "MA002", "MA003": self = .refused(error.message)
    case "MA004": self = .overtaken
    case "55P03": self = .logBusy
    default: return nil
    }
  }
}
