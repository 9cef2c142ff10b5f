import MAMEvents

/// C10: an app that is denied a token for want of app protection must have told MSAL that it can be protected.
///
/// It is judged over the installation: a denial need not name an account.
struct CapabilityRule: Sendable {
  /// Whether the last configuration declares the capability; nil before the first.
  private var isCapable: Bool?

  mutating func judge(_ moment: InstallationMoment, _ ledger: inout FindingLedger) {
    switch moment.type {
    case .appConfigured:
      isCapable = (moment.event.facts.texts(.clientCapabilities) ?? [])
        .contains { $0.lowercased() == "protapp" }
    case .tokenDenied:
      guard isCapable == false, moment.event.facts.bool(.appProtectionDenial) == true else { return }
      ledger.report(
        .c10,
        FindingScope(
          account: moment.event.account.map { .account($0) }, app: moment.event.app,
          device: moment.event.device))
    default:
      break
    }
  }
}
