import Compliance
import MAMEvents

extension OCSFMapping {
  /// The reference page: what each type of event, and each finding, is exported as.
  public static var markdown: String {
    var text = """
      # OCSF mapping

      What `mamaudit export ocsf` makes of each event and finding, by version \(OCSFClass.schemaVersion) of the Open
      Cybersecurity Schema Framework. This page is made of the code by `mamaudit export mapping`.

      ## What every line has

      | attribute | from |
      |---|---|
      | `time` | when the event counts: the earlier of its own time and its arrival, in milliseconds, rounded down |
      | `metadata.uid` | the event's id, unique within its `log_provider`; tenant and position where the id has a UPN in it |
      | `metadata.sequence`, `tenant_uid` | the position, and the tenant: the two together are unique |
      | `metadata.event_code` | the type, as `mam.wipe.requested` |
      | `metadata.original_time` | the event's own time, as it was sent |
      | `metadata.logged_time` | when it was appended |
      | `metadata.log_provider` | the `source` of the event |
      | `metadata.correlation_uid` | `operationId` of a transfer, else `correlationid` |
      | `metadata.profiles` | `host` where the class has `actor` or `device` by it; `security_control` on transfer decisions |
      | `actor.app_uid` | the app that reported the event |
      | `device.uid`, `type_id` | the producer's device identity; 5 (Mobile): phone or tablet, no event says |
      | `device.agent_list` | the version of the Intune App SDK |
      | `status_code`, `status_detail` | the number of the SDK's enumeration, its name and what it means |
      | `observables` | account and device, with the paths at which they stand |
      | `unmapped.data` | every member of `data` whose value stands nowhere else; personal ones are digests, as in the record |
      | `unmapped.attributes` | attributes of the event that have no place |

      An account is named by its object id. One that the log knows by a UPN alone has the object id to which that UPN
      was linked at the event's place, else `upn:#NUMBER`, its number in the log. No UPN leaves: one that stands anywhere
      in a record is replaced in the same way. There is no option that puts names back: what has left cannot be erased,
      and a SIEM that may know the names has them in its own directory under the same object ids.

      Severity is Informational, or the one under "failed" where the status is Failure.

      ## Classes

      | class | number |
      |---|---|

      """
    for known in OCSFClass.allCases { text += "| \(known.caption) (`\(known.name)`) | \(known.rawValue) |\n" }
    text += "\n## Events\n"
    for group in EventGroup.allCases {
      text += "\n### \(group.title)\n\n| type | class | activity | status | failed |\n|---|---|---|---|---|\n"
      let types = Catalogue.all.filter { $0.group == group }
      text += types.map { of($0.type).row($0.name) }.joined()
      if group == .log { text += extensionType.row("x. …") }
      let notes =
        types.map { ($0.name, of($0.type).note) } + (group == .log ? [("x. …", extensionType.note)] : [])
      let said = notes.filter { !$0.1.isEmpty }
      if !said.isEmpty { text += "\n" + said.map { "- `\($0.0)`: \($0.1)\n" }.joined() }
    }
    return text + findings
  }

  private static var findings: String {
    var text = """

      ## Findings of the rules

      A finding is a Compliance Finding (\(OCSFClass.complianceFinding.rawValue)): one line with activity Create (1) and status New (1) at
      the instant at which it opened, and one with Close (3) where it has ended by the log's end. `metadata.uid` is the
      finding's id with `-create` or `-close` behind it, `finding_info.uid` and `metadata.correlation_uid` the id itself;
      `metadata.sequence` the position of the event that opened or ended it. The control is the rule, the standard the
      document it comes from, the requirement its section, `remediation.desc` what to do; `control_parameters` what it was
      judged by.

      | ended | status of Close |
      |---|---|

      """
    for end in JudgedFinding.End.allCases {
      text += "| \(end.rawValue) | \(end.status.name) (\(end.status.id)) |\n"
    }
    text +=
      "\n| severity of the rule | `severity_id` | `compliance.status` while it stands |\n|---|---|---|\n"
    for severity in RuleSeverity.allCases {
      let (mapped, check) = severity.ocsf
      text += "| \(severity.rawValue) | \(mapped) (\(mapped.rawValue)) | \(check.name) (\(check.id)) |\n"
    }
    return text
  }

