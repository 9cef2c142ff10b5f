import MAMEvents

/// An installation (an app on a device) as reports give it: section 2 of the state specification.
///
/// Accounts stand as `account` does everywhere: the object id in lower case, or `upn:NAME`.
public struct InstallationRow: Equatable, Sendable {
  /// The numbers of app and device.
  public var id: InstallationID
  /// The bundle id.
  public var app: String
  /// The producer's device identity.
  public var device: String
  /// The last UPN given for the account of ``uiIdentity``, or where that is nil for the only enrolled account; nil
  /// where there is no such account, none was given for it, or it was erased.
  public var identity: String?
  /// The identity of the user interface, that of the process where none is set.
  public var uiIdentity: String?
  /// The identity of the process.
  public var processIdentity: String?
  /// The identity of the thread.
  public var threadIdentity: String?
  /// What the app did last.
  public var phase: String?
  /// `MultiIdentity` of the last configuration.
  public var multiIdentity: Bool?
  /// `MultiManagedIdentities` of the last configuration.
  public var multiManagedIdentities: Bool?
  /// `AutoEnrollOnLaunch` of the last configuration.
  public var autoEnrollOnLaunch: Bool?
  /// `MAMPolicyRequired` of the last configuration.
  public var policyRequired: Bool?
  /// The platform of the last configuration.
  public var platform: String?
  /// Accounts whose enrollment here is `enrolled` or `unenrolling`.
  public var enrolledAccounts: [String]
  /// The shared device's user as this app last saw it.
  public var sharedUser: String?
  /// Accounts whose data this app has still to clear.
  public var cleanupPending: [String]
}

/// A device as reports give it: section 3 of the state specification.
public struct DeviceRow: Equatable, Sendable {
  /// The number of the device.
  public var id: Int32
  /// The producer's device identity.
  public var device: String
  /// `unknown`, `default` or `shared`.
  public var mode: String
  /// The shared device's user as any app last saw it.
  public var sharedUser: String?
  /// The bundle ids seen.
  public var apps: [String]
  /// For each bundle id, the accounts whose data is still to be cleared.
  public var cleanupPending: [String: [String]]
  /// Why the service flagged the device; empty until registrations are imported.
  public var flaggedReasons: [String]
}
