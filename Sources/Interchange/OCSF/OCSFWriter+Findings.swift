import Compliance
import MAMEvents

/// Findings of rules as Compliance Findings: one line when one opened, and one when it ended.
extension OCSFWriter {
  /// Writes the opening of a finding, and its end where it has ended, in place of the last line.
  ///
  /// The ids follow from the finding's own, which survives every rebuild: a collector that keeps the last line of each
  /// `metadata.uid` may be sent the findings again and again.
  ///
  /// - Returns: how many lines there are.
  @discardableResult
  public mutating func write(_ finding: JudgedFinding) throws -> Int {
    let names = NamesAtEvent(
      scrubber: scrubber, point: FoldPoint(effectiveAt: finding.openedAt, position: finding.openedBy))
    var shown = finding
    if let account = finding.account {
      let name = try names.scrubbed(account)
      shown.account = name
      // A name that is no address could not be told from the words around it.
      shown.reason = finding.reason.replacing(account, with: name)
    }
    shown.reason = try names.scrubbed(shown.reason)
    shown.app = try finding.app.map(names.scrubbed)
    shown.device = try finding.device.map(names.scrubbed)

    line.removeAll()
    try compose(
      shown, OCSFActivity(1, "Create"), OCSFStatus(1, "New"), at: finding.openedAt, by: finding.openedBy)
    guard let ending = finding.ending else { return 1 }
    try compose(shown, OCSFActivity(3, "Close"), ending.how.status, at: ending.at, by: ending.by)
    return 2
  }

  private mutating func compose(
    _ finding: JudgedFinding, _ activity: OCSFActivity, _ status: OCSFStatus, at instant: Timestamp,
    by position: Int64?
  ) throws {
    let rule = RuleCatalogue[finding.rule]
    let isClose = activity.id == 3
    line.beginObject()
    line.member("class_uid", OCSFClass.complianceFinding.rawValue)
    line.member("class_name", literal: OCSFClass.complianceFinding.names.caption)
    line.member("category_uid", OCSFClass.complianceFinding.category)
    line.member("activity_id", activity.id)
    line.member("activity_name", literal: activity.name)
    line.member("type_uid", OCSFClass.complianceFinding.type(activity))
    line.member("time", instant.milliseconds)
    line.member("severity_id", finding.severity.ocsf.severity.rawValue)
    line.member("status_id", status.id)
    line.member("status", literal: status.name)
    if let ending = finding.ending, isClose { line.member("status_detail", ending.how.rawValue) }
    line.member("message", rule.title)
    info(finding, rule, isClose: isClose)
    try check(finding, rule, isClose: isClose)
    line.beginObject("remediation")
    line.member("desc", rule.remedy)
    line.endObject()
    resources(finding)
    if let device = finding.device {
      line.beginObject("device")
      line.member("uid", device)
      line.member("type_id", 5)
      line.member("type", literal: "Mobile")
      line.endObject()
    }
    metadata(finding, isClose ? "close" : "create", position)
    observables(finding)
    unmapped(finding)
    line.endObject()
    line.endLine()
  }

  private mutating func info(_ finding: JudgedFinding, _ rule: Rule, isClose: Bool) {
    line.beginObject("finding_info")
    line.member("uid", finding.id)
    line.member("title", rule.title)
    line.member("desc", finding.reason)
    line.member("created_time", finding.openedAt.milliseconds)
    if isClose, let ending = finding.ending { line.member("modified_time", ending.at.milliseconds) }
    line.beginArray("types")
    line.value(rule.id.area.title)
    line.endArray()
    line.beginObject("analytic")
    line.member("uid", rule.id.rawValue)
    line.member("name", rule.title)
    line.member("type_id", 1)
    line.member("type", literal: "Rule")
    line.endObject()
    line.endObject()
  }

  private mutating func check(_ finding: JudgedFinding, _ rule: Rule, isClose: Bool) throws {
    let isPassed = isClose && finding.ending?.how == .resolved
    let status = isPassed ? OCSFStatus(1, "Pass") : finding.severity.ocsf.check
    line.beginObject("compliance")
    line.member("control", rule.id.rawValue)
    line.beginArray("standards")
    line.value(rule.document.rawValue)
    line.endArray()
    line.beginArray("requirements")
    line.value(rule.section)
    line.endArray()
    line.member("status_id", status.id)
    line.member("status", literal: status.name)
    try parameters(finding.parameters)
    line.endObject()
  }

  /// The parameters of a rule, each as text.
  private mutating func parameters(_ json: String) throws {
    var document = JSONDocument()
    try document.parse(json.utf8)
    guard document.count(of: document.root) > 0 else { return }
    line.beginArray("control_parameters")
    for (name, value) in document.members(of: document.root) {
      line.beginObject()
      line.member("name", document.string(of: name) ?? "")
      line.member("value", document.string(of: value) ?? document.token(of: value))
      line.endObject()
    }
    line.endArray()
  }

  private mutating func resources(_ finding: JudgedFinding) {
    guard finding.account != nil || finding.app != nil else { return }
    line.beginArray("resources")
    for (uid, type) in [(finding.account, "User"), (finding.app, "Application")] {
      guard let uid else { continue }
      line.beginObject()
      line.member("uid", uid)
      line.member("type", type)
      line.endObject()
    }
    line.endArray()
  }

  private mutating func metadata(_ finding: JudgedFinding, _ part: String, _ position: Int64?) {
    line.beginObject("metadata")
    beginMetadata()
    line.member("uid", "\(finding.id)-\(part)")
    if let position { line.member("sequence", position) }
    line.member("event_code", "finding.\(part)")
    line.member("correlation_uid", finding.id)
    line.member("tenant_uid", finding.tenant.text)
    line.endObject()
  }

  private mutating func observables(_ finding: JudgedFinding) {
    guard finding.account != nil || finding.device != nil else { return }
    line.beginArray("observables")
    if let account = finding.account { line.observable("resources.uid", 31, "User Object: uid", account) }
    if let device = finding.device { line.observable("device.uid", 47, "Device Object: uid", device) }
    line.endArray()
  }

  private mutating func unmapped(_ finding: JudgedFinding) {
    line.beginObject("unmapped")
    line.member("severity", finding.severity.rawValue)
    line.member("opened_by", finding.openedBy)
    if let dueAt = finding.dueAt { line.member("due_at", dueAt.rfc3339) }
    line.endObject()
  }
}