  private func row(_ type: String) -> String {
    let failed = hasFailure ? "\(severity.failed)" : ""
    return "| `\(type)` | \(ocsfClass.caption) | \(activity.markdown) | \(status.markdown) | \(failed) |\n"
  }

  /// Whether an event of the type can have the severity of a failure.
  private var hasFailure: Bool {
    switch status {
    case .none: ocsfClass == .complianceFinding
    case .always(let status): status.id == OCSFStatus.failure.id
    case .word, .code, .failureWithCode, .signIn, .auditResult: true
    case .flag(_, let yes, let no): yes.id == OCSFStatus.failure.id || no.id == OCSFStatus.failure.id
    }
  }
}

extension OCSFActivity {
  fileprivate var markdown: String { "\(name) (\(id))" }
}

extension OCSFStatus {
  fileprivate var markdown: String { "\(name) (\(id))" }
}

extension OCSFMapping.ActivityRule {
  fileprivate var markdown: String {
    switch self {
    case .always(let activity): activity.markdown
    case .word(let member, let words):
      words.map { "\($0.1.markdown) if `\(member)` is \($0.0)" }.joined(separator: "; ")
    case .flag(let member, let yes, let no):
      "\(yes.markdown) if `\(member)`, else \(no.markdown)"
    case .code(let code, let activity, let otherwise):
      "\(activity.markdown) with code \(code), else \(otherwise.markdown)"
    case .auditOperation:
      "Create (1), Read (2), Update (3), Delete (4) or other (99), by `activityOperationType`"
    }
  }
}

extension OCSFMapping.StatusRule {
  fileprivate var markdown: String {
    switch self {
    case .none: ""
    case .always(let status): status.markdown
    case .word(let member, let words):
      words.map { "\($0.1.markdown) if `\(member)` is \($0.0)" }.joined(separator: "; ")
    case .flag(let member, let yes, let no):
      "\(yes.markdown) if `\(member)`, else \(no.markdown)"
    case .code(let success, let other, let failsFrom):
      Self.markdown(success, other)
        + (failsFrom.map { " and with an unknown number of \($0) and above" } ?? "")
    case .failureWithCode:
      "\(OCSFStatus.failure.markdown) if `statusCode` is there, else \(OCSFStatus.success.markdown)"
    case .signIn:
      "\(OCSFStatus.success.markdown) if `status.errorCode` is 0, else \(OCSFStatus.failure.markdown)"
    case .auditResult: "\(OCSFStatus.success.markdown) or \(OCSFStatus.failure.markdown), by `activityResult`"
    }
  }
}

extension OCSFMapping.StatusRule {
  /// Each status with its codes.
  private static func markdown(_ success: [Int32], _ other: [(Int32, OCSFStatus)]) -> String {
    var parts = [(status: OCSFStatus.success, codes: success)]
    for (code, status) in other {
      if let index = parts.firstIndex(where: { "\($0.status.name)" == "\(status.name)" }) {
        parts[index].codes.append(code)
      } else {
        parts.append((status, [code]))
      }
    }
    let said = parts.map { part in
      "\(part.status.markdown) with code " + part.codes.map { "\($0)" }.joined(separator: ", ")
    }
    return (said + ["\(OCSFStatus.failure.markdown) with the others"]).joined(separator: "; ")
  }
}

extension EventGroup {
  fileprivate var title: String {
    switch self {
    case .enrollment: "Enrollment"
    case .policy: "Policy and the app"
    case .compliance: "Compliance and remediation"
    case .wipe: "Wipe"
    case .identity: "Identity"
    case .transfer: "Data protection and transfer"
    case .sharedDevice: "Shared device"
    case .upstream: "Upstream records"
    case .log: "The log's own, and the producer's own"
    }
  }
}
