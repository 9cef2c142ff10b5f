import MAMEvents

extension OCSFMapping {
  private static let enroll = ActivityRule.always(OCSFActivity(6, "Enroll"))
  private static let unenroll = ActivityRule.always(OCSFActivity(7, "Unenroll"))
  private static let read = ActivityRule.always(OCSFActivity(2, "Read"))
  private static let logon = ActivityRule.always(OCSFActivity(1, "Logon"))
  private static let logoff = ActivityRule.always(OCSFActivity(2, "Logoff"))
  private static let accountSwitch = ActivityRule.always(OCSFActivity(7, "Account Switch"))
  private static let collect = ActivityRule.always(OCSFActivity(2, "Collect"))
  private static let log = ActivityRule.always(OCSFActivity(1, "Log"))
  private static let evict = ActivityRule.always(OCSFActivity(2, "Evict"))
  private static let harden = ActivityRule.always(OCSFActivity(4, "Harden"))
  private static let phases: [(StaticString, OCSFActivity)] = [
    ("launched", OCSFActivity(3, "Start")), ("terminated", OCSFActivity(4, "Stop")),
    ("suspended", OCSFActivity.other("Suspend")), ("resumed", OCSFActivity.other("Resume")),
  ]
  private static func other(_ name: StaticString) -> ActivityRule { .always(.other(name)) }

  private static let sdk: StaticString = "Intune App SDK"
  private static let wipe: StaticString = "Selective wipe of the account's data"
  private static let removal: StaticString = "Removal of the account's data"
  private static let compliance: StaticString = "Compliance with the app protection policy"
  private static let block: StaticString = "Block of the account in the app"

  private static let ended = StatusRule.always(.success)
  private static let requested = StatusRule.always(.requested)
  /// What `reporting.v1_daily_enrollment` takes for success and failure, too.
  private static let enrollmentResult = StatusRule.code(
    success: [100, 101, 102, 208],
    other: [(103, .other("Not Targeted")), (104, .unknown), (225, .other("Not Targeted"))], failsFrom: 200)

