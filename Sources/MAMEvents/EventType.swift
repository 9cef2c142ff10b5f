/// A type of the event catalogue (version 1 of the wire format).
///
/// The raw value is the number that the store keeps in place of the name. It is frozen: numbers are added, never
/// changed or used again. Types that begin with `x.` have no case here; the store numbers them from
/// ``firstExtension``.
public enum EventType: Int16, CaseIterable, Sendable {
  // Enrollment
  case accountSignedIn = 1
  case accountRegistered = 2
  case enrollmentCompleted = 3
  case unenrollmentRequested = 4
  case unenrollmentCompleted = 5
  case accountSignedOut = 6
  case tokensRemoved = 7
  // Policy
  case policyCompleted = 20
  case policyChanged = 21
  case restartRequested = 22
  case appLifecycle = 23
  case appConfigured = 24
  // Compliance and remediation
  case tokenDenied = 40
  case tokenRequested = 41
  case tokenGranted = 42
  case remediationRequested = 43
  case remediationCompleted = 44
  case remediationMessageShown = 45
  // Wipe
  case wipeRequested = 60
  case wipeReceived = 61
  case wipeHandled = 62
  case wipeCompleted = 63
  case wipeFailed = 64
  case dataRemoved = 65
  case dataAccessed = 66
  // Identity
  case identitySwitchRequested = 80
  case identitySwitched = 81
  case identityAddRequested = 82
  case identityAdded = 83
  case accountBlockRequested = 84
  case accountBlocked = 85
  case viewShown = 86
  // Data protection and transfer
  case transferDecided = 100
  case transferPerformed = 101
  case fileProtected = 102
  // Shared device
  case deviceModeDetected = 120
  case sharedDeviceSignedIn = 121
  case sharedDeviceSignedOut = 122
  case sharedDeviceAccountChanged = 123
  case sharedDeviceAccountQueried = 124
  case sharedDeviceDataCleared = 125
  // Upstream records
  case intuneAuditRecorded = 140
  case intuneRegistrationObserved = 141
  case intuneReportObserved = 142
  case entraSignInRecorded = 143
  case intuneOperationalRecorded = 144
  case intuneDeviceObserved = 145
  case intuneOperationObserved = 146
  case intuneRegistrationVanished = 147
  case importCompleted = 148
  // The log's own
  case logRulesChanged = 180
  case logErased = 181
  case logKeyRotated = 182
  case logExported = 183
  case logVerified = 184
  case logMigrated = 185
  case logIdentityCorrected = 186
  case logFindingAcknowledged = 187
  case logConflictRefused = 188

  /// The first number of a type that begins with `x.`.
  public static let firstExtension: Int16 = 1024
}
