import MAMEvents

/// Events for tests: valid ones, to be bent by each test.
enum Samples {
  static let tenant = "4CDAC1B3-1894-45b6-b00a-65ccd081a3d4"
  static let subject = "cdbfd949-d404-4d32-a5d6-f6e751eba78f"
  static let digest = "{\"_sd\":\"\(String(repeating: "A", count: 43))\"}"

  /// The members of an envelope, in order, as JSON texts.
  typealias Members = [(name: String, value: String)]

  /// An envelope with everything that any type needs.
  static func envelope(_ type: String, data: String? = nil) -> Members {
    var members: Members = [
      ("specversion", "\"1.0\""), ("id", "\"e-1\""), ("source", "\"urn:mam:test\""), ("type", "\"\(type)\""),
      ("time", "\"2026-03-01T04:54:49.3565951Z\""), ("tenantid", "\"\(tenant)\""),
      ("subject", "\"\(subject)\""), ("appid", "\"com.contoso.docs\""), ("deviceid", "\"D-1\""),
    ]
    if let data { members.append(("data", data)) }
    return members
  }

  static func json(_ members: Members) -> String {
    "{" + members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",") + "}"
  }

  /// A sign-out with one attribute set to another JSON text, or left out.
  static func with(_ name: String, _ value: String?) -> String {
    event("mam.account.signedOut", data: nil, name, value)
  }

  /// An event with one attribute set to another JSON text, or left out.
  static func event(_ type: String, data: String?, _ name: String, _ value: String?) -> String {
    var members = envelope(type, data: data).filter { $0.name != name }
    if let value { members.append((name, value)) }
    return json(members)
  }

  static func event(_ type: String, data: String? = nil) -> String {
    json(envelope(type, data: data))
  }

  /// A value that a member takes.
  static func value(_ member: Member) -> String {
    switch member.kind {
    case .boolean: "true"
    case .integer: "607"
    case .digits: "\"53009\""
    case .text: "\"\(member.name) of a test\""
    case .instant: "\"2026-03-01T00:00:00Z\""
    case .enumeration(let list): "\"\(list.entries[0].name)\""
    case .located(let lists):
      "{\"enum\":\"\(lists[1].name)\",\"value\":\(lists[1].entries[1].number)}"
    case .word(let list): "\"\(list.words[0])\""
    case .account: "\"upn:Alice@contoso.example\""
    case .accounts: "[\"\(subject)\",\"Bob@contoso.example\"]"
    case .texts: "[\"ProtApp\"]"
    case .object: data(member.members)
    case .settingSwitch: "\"YES\""
    case .setting: "\"a\""
    }
  }

  /// An object with all of the members, or those that are required.
  static func data(_ members: [Member], requiredOnly: Bool = false) -> String {
    let chosen = requiredOnly ? members.filter(\.isRequired) : members
    return json(chosen.map { ($0.name, value($0)) })
  }

  /// Two events of every type: with all members, and with those that are required.
  static let everyType: [String] = Catalogue.all.flatMap { definition in
    [
      event(definition.name, data: data(definition.members)),
      event(
        definition.name, data: definition.requiresData ? data(definition.members, requiredOnly: true) : nil),
    ]
  }
}

extension EventDecoder {
  /// A decoder that takes the log's own types too.
  static func ofTool() -> EventDecoder {
    EventDecoder(options: Options(takesLogTypes: true))
  }

  /// The refusal of an event, or nil where it is taken.
  mutating func rejection(of text: String) throws -> Rejection? {
    do {
      _ = try decode(text)
      return nil
    } catch let rejection as Rejection {
      return rejection
    }
  }
}

/// Decodes one event with a decoder of its own.
func decoded(_ text: String, tenant: String? = nil) throws -> DecodedEvent {
  var decoder = EventDecoder(
    options: EventDecoder.Options(tenant: tenant.flatMap { GUID(text: $0) }, takesLogTypes: true))
  return try decoder.decode(text)
}

/// The refusal of one event by a decoder of its own, nil where it is taken.
func rejection(_ text: String, tenant: String? = nil) throws -> Rejection? {
  var decoder = EventDecoder(
    options: EventDecoder.Options(tenant: tenant.flatMap { GUID(text: $0) }))
  return try decoder.rejection(of: text)
}
