import MAMEvents

/// The attributes that each class adds.
extension OCSFWriter {
  /// Data that passed, and whether it was let through.
  mutating func baseEvent(_ event: LoggedEvent, _ names: NamesAtEvent) throws {
    guard event.type == .transferDecided else { return }
    let decision = data("decision")
    let isAllowed = decision.map { document.isString($0, "allowed") } ?? false
    let isBlocked = decision.map { document.isString($0, "blocked") } ?? false
    line.member("action_id", isAllowed ? 1 : isBlocked ? 2 : 0)
    line.member("action", literal: isAllowed ? "Allowed" : isBlocked ? "Denied" : "Unknown")
    line.member("disposition_id", isAllowed ? 1 : isBlocked ? 2 : 0)
    line.member("disposition", literal: isAllowed ? "Allowed" : isBlocked ? "Blocked" : "Unknown")
    if let policy = data("policyId") {
      line.beginObject("policy")
      try line.member("uid", policy, of: document, names)
      line.endObject()
    }
  }

  mutating func fileActivity(_ account: String?, _ names: NamesAtEvent) throws {
    line.beginObject("file")
    line.member("name", literal: "unknown")
    line.member("type_id", 1)
    if let isEncrypted = data("encrypted").flatMap(document.bool) { line.member("is_encrypted", isEncrypted) }
    let owner = try data("owner").flatMap { try name(of: $0, row: nil, names) } ?? account
    if let owner {
      line.beginObject("owner")
      line.member("uid", owner)
      line.member("type_id", 1)
      line.endObject()
    }
    line.endObject()
  }

  mutating func authentication(
    _ event: LoggedEvent, _ mapping: OCSFMapping, _ account: String?, _ names: NamesAtEvent
  ) throws {
    let signedIn = event.type == .entraSignInRecorded ? data("userId") : nil
    try user("user", named: account ?? signedIn.flatMap { try name(of: $0, row: nil, names) }, names)
    line.beginObject("service")
    if event.type == .entraSignInRecorded, let resource = data("resourceDisplayName") {
      try line.member("name", resource, of: document, names)
      try line.member("uid", data("resourceId"), of: document, names)
    } else {
      line.member("name", literal: mapping.service)
    }
    line.endObject()
    if case .always(let activity) = mapping.activity, activity.id == 7 {
      line.member("account_switch_type_id", 99)
      line.member("account_switch_type", literal: "Identity of the App")
    }
    if event.type == .entraSignInRecorded, let isInteractive = data("isInteractive").flatMap(document.bool) {
      line.member("logon_type_id", isInteractive ? 2 : 0)
      line.member("logon_type", literal: isInteractive ? "Interactive" : "Unknown")
    }
  }

  /// A user; one that the event does not name is `none` where it says that there is nobody, else `unknown`.
  mutating func user(_ member: StaticString, named account: String?, _ names: NamesAtEvent) throws {
    line.beginObject(member)
    if let account {
      line.member("uid", account)
      line.member("type_id", 1)
      line.member("type", literal: "User")
    } else {
      line.member("name", literal: isNobody ? "none" : "unknown")
      line.member("type_id", 0)
      line.member("type", literal: "Unknown")
    }
    line.endObject()
  }

  /// Whether the event says that there is no user.
  private var isNobody: Bool {
    guard let type = envelope.type else { return false }
    if document.isString(type, "mam.sharedDevice.accountChanged")
      || document.isString(type, "mam.sharedDevice.accountQueried")
    {
      return true
    }
    let subject = document.member("subject", of: document.root)
    if let subject, document.isEmptyString(subject) { return true }
    return data("user").map { document.isString($0, "none") } ?? false
  }

  mutating func entityManagement(
    _ mapping: OCSFMapping, _ account: String?, _ names: NamesAtEvent
  ) throws {
    line.beginObject("entity")
    switch mapping.entity {
    case .user:
      line.member("type_id", 2)
      line.member("type", literal: "User")
    case .policy:
      line.member("type_id", 5)
      line.member("type", literal: "Policy")
      line.beginObject("policy")
      line.member("name", literal: "App protection policy")
      try line.member("uid", data("policyId"), of: document, names)
      line.endObject()
      try entityData(data("settings"), names)
    case .auditResource:
      try auditResource(names)
    case .record(let kind):
      line.member("type_id", 99)
      line.member("type", literal: kind)
      line.member("name", literal: kind)
      try line.member("uid", data("id"), of: document, names)
      try entityData(envelope.data, names)
    }
    if account != nil || isUser(mapping.entity) { try user("user", named: account, names) }
    line.endObject()
  }

  private func isUser(_ entity: OCSFMapping.Entity) -> Bool {
    if case .user = entity { true } else { false }
  }