  /// The declaration of a type.
  static func declare(_ type: EventType) -> OCSFMapping {
    switch type {
    // Enrollment
    case .accountSignedIn: OCSFMapping(.authentication, logon, ended)
    case .accountRegistered:
      OCSFMapping(
        .entityManagement, enroll, .always(.other("Registered")),
        note: "The SDK has the account; the result comes with `mam.enrollment.completed`.")
    case .enrollmentCompleted:
      OCSFMapping(.entityManagement, enroll, enrollmentResult, placed: ["statusCode"])
    case .unenrollmentRequested: OCSFMapping(.entityManagement, unenroll, requested)
    case .unenrollmentCompleted:
      OCSFMapping(
        .entityManagement, unenroll,
        .code(success: [104], other: [(100, .unknown), (101, .unknown), (102, .unknown), (103, .unknown)]),
        severity: (.informational, .medium), placed: ["statusCode"])
    case .accountSignedOut: OCSFMapping(.authentication, logoff, ended)
    case .tokensRemoved: OCSFMapping(.authentication, other("Token Removal"), ended)

    // Policy
    case .policyCompleted:
      OCSFMapping(
        .deviceConfigStateChange, log, enrollmentResult, placed: ["statusCode"],
        note:
          "`state` Enabled and `security_level` Secure with codes 100 and 101 (policy is in force), Disabled with 103."
      )
    case .policyChanged:
      OCSFMapping(
        .entityManagement, .always(OCSFActivity(3, "Update")), ended, entity: .policy,
        placed: ["policyId", "settings"], note: "`entity.data` has the settings.")
    case .restartRequested:
      OCSFMapping(.applicationLifecycle, .always(OCSFActivity(5, "Restart")), requested)
    case .appLifecycle:
      OCSFMapping(
        .applicationLifecycle,
        .word("phase", phases), ended)
    case .appConfigured:
      OCSFMapping(
        .deviceConfigStateChange, log,
        note: "The settings of the app stand in `unmapped.data`: they are not the device's.")

    // Compliance and remediation
    case .tokenDenied:
      OCSFMapping(
        .authentication, other("Token Request"), .always(.failure), placed: ["error"],
        note: "`status_code` is Entra's error code, else MSAL's; `status_detail` the error's name.")
    case .tokenRequested: OCSFMapping(.authentication, other("Token Request"), requested)
    case .tokenGranted: OCSFMapping(.authentication, other("Token Request"), ended)
    case .remediationRequested:
      OCSFMapping(.remediationActivity, harden, requested, remedy: compliance)
    case .remediationCompleted:
      OCSFMapping(
        .complianceFinding, .code(0, OCSFActivity(3, "Close"), otherwise: OCSFActivity(1, "Create")),
        severity: (.informational, .medium), placed: ["status"],
        note:
          "`finding_info.uid` is that of the account on the app and device, so that Create and Close are of one finding; "
          + "`compliance.status_id` Pass with 0, Fail with 1, Warning with the others.")
    case .remediationMessageShown:
      OCSFMapping(.remediationActivity, other("Message Shown"), ended, remedy: compliance)

    // Wipe
    case .wipeRequested:
      OCSFMapping(
        .remediationActivity, evict, requested, remedy: wipe, placed: ["requestId"],
        note:
          "`command_uid` is `requestId`, else `correlationid`, else the event's own id: it ties the events of one wipe."
      )
    case .wipeReceived:
      OCSFMapping(
        .remediationActivity, evict, .always(.other("Received")), remedy: wipe, placed: ["requestId"])
    case .wipeHandled:
      OCSFMapping(
        .remediationActivity, evict,
        .flag("wiped", yes: .other("Handled by the App"), no: .other("Left to the SDK")), remedy: wipe)
    case .wipeCompleted:
      OCSFMapping(.remediationActivity, evict, ended, remedy: wipe, placed: ["requestId"])
    case .wipeFailed:
      OCSFMapping(
        .remediationActivity, evict, .always(.failure), severity: (.informational, .high), remedy: wipe)
    case .dataRemoved: OCSFMapping(.remediationActivity, evict, ended, remedy: removal)
    case .dataAccessed:
      OCSFMapping(
        .baseEvent, other("Data Access"),
        note: "No class fits: what was opened need not be a file, and File System Activity wants one by name."
      )

    // Identity
    case .identitySwitchRequested: OCSFMapping(.authentication, accountSwitch, requested, service: sdk)
    case .identitySwitched:
      OCSFMapping(.authentication, accountSwitch, .code(success: [0]), service: sdk, placed: ["result"])
    case .identityAddRequested:
      OCSFMapping(.entityManagement, .always(OCSFActivity(1, "Create")), requested)
    case .identityAdded:
      OCSFMapping(
        .entityManagement, .always(OCSFActivity(1, "Create")), .code(success: [0]), placed: ["result"])
    case .accountBlockRequested:
      OCSFMapping(
        .remediationActivity, .code(0, OCSFActivity(3, "Restore"), otherwise: OCSFActivity(1, "Isolate")),
        requested, remedy: block, note: "The reason NotBlocked asks to lift the block.")
    case .accountBlocked:
      OCSFMapping(
        .remediationActivity, other("Block Answered"), .code(success: [0]),
        severity: (.informational, .high), remedy: block, placed: ["result"],
        note: "Whether it was a block or its end, only the request before it says.")
    case .viewShown:
      OCSFMapping(.baseEvent, other("View Shown"), note: "No class is about what an app shows.")

    // Data protection and transfer
    case .transferDecided:
      OCSFMapping(
        .baseEvent, other("Transfer Decision"), placed: ["operationId", "policyId"],
        note:
          "With the profile `security_control`: `action_id` Allowed or Denied. No class is about data that passes between "
          + "apps; Data Security Finding is about alerts, and most decisions are none.")
    case .transferPerformed:
      OCSFMapping(
        .baseEvent, other("Transfer"), ended, placed: ["operationId"],
        note: "`metadata.correlation_uid` is the operation, as of the decision.")
    case .fileProtected:
      OCSFMapping(
        .fileActivity,
        .flag("encrypted", yes: OCSFActivity(10, "Encrypt"), no: OCSFActivity(7, "Set Security")),
        .failureWithCode,
        note: "The class wants a file's name, and the event has none: `file.name` is `unknown`.")

    // Shared device
    case .deviceModeDetected:
      OCSFMapping(
        .deviceConfigStateChange, log,
        note: "`state` Enabled is shared device mode; `device.is_shared` says the same.")
    case .sharedDeviceSignedIn: OCSFMapping(.authentication, logon, ended)
    case .sharedDeviceSignedOut:
      OCSFMapping(
        .authentication, logoff, .flag("success", yes: .success, no: .failure),
        severity: (.informational, .medium))
    case .sharedDeviceAccountChanged:
      OCSFMapping(
        .authentication, accountSwitch, ended, note: "`user` is `data.current`, `none` where it is absent.")
    case .sharedDeviceAccountQueried:
      OCSFMapping(
        .userInventory, collect, ended, note: "`user` is `data.current`, `none` where it is absent.")
    case .sharedDeviceDataCleared: OCSFMapping(.remediationActivity, evict, ended, remedy: removal)

    // Upstream records
    case .intuneAuditRecorded:
      OCSFMapping(
        .entityManagement, .auditOperation, .auditResult, entity: .auditResource,
        note: "`entity` is the first resource; `actor` the administrator's object id and app.")
    case .intuneRegistrationObserved:
      OCSFMapping(.entityManagement, read, entity: .record("Managed App Registration"), note: "A snapshot.")
    case .intuneReportObserved:
      OCSFMapping(.entityManagement, read, entity: .record("App Protection Status"), note: "A snapshot.")
    case .entraSignInRecorded:
      OCSFMapping(.authentication, logon, .signIn, note: "`status_code` is Entra's error code.")
    case .intuneOperationalRecorded:
      OCSFMapping(.entityManagement, other("Operation"), entity: .record("Operational Record"))
    case .intuneDeviceObserved:
      OCSFMapping(
        .deviceInventory, collect, note: "A snapshot. `device.uid` is `unknown` where the record names none.")
    case .intuneOperationObserved:
      OCSFMapping(.entityManagement, read, entity: .record("Managed App Operation"), note: "A snapshot.")
    case .intuneRegistrationVanished:
      OCSFMapping(
        .entityManagement, .always(OCSFActivity(4, "Delete")), entity: .record("Managed App Registration"),
        note: "Seen to be missing: when it was deleted, nobody says.")
    case .importCompleted: OCSFMapping(.eventLogActivity, other("Import"), ended)

    // The log's own
    case .logRulesChanged: OCSFMapping(.eventLogActivity, other("Rules Change"), ended)
    case .logErased: OCSFMapping(.eventLogActivity, other("Erasure of Personal Data"), ended)
    case .logKeyRotated: OCSFMapping(.eventLogActivity, other("Key Rotation"), ended)
    case .logExported: OCSFMapping(.eventLogActivity, .always(OCSFActivity(3, "Export")), ended)
    case .logVerified:
      OCSFMapping(
        .eventLogActivity, other("Verification"),
        .word("result", [("passed", .success), ("failed", .failure)]),
        severity: (.informational, .critical))
    case .logMigrated: OCSFMapping(.eventLogActivity, other("Migration"), ended)
    case .logIdentityCorrected: OCSFMapping(.eventLogActivity, other("Identity Correction"), ended)
    case .logFindingAcknowledged:
      OCSFMapping(
        .eventLogActivity, other("Finding Acknowledgement"), ended,
        note: "The finding's own Close, with status Suppressed, is in the export of findings.")
    case .logConflictRefused:
      OCSFMapping(
        .eventLogActivity, other("Conflict Refusal"), .always(.failure), severity: (.informational, .high))
    }
  }
}
