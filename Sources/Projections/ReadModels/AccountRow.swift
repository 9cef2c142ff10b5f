import Compliance
import MAMEvents

/// One account as reports give it: section 4 of the state specification.
public struct AccountRow: Equatable, Sendable {
  /// The number of the account in its log.
  public var id: AccountID
  /// The object id in lower case, or `upn:NAME`.
  public var account: String
  /// The last UPN given for it, as received; nil where none was given or it was erased.
  public var identity: String?
  /// The status over its installations.
  public var status: AccountStatus
  /// How many installations it is on.
  public var installations: Int64
  /// How many events have it as their subject.
  public var events: Int64
  /// The first of them, in fold order.
  public var firstEventAt: Timestamp?
  /// The last of them, in fold order.
  public var lastEventAt: Timestamp?
  /// How many findings about it are open that are violations or warnings; nil where they were not judged.
  public var openFindings: Int64?
}

/// An account on an installation as reports give it: table 1 of the state specification.
public struct AccountInstallationRow: Equatable, Sendable {
  /// The number of the account in its log.
  public var account: AccountID
  /// The numbers of app and device.
  public var installation: InstallationID
  /// The bundle id.
  public var app: String
  /// The producer's device identity.
  public var device: String
  /// The fields that events move.
  public var state: InstallationAccountState
  /// How many events of the account carry this app and device.
  public var events: Int64
  /// The last of them, in fold order.
  public var lastEventAt: Timestamp?
  /// The id of the policy that reached it last and was not removed since; no part of the read models, where it is nil.
  public var policyID: String?
}

/// A day at whose end an account had another status than at the end of the day before.
struct AccountDayRow: Equatable, Sendable {
  /// The number of the account in its log.
  var account: AccountID
  /// The day (UTC), in days since 1970-01-01.
  var day: Int32
  /// The status at its end; nil where there is no such account any more.
  var status: AccountStatus?
  /// The status at the end of the day before; nil where there was no such account.
  var previous: AccountStatus?
}

extension StatusDays {
  /// The rows of an account.
  func rows(of account: AccountID) -> [AccountDayRow] {
    var previous: AccountStatus?
    return turns.map { turn in
      defer { previous = turn.status }
      return AccountDayRow(account: account, day: turn.day, status: turn.status, previous: previous)
    }
  }
}

/// A wipe and how far it came.
public struct WipeRow: Equatable, Sendable {
  /// The number of the account in its log.
  public var accountID: AccountID
  /// The object id in lower case, or `upn:NAME`.
  public var account: String
  /// The last UPN given for the account, as received; nil where none was given or it was erased.
  public var identity: String?
  /// The place among the account's wipes, from 0.
  public var ordinal: Int32
  /// The number of the app; nil for a request over more than one app that met no installation.
  public var appID: Int32?
  /// The number of the device; nil for a request over more than one device that met no installation.
  public var deviceID: Int32?
  /// The bundle id.
  public var app: String?
  /// The producer's device identity.
  public var device: String?
  /// Who or what asked for it; nil where only the app's report of it is known.
  public var origin: String?
  /// The SDK's reason code.
  public var reasonCode: Int64?
  /// Why it was asked for: lost, stolen, leaver, other.
  public var why: String?
  /// The producer's id of the request.
  public var requestID: String?
  /// The last thing known of it: `requested`, `received`, `handled`, `failed` or `completed`.
  public var state: String
  /// When it was asked for.
  public var requestedAt: Timestamp?
  /// The position of the event that asked for it.
  public var requestedPosition: Int64?
  /// When the app received it.
  public var receivedAt: Timestamp?
  /// When the app's wipe delegate answered.
  public var handledAt: Timestamp?
  /// What the delegate answered; false leaves the files to the SDK.
  public var wiped: Bool?
  /// When it was confirmed.
  public var completedAt: Timestamp?
  /// When it failed last.
  public var failedAt: Timestamp?
}
