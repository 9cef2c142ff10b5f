import MAMEvents

/// Results of a compliance remediation, as findings.
extension OCSFWriter {
  private func result(_ event: LoggedEvent) -> ComplianceStatus? {
    guard event.type == .remediationCompleted else { return nil }
    return event.code.flatMap(ComplianceStatus.init)
  }

  func complianceFailed(_ event: LoggedEvent) -> Bool {
    result(event).map { $0 != .compliant } ?? false
  }

  func findingStatus(_ event: LoggedEvent) -> OCSFStatus {
    result(event).map { $0 == .compliant ? OCSFStatus(4, "Resolved") : OCSFStatus(1, "New") } ?? .unknown
  }

  mutating func complianceResult(
    _ event: LoggedEvent, _ account: String?, _ names: NamesAtEvent
  ) throws {
    line.beginObject("finding_info")
    line.key("uid")
    line.value(try complianceUID(account, names))
    line.member("title", literal: "Compliance with the app protection policy")
    line.endObject()

    line.beginObject("compliance")
    line.member("control", literal: "Compliance with the app protection policy")
    line.beginArray("standards")
    line.value("Microsoft Intune app protection, conditional access" as StaticString)
    line.endArray()
    let status = complianceStatus(result(event))
    line.member("status_id", status.id)
    line.member("status", literal: status.name)
    if let code = event.code {
      line.member("status_code", "\(code)")
    } else {
      try line.member("status_code", data("status"), of: document, names)
    }
    if let entry = event.codeEntry() {
      line.beginArray("status_details")
      line.value("\(entry.name): \(entry.meaning)")
      line.endArray()
    }
    line.endObject()

    line.beginArray("resources")
    if let account {
      line.beginObject()
      line.member("uid", account)
      line.member("type", literal: "User")
      line.endObject()
    }
    if let app = envelope.app {
      line.beginObject()
      try line.member("uid", app, of: document, names)
      line.member("type", literal: "Application")
      line.endObject()
    }
    line.endArray()
  }

  /// One for an account on an app and device, so that a later result updates what an earlier one said.
  private func complianceUID(_ account: String?, _ names: NamesAtEvent) throws -> String {
    let parts = [
      account, envelope.app.map { document.string(of: $0) ?? "" },
      envelope.device.map { document.string(of: $0) ?? "" },
    ]
    return try names.scrubbed("compliance/" + parts.map { $0 ?? "" }.joined(separator: "/"))
  }

  private func complianceStatus(_ result: ComplianceStatus?) -> OCSFStatus {
    switch result {
    case .compliant: OCSFStatus(1, "Pass")
    case .notCompliant: OCSFStatus(3, "Fail")
    case .serviceFailure, .networkFailure, .interactionRequired, .userCancelled: OCSFStatus(2, "Warning")
    case nil: .unknown
    }
  }
}
