/// Facts that no single member gives.
extension EventDecoder {
  mutating func addDerivedFacts(_ definition: CompiledDefinition, _ data: JSONNode?) {
    if let index = definition.identity, let identity = slots[index], !document.isEmptyString(identity) {
      packer.add(.carriesIdentity, bool: true)
    }
    switch definition.definition.type {
    case .identitySwitchRequested, .identitySwitched: addNoUser(definition)
    case .tokenDenied:
      addDenial(definition)
      addDeniedAccount(definition)
    case .transferDecided:
      if let version = node(.sdkversion) { addText(.sdkVersion, version) }
    case .appConfigured: addJudgedSettings(definition)
    case .intuneRegistrationObserved: addRegistration(data)
    case .intuneAuditRecorded: addActivities(data)
    case .entraSignInRecorded: addSignIn(data)
    case .logVerified: addVerified(definition)
    default: break
    }
  }

  private func slot(_ definition: CompiledDefinition, _ path: String) -> JSONNode? {
    definition.slots.firstIndex { $0.path == path }.flatMap { slots[$0] }
  }

  /// No user: an empty subject, or no subject and the word for it.
  private mutating func addNoUser(_ definition: CompiledDefinition) {
    if let subject = node(.subject) {
      if document.isEmptyString(subject) { packer.add(.noUser, bool: true) }
    } else if let user = slot(definition, "data.user"), document.isString(user, "none") {
      packer.add(.noUser, bool: true)
    }
  }

  /// Whether the token was denied for app protection.
  private mutating func addDenial(_ definition: CompiledDefinition) {
    let isDenial = definition.slots.indices.contains { index in
      guard let value = slots[index] else { return false }
      switch definition.slots[index].member.fact {
      case .errorCode:
        return document.integer(of: value) == -50004
          || document.withText(of: value) {
            Enumerations.msalErrorCode.decode(utf8: $0).number
              == MSALErrorCode.serverProtectionPoliciesRequired.rawValue
          } ?? false
      case .entraErrorCode:
        return isEntraDenial(value)
      case .subError:
        return document.isString(value, "protection_policy_required")
          || document.isString(value, "protection_policies_required")
      case .errorName:
        return document.isString(value, "ERROR_SERVER_PROTECTION_POLICY_REQUIRED")
          || document.isString(value, "MSALErrorServerProtectionPoliciesRequired")
      default: return false
      }
    }
    if isDenial { packer.add(.appProtectionDenial, bool: true) }
  }

  /// Whose token was denied, as a digest: the id itself is personal.
  private mutating func addDeniedAccount(_ definition: CompiledDefinition) {
    guard let value = slot(definition, "data.homeAccountId"),
      let home = document.withText(of: value, { HomeAccountID(text: $0) }) ?? nil
    else { return }
    packer.add(.deniedAccount, integer: home.objectID.shortDigest)
  }

  private func isEntraDenial(_ node: JSONNode) -> Bool {
    let code = document.integer(of: node) ?? (document.withText(of: node) { decimal($0) } ?? nil)
    return code == 53005 || code == 53009
  }

  /// The settings that the configuration rules judge, as `Key=value` in the order of the catalogue.
  private mutating func addJudgedSettings(_ definition: CompiledDefinition) {
    var texts: [String] = []
    for index in definition.slots.indices {
      guard definition.slots[index].member.fact == .settings, let value = slots[index] else { continue }
      texts.append("\(definition.slots[index].member.name)=\(settingText(value))")
    }
    if !texts.isEmpty { packer.add(.settings, texts: texts) }
  }

  private func settingText(_ node: JSONNode) -> String {
    switch document.kind(of: node) {
    case .string: document.lossyString(of: node)
    case .array: document.elements(of: node).map { settingText($0) }.joined(separator: ",")
    default: document.token(of: node)
    }
  }

  /// Whether the log was found whole; a word that is neither says nothing.
  private mutating func addVerified(_ definition: CompiledDefinition) {
    guard let result = slot(definition, "data.result") else { return }
    if document.isString(result, "passed") { packer.add(.verified, bool: true) }
    if document.isString(result, "failed") { packer.add(.verified, bool: false) }
  }

  private mutating func addRegistration(_ data: JSONNode?) {
    guard let data else { return }
    if let reasons = document.member("flaggedReasons", of: data), document.kind(of: reasons) == .array {
      packer.add(.flaggedReasons, texts: strings(in: reasons))
    }
    if let sync = document.member("lastSyncDateTime", of: data), case .success(let time) = instant(sync) {
      packer.add(.lastSyncAt, integer: time.microseconds)
    }
  }

  private mutating func addActivities(_ data: JSONNode?) {
    guard let data else { return }
    var texts: [String] = []
    for name in ["activity", "activityType", "operationName"] as [StaticString] {
      if let value = document.member(name, of: data), let text = upstreamText(value) { texts.append(text) }
    }
    if let resources = document.member("resources", of: data) {
      for resource in document.elements(of: resources) {
        for name in ["auditResourceType", "type"] as [StaticString] {
          if let value = document.member(name, of: resource), let text = upstreamText(value) {
            texts.append(text)
          }
        }
      }
    }
    if !texts.isEmpty { packer.add(.activities, texts: texts) }
  }

  private mutating func addSignIn(_ data: JSONNode?) {
    guard let data else { return }
    var isDenial = false
    if let status = document.member("status", of: data), let error = document.member("errorCode", of: status)
    {
      isDenial = isEntraDenial(error)
      if let number = document.integer(of: error) { packer.add(.entraErrorCode, integer: number) }
    }
    if let policies = document.member("appliedConditionalAccessPolicies", of: data) {
      for policy in document.elements(of: policies) {
        guard let result = document.member("result", of: policy), document.isString(result, "failure"),
          let controls = document.member("enforcedGrantControls", of: policy)
        else { continue }
        isDenial =
          isDenial
          || document.elements(of: controls).contains { document.isString($0, "RequireCompliantApp") }
      }
    }
    if isDenial { packer.add(.appProtectionDenial, bool: true) }
  }

  private func strings(in array: JSONNode) -> [String] {
    document.elements(of: array).compactMap { upstreamText($0) }
  }

  /// A string of an upstream record that is not personal by its shape: facts hold nothing personal.
  private func upstreamText(_ node: JSONNode) -> String? {
    guard document.kind(of: node) == .string else { return nil }
    let text = document.lossyString(of: node)
    return PersonalShape.matches(utf8: Array(text.utf8)) ? nil : text
  }
}
