import Compliance
import MAMEvents

extension RuleCase {
  /// A line-of-business app that is configured without fault, but for the settings given; an empty text takes
  /// one away.
  private static func app(
    _ settings: [String: String] = [:], on: [FactKey] = [], off: [FactKey] = [],
    distribution: Distribution = .lineOfBusiness,
    platform: String = "ios"
  ) -> Step {
    let faultless = [
      "ADALClientId": "bd3cc791-dd44-40be-897a-ab926ed9c513", "ADALRedirectUri": "msauth.x://auth",
      "ADALAuthority": "https://login.example/contoso",
    ]
    let all = faultless.merging(settings) { $1 }.filter { !$1.isEmpty }
    var step = Step(
      .appConfigured, .texts(.settings, all.map { "\($0)=\($1)" }.sorted()),
      .word(.distribution, distribution.rawValue), .text(.platform, platform)
    ).by(nil)
    for key in on { step = step.saying(.bool(key, true)) }
    for key in off { step = step.saying(.bool(key, false)) }
    return step
  }

  /// Cases of each kind for a rule: every configuration of `bad` opens a finding that stands until the next without
  /// it, none of `good` does.
  private static func configuration(_ rule: RuleID, bad: [Step], good: [Step]) -> [RuleCase] {
    let here = "-@1/1"
    guard let first = bad.first else { return [] }
    return bad.map { RuleCase(rule, .opens, [at(3, $0)], "\(here) at 3 by 0") }
      + (good + [app()]).map { RuleCase(rule, .nearly, [at(3, $0)]) }
      + good.map { RuleCase(rule, .ends, [at(3, first), at(8, $0)], "\(here) at 3 by 0 until 8 by 1") }
      + [
        RuleCase(
          rule, .ends, [at(0, first), at(5, first), at(9, app()), at(12, first)],
          "\(here) at 0 by 0 until 9 by 2", "\(here) at 12 by 3"),
        RuleCase(rule, .nearly, [at(0, first.on(docsOnPhone)), at(1, first.on(mailOnPad))]),
        RuleCase(rule, .nearly, [at(0, app(platform: "Android")), at(1, .launched)]),
        RuleCase(
          rule, .late, [at(9, app()), at(5, first), at(2, first), at(4, app())],
          "\(here) at 2 by 2 until 4 by 3", "\(here) at 5 by 1 until 9 by 0"),
      ]
  }

  private static func setting(_ name: String, _ values: String...) -> [Step] {
    values.map { app([name: $0]) }
  }

  private static func color(_ rule: RuleID, _ name: String, primary: String? = nil) -> [RuleCase] {
    var bad = setting(name, "red", "12345", "1234567", "##12345", "#12345g", "١٢٣٤٥٦")
    var good = setting(name, "a0B1c2", "#A0b1C2", "000000")
    if let primary {
      bad.append(app([name: "#A0B1C2", primary: "a0b1c2"]))
      good.append(app([name: "A0B1C2", primary: "A0B1C3"]))
    }
    return configuration(rule, bad: bad, good: good)
  }

  private static let faultyIDs: [RuleCase] =
    configuration(
      .kADALClientID,
      bad: setting("ADALClientId", "", "contoso", "{bd3cc791-dd44-40be-897a-ab926ed9c513}"),
      good: setting("ADALClientId", "BD3CC791-DD44-40BE-897A-AB926ED9C513"))
    + configuration(
      .kADALAuthority, bad: [app(["ADALAuthority": ""])],
      good: [
        app(["ADALAuthority": ""], distribution: .appStore), app(["ADALAuthority": ""], distribution: .debug),
      ])
    + configuration(
      .kADALRedirectURI,
      bad: [app(["ADALRedirectUri": ""]), app(["ADALRedirectScheme": "contoso"])],
      good: [app(["ADALRedirectUri": "", "ADALRedirectScheme": "contoso"])])
    + configuration(
      .kADALCacheKeychainGroupOverride,
      bad: setting("ADALCacheKeychainGroupOverride", "ABCDE12345.com.contoso.shared"),
      good: setting(
        "ADALCacheKeychainGroupOverride", "com.contoso.shared", "ABCDE1234.com", "ABCDE123456.com",
        "abcde12345.com",
        "ABCDE12345"))
    + [
      // Another fault of the same setting is another finding.
      RuleCase(
        .kADALRedirectURI, .ends,
        [at(0, app(["ADALRedirectUri": ""])), at(2, app(["ADALRedirectScheme": "contoso"])), at(3, app())],
        "-@1/1 at 0 by 0 until 2 by 1", "-@1/1 at 2 by 1 until 3 by 2"),
      RuleCase(
        .kADALClientID, .ends,
        [
          at(0, app(["ADALClientId": "x"])), at(2, app(["ADALClientId": "y"])),
          at(3, app(["ADALClientId": ""])),
        ],
        "-@1/1 at 0 by 0 until 3 by 2", "-@1/1 at 3 by 2"),
      // A configuration of an Android app has none of the settings, nor their faults.
      RuleCase(
        .kADALClientID, .nearly,
        [at(0, app(["ADALClientId": ""], distribution: .appStore, platform: "ANDROID"))]),
    ]

