import Hashing

/// The envelope: attributes, tenant, time and what the type needs.
extension EventDecoder {
  /// Reads and validates an event, and fills the columns.
  ///
  /// The document, the personal values and the flags are left
  /// for the record.
  mutating func read(_ bytes: UnsafeRawBufferPointer, isRecord: Bool) throws(Rejection) -> EventColumns {
    if !isRecord, bytes.count > EventLimits.line { throw .tooLarge(bytes.count) }
    do throws(JSONError) {
      // In a record a digest stands for a personal value: one object more.
      try document.parse(bytes, maximumDepth: JSONDocument.depthLimit + (isRecord ? 1 : 0))
    } catch {
      throw Rejection(error)
    }
    let kind = document.kind(of: document.root)
    guard kind == .object else {
      throw Rejection(
        .notAnObject, reason: "an event is a JSON object, not \(Quoted.kind(kind))",
        remedy: "send one JSON object a line")
    }
    begin()
    try scanAttributes()
    try checkVersion()
    let source = try required(.source, "the URI-reference of the producer")
    try checkSource(source)
    let id = try required(.id, "a string that names the event within its source")
    takeName(source: source, id: id)
    let typeNode = try required(.type, "a type of the catalogue")
    let occurredAt = try time()
    let recordedAt = isRecord ? try recordedTime() : nil
    let tenant = try tenant(isRecord: isRecord)
    try checkContentType()
    let definition = try definition(typeNode, isRecord: isRecord)

    if occurredAt < EventDecoder.earliestUsual || occurredAt >= EventDecoder.earliestStrange {
      flags.insert(.strangeTime)
    }
    if let recordedAt, occurredAt > recordedAt { flags.insert(.futureDated) }

    var app: ExactText?
    var device: ExactText?
    if let definition {
      account = try subject(definition.definition)
      app = try place(.appid, definition.definition.app, definition.definition)
      device = try place(.deviceid, definition.definition.device, definition.definition)
    }
    try readData(definition)
    if !isRecord { try checkSize(bytes.count) }
    addSequence()

    return EventColumns(
      tenant: tenant, type: definition?.definition.type,
      extensionName: definition == nil ? document.string(of: typeNode).map(ExactText.init) : nil,
      eventKey: eventKey(), contentHash: contentHash(),
      account: account, app: app, device: device, code: code, flags: flags, occurredAt: occurredAt,
      recordedAt: recordedAt, facts: packer.pack())
  }

  /// 2014-01-01: before it there was no app protection whose events could be told.
  private static let earliestUsual = Timestamp(microseconds: 1_388_534_400_000_000)
  /// 2100-01-01.
  private static let earliestStrange = Timestamp(microseconds: 4_102_444_800_000_000)

  private mutating func begin() {
    for index in attributes.indices { attributes[index] = nil }
    packer.removeAll()
    personal.removeAll(keepingCapacity: true)
    account = nil
    flags = []
    code = nil
  }

  func node(_ attribute: Attribute) -> JSONNode? { attributes[attribute.rawValue] }

  private mutating func scanAttributes() throws(Rejection) {
    for (name, value) in document.members(of: document.root) {
      let kind = document.kind(of: value)
      if kind == .null { continue }
      let attribute = document.withText(of: name) { Attribute.named($0) } ?? nil
      if let attribute { attributes[attribute.rawValue] = value }
      switch attribute {
      case .data: continue
      case .dataBase64:
        throw Rejection(
          .unsupportedData, path: "data_base64", reason: "data_base64 is not taken",
          remedy: "send the data as a JSON object in data")
      case nil:
        try checkUnknown(name, value, kind)
      default:
        if kind == .number, attribute == .sequence { continue }
        guard kind == .string else {
          throw bad(attribute?.name ?? "", "must be a string, not \(Quoted.kind(kind))", "send a JSON string")
        }
        if let problem = problem(value) {
          throw bad(attribute?.name ?? "", problem, EventDecoder.plainText)
        }
      }
    }
  }

