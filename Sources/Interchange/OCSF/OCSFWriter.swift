import Compliance
import MAMEvents

/// Writes events of a log as OCSF objects, one line of JSON each: ``OCSFMapping`` as data.
///
/// Equal events give equal bytes. Made to be used again: its buffers keep their room.
public struct OCSFWriter {
  let productVersion: String
  let scrubber: NameScrubber
  var line = JSONLine()
  var document = JSONDocument()
  var envelope = Envelope()
  /// Whether the event's account is its subject.
  private var isSubjectPlaced = false

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - productVersion: the version of this program, for `metadata.product`.
  ///   - pseudonym: names accounts that the log knows by a UPN.
  public init(productVersion: String, pseudonym: @escaping PseudonymSource) {
    self.productVersion = productVersion
    scrubber = NameScrubber(pseudonym: pseudonym)
  }

  /// The line that was written last, with its end.
  public var bytes: [UInt8] { line.bytes }

  /// Writes an event in place of the last line.
  ///
  /// - Throws: `JSONError` for a record that is no JSON, which none in a log is; what the source of pseudonyms throws.
  public mutating func write(_ event: LoggedEvent, record: UnsafeRawBufferPointer) throws {
    // In a record a digest stands for a personal value: one object more.
    try document.parse(record, maximumDepth: JSONDocument.depthLimit + 1)
    envelope.read(document)
    let mapping = OCSFMapping.of(event.type)
    let names = NamesAtEvent(scrubber: scrubber, point: event.point)
    let account = try account(of: event, names)

    line.removeAll()
    line.beginObject()
    try begin(event, mapping, names)
    switch mapping.ocsfClass {
    case .baseEvent: try baseEvent(event, names)
    case .fileActivity: try fileActivity(account, names)
    case .eventLogActivity: line.member("log_name", literal: "mamaudit")
    case .complianceFinding: try complianceResult(event, account, names)
    case .authentication: try authentication(event, mapping, account, names)
    case .entityManagement: try entityManagement(mapping, account, names)
    case .userInventory: try user("user", named: account, names)
    case .deviceInventory: break
    case .deviceConfigStateChange: configState(event)
    case .applicationLifecycle: try application(names)
    case .remediationActivity: try remediation(event, mapping, names)
    }
    let hasActor = try actor(event, mapping, account, names)
    let hasDevice = try device(event, mapping, account, names)
    let needsHost =
      (hasActor && !mapping.ocsfClass.hasActor) || (hasDevice && !mapping.ocsfClass.hasDevice)
    try metadata(event, mapping, needsHost: needsHost, names)
    try observables(mapping, account, names)
    try unmapped(mapping, account, names)
    line.endObject()
    line.endLine()
  }

  // MARK: What every class has

  private mutating func begin(
    _ event: LoggedEvent, _ mapping: OCSFMapping, _ names: NamesAtEvent
  ) throws {
    let activity = activity(event, mapping)
    line.member("class_uid", mapping.ocsfClass.rawValue)
    line.member("class_name", literal: mapping.ocsfClass.names.caption)
    line.member("category_uid", mapping.ocsfClass.category)
    line.member("activity_id", activity.id)
    try activityName(activity, mapping, names)
    line.member("type_uid", mapping.ocsfClass.type(activity))
    line.member("time", event.point.effectiveAt.milliseconds)
    let status = status(event, mapping)
    let hasFailed = status?.id == OCSFStatus.failure.id || complianceFailed(event)
    line.member("severity_id", (hasFailed ? mapping.severity.failed : mapping.severity.usual).rawValue)
    if let status {
      line.member("status_id", status.id)
      line.member("status", literal: status.name)
    }
    try statusDetail(event, mapping, names)
    if let type = event.type { line.member("message", Catalogue[type].meaning) }
  }