  private mutating func entityData(_ node: JSONNode?, _ names: NamesAtEvent) throws {
    guard let node else { return }
    line.key("data")
    try line.json(node, of: document, names)
  }

  /// Policy in force, or shared device mode.
  mutating func configState(_ event: LoggedEvent) {
    switch (event.type, event.code) {
    case (.policyCompleted, 100), (.policyCompleted, 101):
      state(2, "Enabled")
      line.member("security_level_id", 1)
      line.member("security_level", literal: "Secure")
    case (.policyCompleted, 103), (.deviceModeDetected, DeviceMode.default.rawValue): state(1, "Disabled")
    case (.deviceModeDetected, DeviceMode.shared.rawValue): state(2, "Enabled")
    case (.policyCompleted, _), (.deviceModeDetected, _): state(0, "Unknown")
    default: break
    }
  }

  private mutating func state(_ id: Int, _ name: StaticString) {
    line.member("state_id", id)
    line.member("state", literal: name)
  }

  mutating func application(_ names: NamesAtEvent) throws {
    line.beginObject("app")
    if let app = envelope.app {
      try line.member("uid", app, of: document, names)
    } else {
      line.member("name", literal: "unknown")
    }
    try line.member("version", envelope.appVersion, of: document, names)
    line.endObject()
  }

  mutating func remediation(
    _ event: LoggedEvent, _ mapping: OCSFMapping, _ names: NamesAtEvent
  ) throws {
    line.key("command_uid")
    if let command = data("requestId") ?? envelope.correlation {
      try line.text(command, of: document, names)
    } else {
      try uid(event, names)
    }
    line.beginObject("remediation")
    line.member("desc", literal: mapping.remedy)
    line.endObject()
  }

  // MARK: Who and where

  /// The app that reported the event, and the account where the class has no other place for it.
  ///
  /// - Returns: whether there is one.
  mutating func actor(
    _ event: LoggedEvent, _ mapping: OCSFMapping, _ account: String?, _ names: NamesAtEvent
  ) throws -> Bool {
    if event.type == .intuneAuditRecorded { return try administrator(names) }
    let app = envelope.app ?? (event.type == .entraSignInRecorded ? data("appId") : nil)
    let placesAccount = account != nil && mapping.placesAccountInActor
    guard app != nil || placesAccount else { return false }
    line.beginObject("actor")
    try line.member("app_uid", app, of: document, names)
    if placesAccount { try user("user", named: account, names) }
    line.endObject()
    return true
  }

  /// - Returns: whether there is one.
  mutating func device(
    _ event: LoggedEvent, _ mapping: OCSFMapping, _ account: String?, _ names: NamesAtEvent
  ) throws -> Bool {
    let detail = event.type == .entraSignInRecorded ? data("deviceDetail") : nil
    let upstream = detail.flatMap { document.member("deviceId", of: $0) }
      .flatMap { document.isEmptyString($0) || document.kind(of: $0) != .string ? nil : $0 }
    let observed = event.type == .intuneDeviceObserved ? data("DeviceId") ?? data("id") : nil
    let uid = envelope.device ?? upstream ?? observed
    guard uid != nil || event.type == .intuneDeviceObserved else { return false }
    line.beginObject("device")
    if let uid {
      try line.member("uid", uid, of: document, names)
    } else {
      line.member("uid", literal: "unknown")
    }
    line.member("type_id", 5)
    line.member("type", literal: "Mobile")
    if let isShared = isShared(event) { line.member("is_shared", isShared) }
    for (name, member) in [("is_compliant", "isCompliant"), ("is_managed", "isManaged")]
      as [(StaticString, StaticString)]
    {
      let flag = detail.flatMap { document.member(member, of: $0) }.flatMap(document.bool)
      if let flag { line.member(name, flag) }
    }
    if let sdk = envelope.sdkVersion {
      line.beginArray("agent_list")
      line.beginObject()
      line.member("name", literal: "Intune App SDK")
      line.member("type_id", 99)
      line.member("type", literal: "Mobile Application Management")
      try line.member("version", sdk, of: document, names)
      line.endObject()
      line.endArray()
    }
    if mapping.ocsfClass == .deviceInventory, let account {
      line.beginObject("owner")
      line.member("uid", account)
      line.member("type_id", 1)
      line.member("type", literal: "User")
      line.endObject()
    }
    line.endObject()
    return true
  }

  private func isShared(_ event: LoggedEvent) -> Bool? {
    switch event.type {
    case .sharedDeviceSignedIn, .sharedDeviceSignedOut, .sharedDeviceAccountChanged,
      .sharedDeviceAccountQueried,
      .sharedDeviceDataCleared:
      true
    case .deviceModeDetected: event.codeEntry().map { $0.number == DeviceMode.shared.rawValue }
    default: nil
    }
  }
}
