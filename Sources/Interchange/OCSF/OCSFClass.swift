/// A class of the Open Cybersecurity Schema Framework that something of ours is exported as; raw values are the class's
/// number in version 1.8.0.
public enum OCSFClass: Int, CaseIterable, Sendable {
  /// What no other class honestly is.
  case baseEvent = 0
  /// What was done to a file.
  case fileActivity = 1001
  /// What became of a log.
  case eventLogActivity = 1008
  /// What an evaluation against a document has found.
  case complianceFinding = 2003
  /// Sign-in, sign-out, tokens, changes of identity.
  case authentication = 3002
  /// What became of a managed user, policy or registration.
  case entityManagement = 3004
  /// What was learned of a device.
  case deviceInventory = 5001
  /// What was learned of a user.
  case userInventory = 5003
  /// The state of protection and configuration on a device.
  case deviceConfigStateChange = 5019
  /// Start and stop of an app.
  case applicationLifecycle = 6002
  /// Wipes, blocks, and what else is done about a risk.
  case remediationActivity = 7001

  /// The version of the schema.
  public static let schemaVersion = "1.8.0"

  /// The schema's name of the class, such as `entity_management`.
  public var name: String { "\(names.name)" }

  /// The caption of the class, such as `Entity Management`.
  public var caption: String { "\(names.caption)" }

  /// The number of the class's category.
  public var category: Int { rawValue / 1000 }

  /// The number of a type of event: an activity of the class.
  func type(_ activity: OCSFActivity) -> Int { rawValue * 100 + activity.id }

  /// Whether `device` is of the class without the profile `host`.
  var hasDevice: Bool {
    switch self {
    case .fileActivity, .eventLogActivity, .complianceFinding, .deviceInventory, .deviceConfigStateChange:
      true
    case .baseEvent, .authentication, .entityManagement, .userInventory, .applicationLifecycle,
      .remediationActivity:
      false
    }
  }

  /// Whether `actor` is of the class without the profile `host`.
  var hasActor: Bool {
    switch self {
    case .fileActivity, .eventLogActivity, .authentication, .entityManagement, .deviceInventory,
      .userInventory,
      .deviceConfigStateChange:
      true
    case .baseEvent, .complianceFinding, .applicationLifecycle, .remediationActivity: false
    }
  }

  var names: (name: StaticString, caption: StaticString) {
    switch self {
    case .baseEvent: ("base_event", "Base Event")
    case .fileActivity: ("file_activity", "File System Activity")
    // The slip of the pen is the schema's, up to 1.8.0.
    case .eventLogActivity: ("event_log_actvity", "Event Log Activity")
    case .complianceFinding: ("compliance_finding", "Compliance Finding")
    case .authentication: ("authentication", "Authentication")
    case .entityManagement: ("entity_management", "Entity Management")
    case .deviceInventory: ("inventory_info", "Device Inventory Info")
    case .userInventory: ("user_inventory", "User Inventory Info")
    case .deviceConfigStateChange: ("device_config_state_change", "Device Config State Change")
    case .applicationLifecycle: ("application_lifecycle", "Application Lifecycle")
    case .remediationActivity: ("remediation_activity", "Remediation Activity")
    }
  }
}

extension OCSFClass {
  /// Reads a class's number or the schema's name of it.
  public init?(text: String) {
    guard let found = OCSFClass.allCases.first(where: { "\($0.rawValue)" == text || $0.name == text }) else {
      return nil
    }
    self = found
  }
}

/// What happened, in the words of a class: the `activity_id` and its name.
public struct OCSFActivity: Sendable {
  let id: Int
  let name: StaticString

  init(_ id: Int, _ name: StaticString) {
    self.id = id
    self.name = name
  }

  static let unknown = OCSFActivity(0, "Unknown")
  /// An activity that the class has no number for.
  static func other(_ name: StaticString) -> OCSFActivity { OCSFActivity(99, name) }
}

/// How it ended: the `status_id` and its name.
public struct OCSFStatus: Sendable {
  let id: Int
  let name: StaticString

  init(_ id: Int, _ name: StaticString) {
    self.id = id
    self.name = name
  }

  static let unknown = OCSFStatus(0, "Unknown")
  static let success = OCSFStatus(1, "Success")
  static let failure = OCSFStatus(2, "Failure")
  /// A status that the class has no number for.
  static func other(_ name: StaticString) -> OCSFStatus { OCSFStatus(99, name) }
  static let requested = other("Requested")
}

/// The schema's severities that are used.
enum OCSFSeverity: Int {
  case informational = 1
  case low = 2
  case medium = 3
  case high = 4
  case critical = 5
}
