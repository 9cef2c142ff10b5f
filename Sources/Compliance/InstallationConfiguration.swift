import MAMEvents

/// What an `app.configured` says of an installation; the last one stands as a whole.
public struct InstallationConfiguration: Equatable, Sendable {
  /// `settings.MultiIdentity`; nil where it is left out.
  public let multiIdentity: Bool?
  /// `settings.MultiManagedIdentities`; nil where it is left out.
  public let multiManagedIdentities: Bool?
  /// `settings.AutoEnrollOnLaunch`; nil where it is left out.
  public let autoEnrollOnLaunch: Bool?
  /// `settings.MAMPolicyRequired`; nil where it is left out.
  public let policyRequired: Bool?
  /// `platform` as received.
  public let platform: String?

  /// Reads the facts of an `app.configured`.
  public init(_ facts: Facts) {
    multiIdentity = facts.bool(.multiIdentity)
    multiManagedIdentities = facts.bool(.multiManagedIdentities)
    autoEnrollOnLaunch = facts.bool(.autoEnrollOnLaunch)
    policyRequired = facts.bool(.policyRequired)
    platform = facts.text(.platform)
  }

  /// Whether the first policy takes hold without a restart: the app waits for policy at launch, or is a .NET
  /// MAUI app.
  public var activatesAtOnce: Bool {
    (autoEnrollOnLaunch == true && policyRequired == true) || platform == "maui"
  }
}
