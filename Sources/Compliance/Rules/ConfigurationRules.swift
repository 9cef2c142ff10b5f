import MAMEvents

/// The K rules over an installation: each judges every configuration by itself, and what it finds stands until
/// the next configuration without it.
///
/// Those rows of the table are judged that the event alone can tell. Not judged, since it takes the app's
/// entitlements, URL schemes, targets, files or source code: ADALRedirectScheme, ADALLogOverrideDisabled,
/// AppGroupIdentifiers, ContainingAppBundleId, MultiIdentity, MultiIdentityCancelDisabled, SplashIconFile,
/// OpenInActionExtension, TreatAllWebViewsAsUnmanaged, WebViewHandledURLSchemes, DocumentBrowserFileCachePath,
/// FinishLaunchingAtStartup and ValuesToScrubFromLogging; nor MAMTelemetryDisabled, which may have any value.
enum ConfigurationRules {
  static func judge(_ moment: InstallationMoment, _ ledger: inout FindingLedger) {
    guard moment.type == .appConfigured else { return }
    let settings = ConfiguredSettings(moment.event.facts)
    let here = moment.installation
    let scope = FindingScope(account: nil, app: here.app, device: here.device)
    for (rule, fault) in faults {
      ledger.hold(rule, scope, reason: settings.isForeign ? nil : fault(settings))
    }
  }

  /// What is wrong with a configuration: the index of a reason of the rule, nil where nothing is.
  ///
  /// One reason at a time, the graver first: findings of one rule, place and event are one finding.
  private typealias Fault = @Sendable (ConfiguredSettings) -> Int?

  private static let faults: [(RuleID, Fault)] = [
    (.kADALClientID, clientID),
    (.kADALAuthority, { $0.distribution == .lineOfBusiness && $0["ADALAuthority"] == nil ? 0 : nil }),
    (.kADALRedirectURI, redirect),
    (.kADALCacheKeychainGroupOverride, keychainGroup),
    (
      .kAutoEnrollOnLaunch, { $0.isOn("AutoEnrollOnLaunch") && !$0.isOn("MAMPolicyRequired") ? 0 : nil }
    ),
    (.kMAMPolicyRequired, policyRequired),
    (
      .kMAMPolicyWarnAbsent, { $0.isOn("MAMPolicyWarnAbsent") && $0.isOn("MAMPolicyRequired") ? 0 : nil }
    ),
    (.kSafariViewControllerBlockedOverride, { $0.isOn("SafariViewControllerBlockedOverride") ? 0 : nil }),
    (.kSplashDuration, splashDuration),
    (.kBackgroundColor, { color("BackgroundColor", in: $0) }),
    (.kForegroundColor, { color("ForegroundColor", in: $0) }),
    (.kAccentColor, { color("AccentColor", in: $0) }),
    (
      .kSecondaryBackgroundColor,
      { color("SecondaryBackgroundColor", in: $0, otherThan: "BackgroundColor") }
    ),
    (
      .kSecondaryForegroundColor,
      { color("SecondaryForegroundColor", in: $0, otherThan: "ForegroundColor") }
    ),
    (.kSupportsDarkMode, darkMode),
    (.kMAMTelemetryUsePPE, { $0.isRelease && $0.isOn("MAMTelemetryUsePPE") ? 0 : nil }),
    (.kMaxFileProtectionLevel, protectionLevel),
    (.kVerboseLoggingEnabled, { $0.isRelease && $0.isOn("VerboseLoggingEnabled") ? 0 : nil }),
    (
      .kMultiManagedIdentities, { $0.isOn("MultiManagedIdentities") && !$0.isOn("MultiIdentity") ? 0 : nil }
    ),
  ]

  private static func clientID(_ settings: ConfiguredSettings) -> Int? {
    guard let id = settings["ADALClientId"] else { return 0 }
    return GUID(text: id) == nil ? 1 : nil
  }

  private static func redirect(_ settings: ConfiguredSettings) -> Int? {
    switch (settings["ADALRedirectUri"], settings["ADALRedirectScheme"]) {
    case (nil, nil): 0
    case (.some, .some): 1
    default: nil
    }
  }

  /// The SDK puts the team's prefix before the group itself: ten capitals and digits, and a point.
  private static func keychainGroup(_ settings: ConfiguredSettings) -> Int? {
    guard let group = settings["ADALCacheKeychainGroupOverride"]?.utf8 else { return nil }
    let prefix = group.prefix(11)
    let isPrefixed =
      prefix.count == 11 && prefix.last == UInt8(ascii: ".")
      && prefix.dropLast().allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || isDigit($0) }
    return isPrefixed ? 0 : nil
  }

  private static func policyRequired(_ settings: ConfiguredSettings) -> Int? {
    guard settings.isOn("MAMPolicyRequired") else { return nil }
    if settings.distribution == .appStore { return 0 }
    return settings.isOn("AutoEnrollOnLaunch") ? nil : 1
  }

  private static func splashDuration(_ settings: ConfiguredSettings) -> Int? {
    guard let text = settings["SplashDuration"] else { return nil }
    // Words such as "infinity" and hexadecimal digits are numbers to Swift alone.
    let isDecimal = text.utf8.allSatisfy { isDigit($0) || "+-.eE".utf8.contains($0) }
    guard isDecimal, let seconds = Double(text), seconds > 0 else { return 0 }
    return nil
  }

  private static func color(
    _ name: String, in settings: ConfiguredSettings, otherThan primary: String? = nil
  ) -> Int? {
    guard settings[name] != nil else { return nil }
    guard let color = settings.color(name) else { return 0 }
    guard let primary else { return nil }
    return settings.color(primary) == color ? 1 : nil
  }

  private static func darkMode(_ settings: ConfiguredSettings) -> Int? {
    let colors = [
      "BackgroundColor", "ForegroundColor", "AccentColor", "SecondaryBackgroundColor",
      "SecondaryForegroundColor",
    ]
    return settings.isOn("SupportsDarkMode") && colors.contains { settings[$0] != nil } ? 0 : nil
  }

  private static func protectionLevel(_ settings: ConfiguredSettings) -> Int? {
    switch settings["MaxFileProtectionLevel"]?.lowercased() {
    case nil, "nsfileprotectioncomplete": nil
    case "nsfileprotectioncompleteunlessopen", "nsfileprotectioncompleteuntilfirstuserauthentication",
      "nsfileprotectionnone":
      1
    default: 0
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
