/// What ends a finding of a rule.
public enum RuleEnding: Hashable, Sendable {
  /// The event that was awaited, also after the deadline.
  case awaited(String)
  /// The end of the condition.
  case condition(String)
  /// Nothing that happens: an act stays until somebody acknowledges it.
  case acknowledgement

  /// The ending in a sentence for people.
  public var text: String {
    switch self {
    case .awaited(let event): "It ends when \(event)."
    case .condition(let end): "It ends when \(end)."
    case .acknowledgement: "Nothing that happens ends it: it stays until somebody acknowledges it."
    }
  }
}

extension RuleID {
  /// What ends a finding of the rule.
  ///
  /// Some rules have findings of two kinds, which the deadline tells apart.
  ///
  /// - Parameter hasDeadline: whether the finding has one (``Finding/dueAt``).
  public func ending(hasDeadline: Bool) -> RuleEnding {
    switch self {
    case .w1: .awaited("the app confirms the wipe")
    case .w6: .awaited("the remaining apps on the device confirm the wipe")
    case .w8: .condition("the app reports that it has received or completed the wipe")
    case .e4: .awaited("the app reports that it has removed the data")
    case .e6: .awaited("the account is signed out or unenrolled")
    case .e8: .awaited("a result of the enrollment, of a policy check-in or of a remediation comes")
    case .e9:
      hasDeadline
        ? .awaited("a result of the unenrollment comes") : .condition("the unenrollment succeeds (code 104)")
    case .e10: .awaited("another attempt to enroll has a result")
    case .c1: hasDeadline ? .awaited("a token is granted") : .acknowledgement
    case .c2: .awaited("the app asks the SDK to remediate the account")
    case .c4:
      .awaited("a wipe of the account is asked for; that it becomes compliant meanwhile does not end it")
    case .c5: .awaited("the app repeats the remediation with the user's help")
    case .c6: .awaited("the app shows the message")
    case .c11: .awaited("the remediation has a result")
    case .s1: .condition("the app clears the data of the account that left")
    case .s3: .awaited("the app clears the data of the account that left")
    case .s4: .awaited("the app asks for the current account")
    case .s7: .awaited("a sign-out of the account succeeds")
    case .l3: .condition("one of the two accounts is unenrolled or wiped")
    case .l4a: hasDeadline ? .awaited("the unenrollment succeeds (code 104)") : .acknowledgement
    case .a12: .awaited("the app answers the request")
    case .a13: .condition("the block of the account is lifted")
    case .g1: .condition("the missing events arrive")
    case .kADALClientID, .kADALAuthority, .kADALRedirectURI, .kADALCacheKeychainGroupOverride,
      .kAutoEnrollOnLaunch, .kMAMPolicyRequired, .kMAMPolicyWarnAbsent, .kSafariViewControllerBlockedOverride,
      .kSplashDuration, .kBackgroundColor, .kForegroundColor, .kAccentColor, .kSecondaryBackgroundColor,
      .kSecondaryForegroundColor, .kSupportsDarkMode, .kMAMTelemetryUsePPE, .kMaxFileProtectionLevel,
      .kVerboseLoggingEnabled, .kMultiManagedIdentities:
      .condition("the app reports a configuration without the fault")
    case .w2, .w3, .w4, .w5, .w7, .w9, .w10, .e1, .e2, .e3, .e5, .e7, .c3, .c7, .c8, .c9, .c10, .s2, .s5, .s6,
      .s8, .s9, .l1a, .l1b, .l2a, .l2b, .l4b, .l5, .a1, .a2, .a3, .a4, .a5, .a6, .a7, .a8, .a9, .a10, .a11,
      .a14, .a15, .x1, .x2, .x3, .x4, .x5, .x6, .x7, .x8, .x9, .x10, .x11, .x12, .x13, .x14, .x15, .x16, .g2,
      .g3, .g4, .g5:
      .acknowledgement
    }
  }
}
