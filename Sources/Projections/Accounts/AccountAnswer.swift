import Compliance
import MAMEvents

/// The state of one account: section 5 of the state specification.
public struct AccountAnswer: Equatable, Sendable {
  /// The account itself.
  public var account: AccountRow
  /// Its installations, ordered by the UTF-8 bytes of app, then device.
  public var installations: [AccountInstallationRow]
}

/// An event of an account's history, with what it changed.
public struct HistoryEntry: Sendable {
  /// The event as the fold saw it.
  public var event: FoldEvent
  /// Its ordinal among the events of its row's account, in order of arrival, from 0; nil where this account is not its
  /// subject.
  public var accountVersion: Int64?
  /// Whether an event of this history that counts later arrived before it.
  public var isLate: Bool
  /// The bundle id.
  public var app: String?
  /// The producer's device identity.
  public var device: String?
  /// The record, as it is stored.
  public var record: String
  /// The personal values of the record that are still disclosed.
  public var disclosures: [DisclosedMember]
  /// What the event changed.
  public var changes: [NamedChange]
  /// The account after the event.
  public var after: AccountAnswer
}

/// A personal value of a record.
public struct DisclosedMember: Equatable, Sendable {
  /// The path of the member, such as `data.identity`.
  public var path: String
  /// The disclosure: base64url of the JSON array [salt, name, value].
  public var disclosure: String
}
