import MAMEvents

extension AccountState {
  /// The installations that give the account its status, by number of app and device.
  public var statusGrounds: [InstallationID] {
    let status = status
    return installations.filter { $0.value.state.status == status }.map(\.key)
      .sorted { ($0.app, $0.device) < ($1.app, $1.device) }
  }
}

extension AccountStatus {
  /// Why an account has this status, in a sentence for people.
  ///
  /// - Parameters:
  ///   - state: the account on an installation that has the status.
  ///   - app: the name of the app.
  ///   - device: the name of the device.
  ///   - others: how many more installations have it.
  public func reason(
    on state: InstallationAccountState, app: String, device: String, others: Int = 0
  ) -> String {
    let place = "in \(app) on \(device)"
    let clause =
      switch self {
      case .wipePending: "\(Self.wipe(state.wipe)) \(place), and none is confirmed"
      case .nonCompliant: "\(Self.compliance(state.compliance)) \(place)"
      case .enrollmentFailed:
        state.enrollment == .unenrollFailed
          ? "The unenrollment failed \(place)" : "The enrollment failed \(place)"
      case .restartPending: "The first policy has come \(place), and waits for the app's next launch"
      case .managed: "Policy is in force \(place)"
      case .enrolled: "The account is enrolled \(place), and no policy is in force"
      case .registered:
        state.enrollment == .unenrolling
          ? "The account is being unenrolled \(place)"
          : "The account is registered \(place), and no result of its enrollment is known"
      case .notTargeted: "The service has no policy for the account \(place)"
      case .wiped: "The account was wiped \(place)"
      case .unenrolled: "The account was unenrolled \(place)"
      case .unknown: "Nothing is known of the account's enrollment \(place)"
      }
    switch others {
    case 0: return clause + "."
    case 1: return clause + "; so it is on another installation."
    default: return clause + "; so it is on \(others) other installations."
    }
  }

  private static func wipe(_ state: WipeState) -> String {
    switch state {
    case .none, .requested: "A wipe was asked for"
    case .received: "The command to wipe was received"
    case .handled: "The app has dealt with a wipe"
    case .completed: "A wipe was confirmed"
    case .failed: "A wipe failed"
    }
  }

  private static func compliance(_ state: ComplianceState) -> String {
    switch state {
    case .unknown, .compliant: "The account is compliant"
    case .required: "A token was denied for want of app protection"
    case .remediating: "The account is being made compliant"
    case .notCompliant: "The account is not compliant"
    case .serviceFailure: "The account could not be made compliant, since the service failed,"
    case .networkFailure: "The account could not be made compliant, since the network failed,"
    case .interactionRequired: "The account is not compliant until the user helps"
    case .userCancelled: "The account is not compliant, since the user cancelled,"
    }
  }
}
