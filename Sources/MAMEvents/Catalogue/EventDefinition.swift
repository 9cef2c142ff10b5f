/// A type of event, as the catalogue knows it: what it needs, what its `data` holds, and what it means.
public struct EventDefinition: Sendable {
  /// Whether and how a type names an account by its `subject`.
  public enum AccountNeed: String, Sendable {
    /// A: refused without a usable subject.
    case required
    /// A?: kept without a subject, and listed as unattributed.
    case optional
    /// A? of an identity type: without a subject it speaks of nil or of no user.
    case identity
    /// An upstream record: a usable subject counts, its absence is nothing to report.
    case upstream
    /// Not marked A: a subject is kept and ignored.
    case none
  }

  /// Whether a type names an app by `appid`, or a device by `deviceid`.
  public enum Need: String, Sendable {
    /// P or D: refused without it.
    case required
    /// Taken where it is there.
    case optional
    /// Never taken.
    case none
  }

  /// The type.
  public let type: EventType
  /// The type's name on the wire.
  public let name: String
  /// The chapter of the catalogue.
  public let group: EventGroup
  /// How it names its account.
  public let account: AccountNeed
  /// Whether it names an app.
  public let app: Need
  /// Whether it names a device.
  public let device: Need
  /// The known members of `data`; others are kept too.
  public let members: [Member]
  /// What the event says, in one sentence.
  public let meaning: String

  /// Describes a type.
  init(
    _ type: EventType, _ name: String, _ group: EventGroup, account: AccountNeed = .required,
    app: Need = .required, device: Need = .required, _ meaning: String, _ members: [Member] = []
  ) {
    self.type = type
    self.name = name
    self.group = group
    self.account = account
    self.app = app
    self.device = device
    self.members = members + EventDefinition.common(account, group, members)
    self.meaning = meaning
  }

  /// What every type about an account may carry besides its own members: the account's UPN.
  ///
  /// It links the UPN to the object id and is the account's last known name whichever event brings it, and it must
  /// not enter a record in clear because a producer sends it with a type that does not list it.
  private static func common(_ account: AccountNeed, _ group: EventGroup, _ members: [Member]) -> [Member] {
    if account == .none || group == .upstream || group == .log { return [] }
    return members.contains { $0.name == Catalogue.identity.name } ? [] : [Catalogue.identity]
  }

  /// Whether `data` must be there, because one of its members must.
  public var requiresData: Bool { members.contains(where: \.isRequired) }

  /// The member that is the typed `code` column.
  public var code: Member? { members.first(where: \.isCode) }
}

/// A chapter of the catalogue.
public enum EventGroup: String, CaseIterable, Sendable {
  /// Sign-in, registration and enrollment.
  case enrollment
  /// Policy, restart and the app itself.
  case policy
  /// Tokens, conditional access and remediation.
  case compliance
  /// Wipes and the removal of data.
  case wipe
  /// Identities, blocks and views.
  case identity
  /// Data protection and transfer.
  case transfer
  /// Shared devices.
  case sharedDevice
  /// Records of the services, made by importers.
  case upstream
  /// The log's own events, written by the tool alone.
  case log
}
