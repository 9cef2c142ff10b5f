extension ConfigurationRules {
  static let declarations: [Rule] = [
    rule(
      .kADALClientID, "No valid client id",
      because: "{app} on {device} is configured without ADALClientId.",
      "{app} on {device} is configured with an ADALClientId that is no GUID.",
      remedy: "Set ADALClientId to the client id of the app's registration in Entra."),
    rule(
      .kADALAuthority, "No authority in a line-of-business app",
      because:
        "{app} on {device} is a line-of-business app without ADALAuthority: the common authority serves only multi-tenant apps.",
      remedy: "Set ADALAuthority to the authority of the tenant."),
    rule(
      .kADALRedirectURI, "Redirect not configured once",
      because: "{app} on {device} is configured with neither ADALRedirectUri nor ADALRedirectScheme.",
      "{app} on {device} is configured with both ADALRedirectUri and ADALRedirectScheme.",
      except: [1: .warning],
      remedy:
        "Set ADALRedirectUri alone, or ADALRedirectScheme alone where the redirect is the scheme and the bundle id."
    ),
    rule(
      .kADALCacheKeychainGroupOverride, "Keychain group with a team prefix", .warning,
      because:
        "{app} on {device} is configured with an ADALCacheKeychainGroupOverride that begins with a team prefix, which is added at run time.",
      remedy: "Set the keychain group that MSAL uses, without the team's prefix."),
    rule(
      .kAutoEnrollOnLaunch, "Enrollment at launch may fail silently", .note,
      because:
        "{app} on {device} enrolls at launch without MAMPolicyRequired: without a cached token that fails silently.",
      remedy: "Set MAMPolicyRequired too, or register accounts in code after their sign-in."),
    rule(
      .kMAMPolicyRequired, "Launch blocked without policy",
      because:
        "{app} on {device} is an App Store build that does not start without policy (MAMPolicyRequired).",
      "{app} on {device} does not start without policy (MAMPolicyRequired) and does not enroll at launch (AutoEnrollOnLaunch).",
      remedy: "Set MAMPolicyRequired only in line-of-business builds, and AutoEnrollOnLaunch with it."),
    rule(
      .kMAMPolicyWarnAbsent, "Warning that never shows", .note,
      because:
        "{app} on {device} warns where policy is absent (MAMPolicyWarnAbsent), but does not start without policy (MAMPolicyRequired).",
      remedy: "Remove MAMPolicyWarnAbsent."),
    rule(
      .kSafariViewControllerBlockedOverride, "Safari view not blocked", .warning,
      because:
        "{app} on {device} keeps the SDK from blocking Safari views (SafariViewControllerBlockedOverride): data may leak through them.",
      remedy: "Remove SafariViewControllerBlockedOverride unless the views show no managed data."),
    rule(
      .kSplashDuration, "Splash duration not positive", .warning,
      because: "{app} on {device} is configured with a SplashDuration that is no positive number.",
      remedy: "Set SplashDuration to seconds above zero, or remove it."),
    color(.kBackgroundColor, "BackgroundColor"),
    color(.kForegroundColor, "ForegroundColor"),
    color(.kAccentColor, "AccentColor"),
    color(.kSecondaryBackgroundColor, "SecondaryBackgroundColor", otherThan: "BackgroundColor"),
    color(.kSecondaryForegroundColor, "SecondaryForegroundColor", otherThan: "ForegroundColor"),
    rule(
      .kSupportsDarkMode, "Dark mode disabled by colours", .note,
      // Inferred from the wording.
      because: "{app} on {device} says that it supports dark mode, and sets colours, which disables it.",
      remedy: "Remove the colours, or set SupportsDarkMode to NO."),
    rule(
      .kMAMTelemetryUsePPE, "Telemetry to the test backend",
      because: "{app} on {device} is a release build that sends telemetry to the test backend.",
      remedy: "Remove MAMTelemetryUsePPE from release builds."),
    rule(
      .kMaxFileProtectionLevel, "File protection limited",
      because:
        "{app} on {device} is configured with a MaxFileProtectionLevel that is no NSFileProtection value.",
      "{app} on {device} limits file protection (MaxFileProtectionLevel), also where policy asks for more.",
      except: [1: .warning],
      remedy:
        "Remove MaxFileProtectionLevel; only an app with its own user interface on the lock screen needs NSFileProtectionCompleteUntilFirstUserAuthentication."
    ),
    rule(
      .kVerboseLoggingEnabled, "Verbose logging in a release build", .warning,
      because: "{app} on {device} is a release build that logs verbosely: the logs may hold personal data.",
      remedy: "Remove VerboseLoggingEnabled from release builds."),
    rule(
      // The documents' table does not list the setting; the headers name it.
      .kMultiManagedIdentities, "Many managed accounts without multi-identity",
      because: "{app} on {device} allows many managed accounts and is not a multi-identity app.",
      remedy: "Set MultiIdentity too, or remove MultiManagedIdentities."),
  ]

  private static func rule(
    _ id: RuleID, _ title: String, _ severity: RuleSeverity = .violation, because first: String,
    _ second: String? = nil, except exceptions: [Int: RuleSeverity] = [:], remedy: String
  ) -> Rule {
    Rule(
      id, title, severity, key: .installation, from: .integration, "Configure settings for the SDK",
      because: [first] + [second].compactMap(\.self), except: exceptions, remedy: remedy)
  }

  private static func color(_ id: RuleID, _ name: String, otherThan primary: String? = nil) -> Rule {
    rule(
      id, "\(name) of no use", .warning,
      because: "{app} on {device} is configured with a \(name) that is no colour of six hexadecimal digits.",
      primary.map { "{app} on {device} is configured with a \(name) that equals its \($0)." },
      remedy: primary.map { "Set six hexadecimal digits, with or without #, other than those of \($0)." }
        ?? "Set six hexadecimal digits, with or without #.")
  }
}
