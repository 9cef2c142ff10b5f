import MAMEvents

/// One event to come in a session: who, what, and how long after the one before.
struct Step {
  /// Microseconds after the step before it.
  var delay: Int64
  /// The account it is about, or -1 for none.
  var account: Int32
  /// Another account it names, or -1.
  var peer: Int32
  var act: Act
}

/// What an event says, with the values that decide what follows from it.
enum Act {
  /// Which installations a wipe request is about.
  enum WipeReach { case installation, app, device, account }
  /// Why a token is denied.
  enum Denial { case appProtection, entraCode, subError, interaction, blocked }
  /// What a transfer is about.
  struct Transfer {
    var direction: TransferDirection
    var isPeerManaged: Bool
    var decision: TransferDecision
  }

  case appConfigured
  case lifecycle(LifecyclePhase)
  case signedIn(managed: Bool, links: Bool)
  case registered(RegistrationMethod)
  case enrollmentCompleted(Int32)
  case unenrollmentRequested(withWipe: Bool)
  case unenrollmentCompleted(Int32)
  case signedOut
  case tokensRemoved
  case policyCompleted(Int32)
  case policyChanged
  case restartRequested(RestartHandler)
  case tokenDenied(Denial)
  case tokenRequested
  case tokenGranted
  case remediationRequested(silent: Bool)
  case remediationCompleted(Int32)
  case messageShown
  case wipeRequested(WipeOrigin, WipeReach, reasonCode: Int32)
  case wipeReceived
  case wipeHandled(Bool)
  case wipeCompleted
  case wipeFailed
  case dataRemoved(RemovalAgent)
  case dataAccessed
  case switchRequested(IdentityScope, SwitchInitiator)
  case switched(IdentityScope, SwitchInitiator, Int32)
  case addRequested
  case added(Int32)
  case blockRequested(Int32)
  case blocked(Int32)
  case viewShown(policyApplied: Bool)
  case transferDecided(Transfer)
  case transferPerformed
  case fileProtected(Bool)
  case modeDetected(Int32)
  case sharedSignedIn
  case sharedSignedOut(Bool)
  case sharedAccountChanged(SharedAccountSource)
  case sharedAccountQueried
  case sharedDataCleared

  /// Whether it is a switch of identity, asked for or done.
  var switchesIdentity: Bool {
    switch self {
    case .switchRequested, .switched: true
    default: false
    }
  }

  /// The type of the event.
  var type: EventType {
    switch self {
    case .appConfigured: .appConfigured
    case .lifecycle: .appLifecycle
    case .signedIn: .accountSignedIn
    case .registered: .accountRegistered
    case .enrollmentCompleted: .enrollmentCompleted
    case .unenrollmentRequested: .unenrollmentRequested
    case .unenrollmentCompleted: .unenrollmentCompleted
    case .signedOut: .accountSignedOut
    case .tokensRemoved: .tokensRemoved
    case .policyCompleted: .policyCompleted
    case .policyChanged: .policyChanged
    case .restartRequested: .restartRequested
    case .tokenDenied: .tokenDenied
    case .tokenRequested: .tokenRequested
    case .tokenGranted: .tokenGranted
    case .remediationRequested: .remediationRequested
    case .remediationCompleted: .remediationCompleted
    case .messageShown: .remediationMessageShown
    case .wipeRequested: .wipeRequested
    case .wipeReceived: .wipeReceived
    case .wipeHandled: .wipeHandled
    case .wipeCompleted: .wipeCompleted
    case .wipeFailed: .wipeFailed
    case .dataRemoved: .dataRemoved
    case .dataAccessed: .dataAccessed
    case .switchRequested: .identitySwitchRequested
    case .switched: .identitySwitched
    case .addRequested: .identityAddRequested
    case .added: .identityAdded
    case .blockRequested: .accountBlockRequested
    case .blocked: .accountBlocked
    case .viewShown: .viewShown
    case .transferDecided: .transferDecided
    case .transferPerformed: .transferPerformed
    case .fileProtected: .fileProtected
    case .modeDetected: .deviceModeDetected
    case .sharedSignedIn: .sharedDeviceSignedIn
    case .sharedSignedOut: .sharedDeviceSignedOut
    case .sharedAccountChanged: .sharedDeviceAccountChanged
    case .sharedAccountQueried: .sharedDeviceAccountQueried
    case .sharedDataCleared: .sharedDeviceDataCleared
    }
  }
}