  private mutating func activityName(
    _ activity: OCSFActivity, _ mapping: OCSFMapping, _ names: NamesAtEvent
  ) throws {
    // An audit record has a word of its own for what no activity is.
    if case .auditOperation = mapping.activity, activity.id == 99,
      let operation = data("activityOperationType")
    {
      try line.member("activity_name", operation, of: document, names)
    } else {
      line.member("activity_name", literal: activity.name)
    }
  }

  /// The code behind the status, and what it means.
  private mutating func statusDetail(
    _ event: LoggedEvent, _ mapping: OCSFMapping, _ names: NamesAtEvent
  ) throws {
    switch event.type {
    case .tokenDenied:
      try line.member("status_code", data("entraErrorCode") ?? data("errorCode"), of: document, names)
      try line.member("status_detail", data("error"), of: document, names)
    case .entraSignInRecorded:
      try line.member("status_code", data("status", "errorCode"), of: document, names)
    case .remediationCompleted, .deviceModeDetected, nil:
      break
    case .identitySwitchRequested, .accountBlockRequested:
      if let entry = event.codeEntry() { line.member("status_detail", "\(entry.name): \(entry.meaning)") }
    case .fileProtected:
      guard let code = data("statusCode") else { return }
      let value = document.member("value", of: code) ?? code
      let enumeration = document.member("enum", of: code).flatMap { document.string(of: $0) }
      let index = enumeration == Enumerations.dataProtectionStatusCode.name ? 1 : 0
      try self.code(event.code, or: value, event.codeEntry(enumeration: index), names)
    default:
      guard let member = event.type.flatMap({ Catalogue[$0].code }), let value = data(member.name) else {
        return
      }
      try code(event.code, or: value, event.codeEntry(), names)
    }
  }

  /// A code by its number; as it was sent where it is none.
  private mutating func code(
    _ number: Int32?, or value: JSONNode, _ entry: Enumeration.Entry?, _ names: NamesAtEvent
  ) throws {
    if let number {
      line.member("status_code", "\(number)")
    } else {
      try line.member("status_code", value, of: document, names)
    }
    if let entry { line.member("status_detail", "\(entry.name): \(entry.meaning)") }
  }

  private mutating func metadata(
    _ event: LoggedEvent, _ mapping: OCSFMapping, needsHost: Bool, _ names: NamesAtEvent
  ) throws {
    line.beginObject("metadata")
    beginMetadata()
    line.key("uid")
    try uid(event, names)
    line.member("sequence", event.position)
    try line.member("event_code", envelope.type, of: document, names)
    line.member("logged_time", event.recordedAt.milliseconds)
    try line.member("original_time", envelope.time, of: document, names)
    let operation = data("operationId")
    try line.member("correlation_uid", operation ?? envelope.correlation, of: document, names)
    line.member("tenant_uid", event.tenant.text)
    try line.member("log_provider", envelope.source, of: document, names)
    let hasControl = event.type == .transferDecided
    if needsHost || hasControl {
      line.beginArray("profiles")
      if needsHost { line.value("host" as StaticString) }
      if hasControl { line.value("security_control" as StaticString) }
      line.endArray()
    }
    line.endObject()
  }

  /// The version of the schema, and the product.
  mutating func beginMetadata() {
    line.member("version", OCSFClass.schemaVersion)
    line.beginObject("product")
    line.member("name", literal: "mamaudit")
    line.member("vendor_name", literal: "mamaudit")
    line.member("version", productVersion)
    line.endObject()
  }

  /// The event's id; one with a UPN in it gives way to the event's place in the log, which is as unique.
  mutating func uid(_ event: LoggedEvent, _ names: NamesAtEvent) throws {
    guard let id = envelope.id, try names.scrubbed(id, of: document) == nil else {
      return line.value("\(event.tenant.text)/\(event.position)")
    }
    try line.text(id, of: document, names)
  }

