import MAMEvents

extension RuleID {
  /// Whether an event is of a kind that the rule looks at: what a finding can be explained by.
  public func looks(at event: FoldEvent) -> Bool {
    guard let type = event.type, evidence.contains(type) else { return false }
    guard area == .wipe else { return true }
    switch type {
    case .policyCompleted,
      .enrollmentCompleted where self != .w7 && self != .w10:
      return event.code == EnrollmentStatusCode.wipeReceived.rawValue
    case .unenrollmentRequested:
      return self == .w4 || event.facts.bool(.withWipe) == true
    default:
      return true
    }
  }

  /// The types of event that the rule looks at; of some of them only those that ``looks(at:)`` admits.
  public var evidence: Set<EventType> {
    let results: Set<EventType> = [.enrollmentCompleted, .policyCompleted]
    let unenrollment: Set<EventType> = [.unenrollmentRequested, .unenrollmentCompleted]
    let use: Set<EventType> = [.viewShown, .dataAccessed]
    let loss: Set<EventType> = [.dataRemoved, .sharedDeviceDataCleared]
    let session: Set<EventType> = [
      .sharedDeviceSignedIn, .sharedDeviceSignedOut, .sharedDeviceAccountChanged, .sharedDeviceAccountQueried,
    ]
    let wipe: Set<EventType> = results.union([
      .wipeRequested, .unenrollmentRequested, .wipeReceived, .wipeHandled, .wipeFailed, .wipeCompleted,
      .intuneAuditRecorded,
    ])
    switch self {
    case .w1, .w5, .w6, .w9: return wipe
    case .w2: return [.wipeHandled, .dataAccessed]
    case .w3: return use.union([.wipeHandled])
    case .w4: return loss.union([.wipeHandled, .wipeCompleted, .unenrollmentRequested, .accountSignedOut])
    case .w7: return [.wipeRequested, .intuneAuditRecorded, .enrollmentCompleted]
    case .w8: return wipe.union([.intuneRegistrationObserved])
    case .w10: return [.wipeRequested, .wipeCompleted, .enrollmentCompleted]
    case .e1: return [.accountSignedIn, .sharedDeviceSignedIn, .accountRegistered]
    case .e2: return results.union(use).union([.appLifecycle])
    case .e3: return unenrollment.union([.accountRegistered, .tokensRemoved])
    case .e4: return unenrollment.union([.dataRemoved])
    case .e5: return [.accountRegistered, .enrollmentCompleted, .unenrollmentCompleted]
    case .e6: return results.union([.accountSignedOut, .unenrollmentCompleted])
    case .e7: return results.union([.appLifecycle, .viewShown])
    case .e8: return results.union([.accountRegistered, .appLifecycle, .remediationCompleted])
    case .e9: return unenrollment
    case .e10: return results.union([.accountRegistered, .appLifecycle])
    case .c1: return [.tokenDenied, .tokenRequested, .tokenGranted, .remediationCompleted]
    case .c2: return [.tokenDenied, .entraSignInRecorded, .remediationRequested]
    case .c3: return [.remediationCompleted, .tokenGranted]
    case .c4: return [.remediationCompleted, .wipeRequested, .unenrollmentRequested, .intuneAuditRecorded]
    case .c5: return [.remediationRequested, .remediationCompleted]
    case .c6: return [.remediationCompleted, .remediationMessageShown]
    case .c7: return [.remediationRequested, .remediationCompleted, .tokenRequested]
    case .c8: return [.tokenDenied, .remediationRequested]
    case .c9: return [.tokenDenied, .remediationCompleted]
    case .c10: return [.appConfigured, .tokenDenied]
    case .c11: return [.remediationRequested, .remediationCompleted, .appLifecycle]
    case .s1: return session.union(use).union([.accountSignedIn, .sharedDeviceDataCleared])
    case .s2: return use.union([.sharedDeviceSignedOut, .sharedDeviceDataCleared])
    case .s3: return session.union([.sharedDeviceDataCleared])
    case .s4: return [.sharedDeviceAccountChanged, .sharedDeviceAccountQueried]
    case .s5: return use.union([.appLifecycle, .sharedDeviceAccountQueried, .tokenRequested, .tokenGranted])
    case .s6: return session.union([.tokenDenied])
    case .s7, .s8: return [.sharedDeviceSignedOut]
    case .s9: return [.sharedDeviceSignedOut, .sharedDeviceDataCleared]
    case .l1a, .l1b, .l2a, .l2b: return results.union([.appLifecycle, .viewShown, .fileProtected])
    case .l3:
      return results.union([
        .accountRegistered, .unenrollmentCompleted, .wipeCompleted, .viewShown, .appConfigured,
      ])
    case .l4a: return unenrollment.union(use)
    case .l4b: return unenrollment.union(loss).union([.accountSignedOut, .viewShown])
    case .l5: return unenrollment.union(loss).union(use).union([.accountSignedOut])
    case .a1, .a2, .a3, .a9, .a10: return [.appLifecycle, .identitySwitched, .viewShown]
    case .a4, .a5, .a6, .a7, .a8: return [.appLifecycle, .identitySwitched, .viewShown]
    case .a11: return use.union([.identitySwitchRequested, .identitySwitched])
    case .a12:
      return [.identitySwitchRequested, .identitySwitched, .identityAddRequested, .identityAdded]
    case .a13: return [.accountBlockRequested, .accountBlocked, .viewShown]
    case .a14: return [.fileProtected]
    case .a15: return [.appConfigured, .identitySwitched]
    case .x1, .x2, .x3, .x4, .x5, .x6, .x7, .x8, .x9, .x10, .x11, .x12:
      return [.policyChanged, .identitySwitched, .transferDecided]
    case .x13, .x15: return [.transferDecided]
    case .x14: return [.transferDecided, .transferPerformed]
    case .x16: return [.policyChanged, .transferDecided]
    case .g1, .g3: return []
    case .g2: return [.logVerified]
    case .g4: return [.logConflictRefused]
    case .g5: return [.importCompleted]
    case .kADALClientID, .kADALAuthority, .kADALRedirectURI, .kADALCacheKeychainGroupOverride,
      .kAutoEnrollOnLaunch, .kMAMPolicyRequired, .kMAMPolicyWarnAbsent, .kSafariViewControllerBlockedOverride,
      .kSplashDuration, .kBackgroundColor, .kForegroundColor, .kAccentColor, .kSecondaryBackgroundColor,
      .kSecondaryForegroundColor, .kSupportsDarkMode, .kMAMTelemetryUsePPE, .kMaxFileProtectionLevel,
      .kVerboseLoggingEnabled, .kMultiManagedIdentities:
      return [.appConfigured]
    }
  }
}
