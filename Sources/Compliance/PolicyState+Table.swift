import MAMEvents

extension PolicyState {
  /// The policy after an event: table 1.2 of the state specification.
  ///
  /// - Parameters:
  ///   - type: the event's type.
  ///   - code: its status code; a code that is not in the enumeration, and none, change nothing.
  ///   - activatesAtOnce: whether the installation's configuration spares the first policy the restart.
  func after(_ type: EventType, code: Int32?, activatesAtOnce: Bool) -> PolicyState {
    switch type {
    case .enrollmentCompleted, .policyCompleted:
      guard let status = code.flatMap(EnrollmentStatusCode.init(rawValue:)) else { return self }
      switch status {
      case .newPoliciesReceived: return isInForce ? self : activatesAtOnce ? .active : .restartPending
      case .policiesHaveNotChanged, .wipeReceived: return isInForce ? self : .active
      case .noPolicyReceived, .licensedNotTargeted: return withdrawn
      default: return self
      }
    case .unenrollmentCompleted:
      return code == EnrollmentStatusCode.unenrollmentSuccess.rawValue ? withdrawn : self
    case .wipeCompleted:
      return withdrawn
    default:
      return self
    }
  }

  /// The policy after the installation's app was launched.
  var afterLaunch: PolicyState { self == .restartPending ? .active : self }

  /// Whether the account is `managed`: policy is in force, or will be from the next launch.
  public var isInForce: Bool { self == .restartPending || self == .active }

  private var withdrawn: PolicyState { isInForce ? .removed : self }
}
