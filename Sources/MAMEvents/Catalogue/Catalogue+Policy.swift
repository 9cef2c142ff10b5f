extension Catalogue {
  static let policy: [EventDefinition] = [
    EventDefinition(
      .policyCompleted, "mam.policy.completed", .policy, "The SDK reported the result of a policy check-in.",
      callback),
    EventDefinition(
      .policyChanged, "mam.policy.changed", .policy, "The policy of the account changed.",
      [
        Member(
          "source", .enumeration(Enumerations.policySource), required: true, fact: .policySource,
          "Where the policy comes from: mdm, mam or other."),
        Member("policyId", .text, fact: .policyID, "The policy."),
        Member(
          "settings", .object,
          members: [
            Member(
              "allowedOutboundDataTransferDestinations", .word(Words(TransferLevel.self)),
              fact: .outboundTransfer, "Where data may be sent."),
            Member(
              "allowedInboundDataTransferSources", .word(Words(TransferLevel.self)), fact: .inboundTransfer,
              "From where data may be received."),
          ], "The policy's settings by their Graph names."),
      ]),
    EventDefinition(
      .restartRequested, "mam.restart.requested", .policy, account: .optional,
      "The SDK asked the app to restart.",
      [
        Member(
          "handledBy", .word(Words(RestartHandler.self)), required: true, fact: .handledBy,
          "Who restarts the app.")
      ]),
    EventDefinition(
      .appLifecycle, "mam.app.lifecycle", .policy, account: .none,
      "The app was launched, suspended, resumed or terminated.",
      [Member("phase", .word(Words(LifecyclePhase.self)), required: true, fact: .phase, "What happened.")]),
    EventDefinition(
      .appConfigured, "mam.app.configured", .policy, account: .none,
      "The app reported its configuration.",
      [
        Member(
          "settings", .object, required: true, members: configuration, "The IntuneMAMSettings dictionary."),
        Member(
          "clientCapabilities", .texts, required: true, fact: .clientCapabilities,
          "The client capabilities sent with token requests."),
        Member("platform", .text, required: true, fact: .platform, "The app's platform, such as maui."),
        Member(
          "distribution", .word(Words(Distribution.self)), required: true, fact: .distribution,
          "How the app reaches devices."),
      ]),
  ]

  /// The settings that reducers read, then those that only the configuration rules judge.
  static let configuration: [Member] =
    [
      Member("MultiIdentity", .settingSwitch, fact: .multiIdentity, "The app sets identities itself."),
      Member(
        "MultiManagedIdentities", .settingSwitch, fact: .multiManagedIdentities,
        "More than one managed account is allowed."),
      Member(
        "AutoEnrollOnLaunch", .settingSwitch, fact: .autoEnrollOnLaunch, "The SDK enrolls at launch."),
      Member(
        "MAMPolicyRequired", .settingSwitch, fact: .policyRequired, "The app does not start without policy."),
    ]
    + judgedSettings.map { Member($0, .setting, fact: .settings, "Judged by rule K-\($0).") }

  /// The settings of the configuration rules that no fact of their own carries.
  static let judgedSettings = [
    "ADALClientId", "ADALAuthority", "ADALRedirectUri", "ADALRedirectScheme", "ADALLogOverrideDisabled",
    "ADALCacheKeychainGroupOverride", "AppGroupIdentifiers", "ContainingAppBundleId", "MAMPolicyWarnAbsent",
    "MultiIdentityCancelDisabled", "SafariViewControllerBlockedOverride", "SplashDuration",
    "BackgroundColor", "ForegroundColor", "AccentColor", "SecondaryBackgroundColor",
    "SecondaryForegroundColor", "SupportsDarkMode", "MAMTelemetryUsePPE", "MaxFileProtectionLevel",
    "OpenInActionExtension", "TreatAllWebViewsAsUnmanaged", "WebViewHandledURLSchemes",
    "VerboseLoggingEnabled", "FinishLaunchingAtStartup",
  ]
}