  private func checkUnknown(_ name: JSONNode, _ value: JSONNode, _ kind: JSONKind) throws(Rejection) {
    switch kind {
    case .string:
      if let problem = problem(value) { throw bad(plain(name), problem, EventDecoder.plainText) }
    case .object, .array:
      throw bad(
        plain(name), "must be a string, a number or a boolean, not \(Quoted.kind(kind))", "put it into data")
    default:
      let count = document.range(of: value).count
      if count > EventLimits.attribute {
        throw bad(plain(name), "has \(count) bytes, more than \(EventLimits.attribute)", "put it into data")
      }
    }
  }

  private static let plainText = "send a short text without control characters"

  private func plain(_ name: JSONNode) -> String { Quoted.plain(document.lossyString(of: name)) }

  /// What is wrong with the text of an attribute, or nil.
  private func problem(_ node: JSONNode) -> String? {
    document.withText(of: node) { AttributeText.problem($0) } ?? "has a lone surrogate"
  }

  private func bad(_ name: String, _ what: String, _ remedy: String) -> Rejection {
    Rejection(.badAttribute, path: name, reason: "attribute \(name) \(what)", remedy: remedy)
  }

  private func required(_ attribute: Attribute, _ what: String) throws(Rejection) -> JSONNode {
    guard let node = node(attribute) else {
      throw Rejection(
        .missingAttribute, path: attribute.name, reason: "attribute \(attribute.name) is missing",
        remedy: "add \(attribute.name): \(what)")
    }
    if document.isEmptyString(node) {
      throw bad(attribute.name, "is empty", "send \(what)")
    }
    return node
  }

  private func checkVersion() throws(Rejection) {
    let node = try required(.specversion, "\"1.0\"")
    if document.isString(node, "1.0") { return }
    throw Rejection(
      .unsupportedVersion, path: "specversion",
      reason: "specversion \(Quoted.text(document.string(of: node) ?? "")) is not 1.0",
      remedy: "send events of CloudEvents 1.0")
  }

  private func checkSource(_ node: JSONNode) throws(Rejection) {
    guard let found = document.withText(of: node, { AttributeText.notInURI($0) }), let byte = found
    else { return }
    let shown = Quoted.text(String(Unicode.Scalar(byte)))
    throw bad("source", "has the character \(shown), which no URI-reference has", "escape it as %XX")
  }

  private func time() throws(Rejection) -> Timestamp {
    let node = try required(.time, "RFC 3339 with an offset, when it happened")
    return try instant(node, "time")
  }

  private func recordedTime() throws(Rejection) -> Timestamp {
    try instant(try required(.recordedtime, "the store's clock at append"), "recordedtime")
  }

  private func instant(_ node: JSONNode, _ name: String) throws(Rejection) -> Timestamp {
    switch instant(node) {
    case .success(let instant): return instant
    case .failure(let error):
      let shown = Quoted.text(document.string(of: node) ?? "")
      throw Rejection(
        error == .noOffset ? .zonelessTime : .badTime, path: name,
        reason: error == .noOffset
          ? "\(name) \(shown) has no offset" : "\(name) \(shown) is \(EventDecoder.what(error))",
        remedy: error == .noOffset
          ? "add Z or an offset such as +02:00" : "write it as 2026-03-15T08:30:00.25Z")
    }
  }

  private static func what(_ error: TimestampError) -> String {
    error == .outOfRange ? "no time that there is" : "not an RFC 3339 time"
  }

  func instant(_ node: JSONNode) -> Result<Timestamp, TimestampError> {
    document.withText(of: node) { bytes -> Result<Timestamp, TimestampError> in
      do throws(TimestampError) {
        return .success(try Timestamp(rfc3339: bytes))
      } catch {
        return .failure(error)
      }
    } ?? .failure(.notATime)
  }

  private func tenant(isRecord: Bool) throws(Rejection) -> GUID {
    guard let node = node(.tenantid) else {
      if let tenant = options.tenant { return tenant }
      throw Rejection(
        .missingTenant, path: "tenantid", reason: "attribute tenantid is missing and no tenant was given",
        remedy: "add tenantid, or name the tenant with --tenant")
    }
    guard let tenant = document.withText(of: node, { GUID(text: $0) }) ?? nil else {
      throw Rejection(
        .badGUID, path: "tenantid",
        reason: "tenantid \(Quoted.text(document.string(of: node) ?? "")) is not a GUID",
        remedy: "send the Entra tenant id, 8-4-4-4-12 hexadecimal digits")
    }
    if let expected = options.tenant, expected != tenant {
      throw Rejection(
        .tenantMismatch, path: "tenantid", reason: "tenantid is \(tenant.text), not \(expected.text)",
        remedy: "ingest it without --tenant, or with --tenant \(tenant.text)")
    }
    return tenant
  }

