import Compliance
import MAMEvents

/// A finding of a rule as an export reads it, as it stands at the log's end.
public struct JudgedFinding: Sendable {
  /// How it ended.
  public enum End: String, CaseIterable, Sendable {
    /// What it waited for came, or the condition is over.
    case resolved
    /// Somebody has said why it may stand.
    case acknowledged
    /// A later append took its ground away.
    case superseded
  }

  /// The tenant.
  public var tenant: GUID
  /// Sixteen hexadecimal digits.
  public var id: String
  /// The rule.
  public var rule: RuleID
  /// How much it matters, by the parameters in force.
  public var severity: RuleSeverity
  /// Whom it is about: the object id in lower case, or `upn:NAME`.
  public var account: String?
  /// The bundle id.
  public var app: String?
  /// The device.
  public var device: String?
  /// When it opened.
  public var openedAt: Timestamp
  /// The position of the event that started its clock or completed its pattern.
  public var openedBy: Int64
  /// The deadline; nil for a rule without.
  public var dueAt: Timestamp?
  /// How, when and by which event it ended; nil while it stands.
  public var ending: (how: End, at: Timestamp, by: Int64?)?
  /// Why, in words.
  public var reason: String
  /// The parameters that it was judged by: a JSON object of texts and numbers.
  public var parameters: String

  /// Describes a finding.
  public init(
    tenant: GUID, id: String, rule: RuleID, severity: RuleSeverity, account: String?, app: String?,
    device: String?, openedAt: Timestamp, openedBy: Int64, dueAt: Timestamp?,
    ending: (how: End, at: Timestamp, by: Int64?)?, reason: String, parameters: String
  ) {
    self.tenant = tenant
    self.id = id
    self.rule = rule
    self.severity = severity
    self.account = account
    self.app = app
    self.device = device
    self.openedAt = openedAt
    self.openedBy = openedBy
    self.dueAt = dueAt
    self.ending = ending
    self.reason = reason
    self.parameters = parameters
  }
}

extension JudgedFinding.End {
  /// The status of a Compliance Finding that ended so.
  ///
  /// Deleted ("it might have been created in error") came with version 1.6.0 of the schema.
  var status: OCSFStatus {
    switch self {
    case .resolved: OCSFStatus(4, "Resolved")
    case .acknowledged: OCSFStatus(3, "Suppressed")
    case .superseded: OCSFStatus(6, "Deleted")
    }
  }
}

extension RuleSeverity {
  /// The schema's severity, and the status of the check while the finding stands.
  var ocsf: (severity: OCSFSeverity, check: OCSFStatus) {
    switch self {
    case .violation: (.high, OCSFStatus(3, "Fail"))
    case .warning: (.medium, OCSFStatus(2, "Warning"))
    case .note: (.informational, OCSFStatus(99, "Note"))
    }
  }
}