  private mutating func observables(
    _ mapping: OCSFMapping, _ account: String?, _ names: NamesAtEvent
  ) throws {
    guard account != nil || envelope.device != nil else { return }
    line.beginArray("observables")
    if let account { line.observable(mapping.accountPath, 31, "User Object: uid", account) }
    if let device = envelope.device {
      line.beginObject()
      line.member("name", literal: "device.uid")
      line.member("type_id", 47)
      line.member("type", literal: "Device Object: uid")
      try line.member("value", device, of: document, names)
      line.endObject()
    }
    line.endArray()
  }

  /// What has no place in the class, under the names of the record.
  private mutating func unmapped(
    _ mapping: OCSFMapping, _ account: String?, _ names: NamesAtEvent
  ) throws {
    let isRecord = if case .record = mapping.entity { mapping.ocsfClass == .entityManagement } else { false }
    let rest = envelope.data.flatMap { data -> JSONNode? in
      let members = document.members(of: data)
      return !isRecord && members.contains { isUnplaced($0.name, mapping) } ? data : nil
    }
    let placesAccount = mapping.placesAccountInUnmapped && account != nil
    let placesVersion = mapping.ocsfClass == .applicationLifecycle
    // An operation has taken its place.
    let correlation = data("operationId") == nil ? nil : envelope.correlation
    let hasAttributes =
      !envelope.others.isEmpty || (envelope.appVersion != nil && !placesVersion)
      || (envelope.subject != nil && !isSubjectPlaced)
      || (envelope.sdkVersion != nil && envelope.device == nil) || correlation != nil
    guard rest != nil || placesAccount || hasAttributes else { return }

    line.beginObject("unmapped")
    if placesAccount, let account { line.member("account", account) }
    if hasAttributes {
      line.beginObject("attributes")
      if !isSubjectPlaced { try line.member("subject", envelope.subject, of: document, names) }
      if !placesVersion { try line.member("appversion", envelope.appVersion, of: document, names) }
      if envelope.device == nil { try line.member("sdkversion", envelope.sdkVersion, of: document, names) }
      try line.member("correlationid", correlation, of: document, names)
      for other in envelope.others { try line.member(other.name, other.value, of: document, names) }
      line.endObject()
    }
    if let rest {
      line.beginObject("data")
      for member in document.members(of: rest) where isUnplaced(member.name, mapping) {
        try line.member(member.name, member.value, of: document, names)
      }
      line.endObject()
    }
    line.endObject()
  }

  private func isUnplaced(_ name: JSONNode, _ mapping: OCSFMapping) -> Bool {
    !mapping.placed.contains { document.isString(name, $0) }
  }

  // MARK: Reading the event

  /// A member of `data`; null counts for nothing.
  func data(_ name: StaticString) -> JSONNode? {
    envelope.data.flatMap { document.member(name, of: $0) }.flatMap { present($0) }
  }

  /// A member of a member of `data`.
  func data(_ name: StaticString, _ inner: StaticString) -> JSONNode? {
    data(name).flatMap { document.member(inner, of: $0) }.flatMap { present($0) }
  }

  private func data(_ name: String) -> JSONNode? {
    guard let data = envelope.data else { return nil }
    for member in document.members(of: data) {
      let isIt = Array(name.utf8).withUnsafeBytes { document.isString(member.name, $0) }
      if isIt { return present(member.value) }
    }
    return nil
  }

  private func present(_ node: JSONNode) -> JSONNode? { document.kind(of: node) == .null ? nil : node }

  private func activity(_ event: LoggedEvent, _ mapping: OCSFMapping) -> OCSFActivity {
    switch mapping.activity {
    case .always(let activity): return activity
    case .word(let member, let words):
      guard let value = data(member) else { return .unknown }
      return words.first { document.isString(value, $0.0) }?.1 ?? .unknown
    case .flag(let member, let yes, let no):
      return data(member).flatMap(document.bool).map { $0 ? yes : no } ?? .unknown
    case .code(let code, let activity, let otherwise):
      guard let entry = event.codeEntry() else { return .unknown }
      return entry.number == code ? activity : otherwise
    case .auditOperation:
      return auditOperation
    }
  }

