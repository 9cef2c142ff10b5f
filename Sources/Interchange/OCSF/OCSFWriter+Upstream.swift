import MAMEvents

/// What is read of the records of the services.
extension OCSFWriter {
  /// The activity of an audit record: `data.activityOperationType`, in any case.
  var auditOperation: OCSFActivity {
    guard let word = lowerCased(data("activityOperationType")) else { return .unknown }
    switch word {
    case "create": return OCSFActivity(1, "Create")
    case "get", "read": return OCSFActivity(2, "Read")
    case "patch", "update": return OCSFActivity(3, "Update")
    case "delete": return OCSFActivity(4, "Delete")
    default: return .other("Other")
    }
  }

  /// `data.activityResult` of an audit record, in any case.
  var auditStatus: OCSFStatus {
    switch lowerCased(data("activityResult")) {
    case "success": .success
    case "failure", "fail", "failed": .failure
    default: .unknown
    }
  }

  /// `data.status.errorCode` of a sign-in record: 0 is success.
  var signInStatus: OCSFStatus {
    guard let code = data("status", "errorCode") else { return .unknown }
    let number = document.integer(of: code) ?? document.string(of: code).flatMap { Int64($0) }
    return number.map { $0 == 0 ? .success : .failure } ?? .unknown
  }

  /// The first resource of an audit record.
  mutating func auditResource(_ names: NamesAtEvent) throws {
    let resource = data("resources").flatMap { document.elements(of: $0).first { _ in true } }
    let kind = resource.flatMap {
      document.member("auditResourceType", of: $0) ?? document.member("type", of: $0)
    }
    let uid = resource.flatMap { document.member("resourceId", of: $0) }
    line.member("type_id", 99)
    if let kind, document.kind(of: kind) == .string {
      try line.member("type", kind, of: document, names)
    } else {
      line.member("type", literal: "Resource")
    }
    if let uid, document.kind(of: uid) == .string, !document.isEmptyString(uid) {
      try line.member("uid", uid, of: document, names)
    } else {
      line.member("name", literal: "Microsoft Intune")
    }
  }

  /// The administrator of an audit record.
  ///
  /// - Returns: whether the record names one.
  mutating func administrator(_ names: NamesAtEvent) throws -> Bool {
    let app = string(data("actor", "applicationId")) ?? envelope.app
    let person = string(data("actor", "userId"))
    guard app != nil || person != nil else { return false }
    line.beginObject("actor")
    try line.member("app_uid", app, of: document, names)
    if let person {
      line.beginObject("user")
      try line.member("uid", person, of: document, names)
      line.member("type_id", 2)
      line.member("type", literal: "Admin")
      line.endObject()
    }
    line.endObject()
    return true
  }

  /// The node where it is a string that is not empty.
  private func string(_ node: JSONNode?) -> JSONNode? {
    node.flatMap { document.kind(of: $0) == .string && !document.isEmptyString($0) ? $0 : nil }
  }

  private func lowerCased(_ node: JSONNode?) -> String? {
    node.flatMap { document.string(of: $0) }.map { UPN.lowercased($0) }
  }
}