  private func checkContentType() throws(Rejection) {
    guard let node = node(.datacontenttype),
      let isJSON = document.withText(of: node, { AttributeText.isJSON(contentType: $0) }), !isJSON
    else { return }
    throw Rejection(
      .unsupportedData, path: "datacontenttype",
      reason: "datacontenttype \(Quoted.text(document.string(of: node) ?? "")) is not JSON",
      remedy: "send JSON data and application/json")
  }

  /// The definition of the type, nil for a type that begins with `x.`.
  private func definition(
    _ node: JSONNode, isRecord: Bool
  ) throws(Rejection) -> CompiledDefinition? {
    if let found = document.withText(of: node, { CompiledDefinition.named($0) }) ?? nil {
      if found.definition.group == .log, !options.takesLogTypes, !isRecord {
        throw Rejection(
          .reservedType, path: "type", reason: "\(found.definition.name) is written by the tool alone",
          remedy: "leave it out; the log that it comes from has it")
      }
      return found
    }
    let name = document.string(of: node) ?? ""
    if name.utf8.starts(with: "x.".utf8), name.utf8.count > 2 { return nil }
    let hint = Catalogue.nearest(to: name).map { "did you mean \($0)?" }
    throw Rejection(
      .unknownType, path: "type", reason: "unknown type \(Quoted.text(name))",
      remedy: (hint ?? "use a type of the catalogue") + " (a type of your own begins with x.)")
  }

  private mutating func subject(_ definition: EventDefinition) throws(Rejection) -> AccountName? {
    if definition.account == .none { return nil }
    guard let node = node(.subject), !document.isEmptyString(node) else {
      switch definition.account {
      case .required:
        throw Rejection(
          .missingSubject, path: "subject", reason: "\(definition.name) needs an account in subject",
          remedy: "add subject: the Entra object id, or upn:NAME where only the UPN is known")
      case .optional: flags.insert(.unattributed)
      case .identity, .upstream, .none: break
      }
      return nil
    }
    if let account = document.withText(of: node, { AccountName(text: $0) }) ?? nil { return account }
    if definition.account == .upstream { return nil }
    throw Rejection(
      .badGUID, path: "subject", reason: "subject is neither a GUID nor upn:NAME",
      remedy:
        "send the Entra object id (8-4-4-4-12 hexadecimal digits), or upn:NAME where only the UPN is known")
  }

  private func place(
    _ attribute: Attribute, _ need: EventDefinition.Need, _ definition: EventDefinition
  ) throws(Rejection) -> ExactText? {
    if need == .none { return nil }
    guard let node = node(attribute), !document.isEmptyString(node) else {
      if need == .optional { return nil }
      let what = attribute == .appid ? "the app's bundle id" : "the device's identity"
      throw Rejection(
        .missingAttribute, path: attribute.name,
        reason:
          "\(definition.name) needs \(attribute.name), which is \(self.node(attribute) == nil ? "missing" : "empty")",
        remedy: "add \(attribute.name): \(what)")
    }
    return document.string(of: node).map(ExactText.init)
  }

  /// Holds the limit on an event's size, for a line of our own export without what the store put into it.
  private func checkSize(_ count: Int) throws(Rejection) {
    if count <= EventLimits.event { return }
    var added = 0
    if let node = node(.recordedtime) { added += document.range(of: node).count + 16 }
    for member in personal where document.kind(of: member.value) == .object {
      added += document.range(of: member.value).count - 3
    }
    if count - added > EventLimits.event { throw .tooLarge(count) }
  }

  /// The sequence number and the source that counts it, for finding gaps.
  private mutating func addSequence() {
    guard let node = node(.sequence) else { return }
    let number =
      document.integer(of: node)
      ?? (document.withText(of: node) { decimal($0) } ?? nil)
    guard let number else { return }
    packer.add(.sequence, integer: number)
    packer.add(.sequenceSource, integer: sourceHash())
  }
}
