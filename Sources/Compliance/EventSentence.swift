import MAMEvents

extension FoldEvent {
  /// What the event says, in a sentence or two for people: that of the catalogue, with what the members tell.
  public var sentence: String {
    guard let type else { return "An event of an extension." }
    switch type {
    case .accountRegistered:
      return StateReason.registered(facts.word(.method, of: RegistrationMethod.self), after: .unknown).text
    case .unenrollmentRequested:
      return StateReason.unenrollmentRequested(withWipe: facts.bool(.withWipe) == true).text
    case .wipeRequested:
      return StateReason.wipeRequested(asked: self).text
    case .wipeHandled:
      return StateReason.wipeHandled(wiped: facts.bool(.wiped)).text
    case .dataRemoved:
      return StateReason.dataRemoved(facts.word(.removedBy, of: RemovalAgent.self)).text
    case .tokenDenied where facts.bool(.appProtectionDenial) == true:
      return StateReason.denied(self).text
    case .remediationRequested:
      return StateReason.remediationRequested(silent: facts.bool(.silent)).text
    case .remediationCompleted:
      let status = code.flatMap(ComplianceStatus.init(rawValue:))
      return status.map { StateReason.remediated($0).text } ?? catalogueSentence
    case .accountBlockRequested:
      return StateReason.blockRequested(code.flatMap(BlockAccountReason.init(rawValue:))).text
    case .appLifecycle:
      return lifecycleSentence
    case .viewShown:
      switch facts.bool(.policyApplied) {
      case true: return "The app showed content of accounts under policy."
      case false: return "The app showed content of accounts without policy."
      case nil: return catalogueSentence
      }
    case .transferDecided:
      return transferSentence
    case .sharedDeviceSignedOut:
      return facts.bool(.success) == false
        ? "The account could not be signed out of the shared device." : catalogueSentence
    default:
      return catalogueSentence
    }
  }

  private var catalogueSentence: String {
    [type.map { Catalogue[$0].meaning }, codeEntry?.meaning].compactMap(\.self).joined(separator: " ")
  }

  private var lifecycleSentence: String {
    switch facts.word(.phase, of: LifecyclePhase.self) {
    case .launched: "The app was launched."
    case .suspended: "The app was suspended."
    case .resumed: "The app was resumed."
    case .terminated: "The app was terminated."
    case nil: catalogueSentence
    }
  }

  private var transferSentence: String {
    guard let direction = facts.word(.direction, of: TransferDirection.self),
      let decision = facts.word(.decision, of: TransferDecision.self)
    else { return catalogueSentence }
    let peer =
      switch facts.bool(.peerManaged) {
      case true: "a managed app"
      case false: "an unmanaged app"
      case nil: "another app"
      }
    let what =
      switch direction {
      case .send: "Sending to \(peer)"
      case .import: "Importing from \(peer)"
      case .receive: "Receiving from \(peer)"
      }
    return "\(what) was \(decision == .allowed ? "allowed" : "blocked")."
  }
}