  /// nil where the class's status does not apply.
  private func status(_ event: LoggedEvent, _ mapping: OCSFMapping) -> OCSFStatus? {
    switch mapping.status {
    case .none:
      return event.type == .remediationCompleted ? findingStatus(event) : nil
    case .always(let status): return status
    case .word(let member, let words):
      guard let value = data(member) else { return .unknown }
      return words.first { document.isString(value, $0.0) }?.1 ?? .unknown
    case .flag(let member, let yes, let no):
      return data(member).flatMap(document.bool).map { $0 ? yes : no } ?? .unknown
    case .code(let success, let other, let failsFrom):
      guard let entry = event.codeEntry() else {
        guard let failsFrom, let code = event.code else { return .unknown }
        return code >= failsFrom ? .failure : .unknown
      }
      if success.contains(entry.number) { return .success }
      return other.first { $0.0 == entry.number }?.1 ?? .failure
    case .failureWithCode: return data("statusCode") == nil ? .success : .failure
    case .signIn: return signInStatus
    case .auditResult: return auditStatus
    }
  }

  /// Whom the event is about, as the export names it; nil where it is about nobody.
  private mutating func account(of event: LoggedEvent, _ names: NamesAtEvent) throws -> String? {
    isSubjectPlaced = false
    switch event.type {
    case .sharedDeviceAccountChanged, .sharedDeviceAccountQueried:
      return try data("current").flatMap { try name(of: $0, row: nil, names) }
    case nil: break
    case let type? where Catalogue[type].account == .none: return nil
    default: break
    }
    guard let subject = envelope.subject else { return nil }
    guard let named = document.withText(of: subject, { AccountName(text: $0) }) ?? nil else { return nil }
    isSubjectPlaced = true
    switch named {
    case .object(let guid): return guid.text
    case .upn(let upn): return try scrubber.pseudonym(upn, event.account, names.point)
    }
  }

  /// An account as a member names it.
  func name(of node: JSONNode, row: AccountID?, _ names: NamesAtEvent) throws -> String? {
    if document.isEmptyString(node) { return nil }
    let text = document.string(of: node) ?? document.token(of: node)
    switch AccountName(text: text) {
    case .object(let guid)?: return guid.text
    case .upn(let upn)?: return try scrubber.pseudonym(upn, row, names.point)
    case nil:
      let home = Array(text.utf8).withUnsafeBytes { HomeAccountID(text: $0) }
      return try home?.objectID.text ?? names.scrubbed(text)
    }
  }
}

extension JSONLine {
  mutating func observable(_ path: StaticString, _ type: Int, _ caption: StaticString, _ value: String) {
    beginObject()
    member("name", literal: path)
    member("type_id", type)
    member("type", literal: caption)
    member("value", value)
    endObject()
  }
}

extension OCSFMapping {
  /// Where the account stands in the object.
  var accountPath: StaticString {
    switch ocsfClass {
    case .authentication, .userInventory: "user.uid"
    case .entityManagement: "entity.user.uid"
    case .complianceFinding: "resources.uid"
    case .fileActivity: "file.owner.uid"
    case .deviceInventory: "device.owner.uid"
    case .remediationActivity, .eventLogActivity: "unmapped.account"
    case .baseEvent, .deviceConfigStateChange, .applicationLifecycle: "actor.user.uid"
    }
  }

  /// Whether the account is the user of `actor`: it uses the app that reported the event.
  var placesAccountInActor: Bool {
    switch ocsfClass {
    case .baseEvent, .fileActivity, .deviceConfigStateChange, .applicationLifecycle: true
    default: false
    }
  }

  /// Whether the class has no place for an account to which something is done.
  var placesAccountInUnmapped: Bool {
    ocsfClass == .remediationActivity || ocsfClass == .eventLogActivity
  }
}