  private static let faultyPolicy: [RuleCase] =
    configuration(
      .kAutoEnrollOnLaunch,
      bad: [app(on: [.autoEnrollOnLaunch]), app(on: [.autoEnrollOnLaunch], off: [.policyRequired])],
      good: [app(on: [.autoEnrollOnLaunch, .policyRequired]), app(off: [.autoEnrollOnLaunch])])
    + configuration(
      .kMAMPolicyRequired,
      bad: [
        app(on: [.policyRequired]), app(on: [.policyRequired], off: [.autoEnrollOnLaunch]),
        app(on: [.policyRequired], distribution: .appStore),
        app(on: [.policyRequired, .autoEnrollOnLaunch], distribution: .appStore),
      ],
      good: [
        app(on: [.policyRequired, .autoEnrollOnLaunch]),
        app(off: [.policyRequired], distribution: .appStore),
      ])
    + configuration(
      .kMAMPolicyWarnAbsent,
      bad: [app(["MAMPolicyWarnAbsent": "YES"], on: [.policyRequired])],
      good: [
        app(["MAMPolicyWarnAbsent": "NO"], on: [.policyRequired]),
        app(["MAMPolicyWarnAbsent": "YES"], off: [.policyRequired]),
      ])
    + configuration(
      .kMultiManagedIdentities,
      bad: [
        app(on: [.multiManagedIdentities]), app(on: [.multiManagedIdentities], off: [.multiIdentity]),
      ],
      good: [
        app(on: [.multiManagedIdentities, .multiIdentity]), app(off: [.multiManagedIdentities]),
      ])

  private static let faultyLooks: [RuleCase] =
    configuration(
      .kSplashDuration, bad: setting("SplashDuration", "0", "-1.5", "0.0", "soon", "inf", "0x1p3", "1,5"),
      good: setting("SplashDuration", "1.5", "2", "1e-1", ""))
    + color(.kBackgroundColor, "BackgroundColor")
    + color(.kForegroundColor, "ForegroundColor")
    + color(.kAccentColor, "AccentColor")
    + color(.kSecondaryBackgroundColor, "SecondaryBackgroundColor", primary: "BackgroundColor")
    + color(.kSecondaryForegroundColor, "SecondaryForegroundColor", primary: "ForegroundColor")
    + configuration(
      .kSupportsDarkMode,
      bad: [
        app(["SupportsDarkMode": "true", "AccentColor": "000000"]),
        app(["SupportsDarkMode": "YES", "SecondaryForegroundColor": "000000"]),
      ],
      good: [
        app(["SupportsDarkMode": "true"]), app(["SupportsDarkMode": "NO", "AccentColor": "000000"]),
        app(["AccentColor": "000000"]),
      ])

  private static let faultyProtection: [RuleCase] =
    configuration(
      .kSafariViewControllerBlockedOverride,
      bad: setting("SafariViewControllerBlockedOverride", "YES", "yes", "true", "1"),
      good: setting("SafariViewControllerBlockedOverride", "NO", "0", "2", ""))
    + configuration(
      .kMAMTelemetryUsePPE,
      bad: [
        app(["MAMTelemetryUsePPE": "YES"]), app(["MAMTelemetryUsePPE": "true"], distribution: .appStore),
      ],
      good: [app(["MAMTelemetryUsePPE": "YES"], distribution: .debug), app(["MAMTelemetryUsePPE": "NO"])])
    + configuration(
      .kVerboseLoggingEnabled,
      bad: [
        app(["VerboseLoggingEnabled": "1"]), app(["VerboseLoggingEnabled": "YES"], distribution: .appStore),
      ],
      good: [
        app(["VerboseLoggingEnabled": "YES"], distribution: .debug), app(["VerboseLoggingEnabled": "0"]),
      ])
    + configuration(
      .kMaxFileProtectionLevel,
      bad: setting(
        "MaxFileProtectionLevel", "NSFileProtectionNone", "nsfileprotectioncompleteunlessopen",
        "NSFileProtectionCompleteUntilFirstUserAuthentication", "Complete"),
      good: setting("MaxFileProtectionLevel", "NSFileProtectionComplete", "nsFileProtectionComplete", ""))
    + [
      RuleCase(
        .kMaxFileProtectionLevel, .ends,
        setting("MaxFileProtectionLevel", "Complete", "none", "NSFileProtectionNone", "")
          .enumerated().map { at($0, $1) },
        "-@1/1 at 0 by 0 until 2 by 2", "-@1/1 at 2 by 2 until 3 by 3")
    ]

  static let configuration: [RuleCase] = faultyIDs + faultyPolicy + faultyLooks + faultyProtection
}
