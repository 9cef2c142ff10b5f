import MAMEvents

/// Events of every type: with as little as each takes, with all that each can have, and with every value that a closed
/// list or an enumeration has.
enum EveryEvent {
  /// A line of the wire with the name of what is special in it.
  struct Sample: CustomStringConvertible {
    var type: EventType?
    var description: String
    var wire: String
  }

  static let all: [Sample] = Catalogue.all.flatMap(samples) + extensions

  private static let extensions = [
    Sample(
      type: nil, description: "x. with all",
      wire: Exported.wire("x.contoso.badge", data: #"{"door":7,"who":{"deep":[1,null,{"a":"b"}]}}"#)),
    Sample(
      type: nil, description: "x. with nothing",
      wire: Exported.wire("x.contoso.badge", subject: nil, app: nil, device: nil)),
    Sample(
      type: nil, description: "x. with a subject that names nobody",
      wire: Exported.wire("x.contoso.badge", subject: "door 7", app: nil)),
  ]

  private static func samples(_ definition: EventDefinition) -> [Sample] {
    var samples = [
      sample(definition, "minimal", definition.members.filter(\.isRequired), isMinimal: true),
      sample(definition, "full", definition.members),
      sample(
        definition, "with more", definition.members,
        extra: #""another":{"a":[true,1.50,"é\u2028"]},"n":1e30"#,
        more: #","custom":"1","traceparent":"00-a","sequence":12"#),
    ]
    for member in definition.members {
      for value in values(member) {
        samples.append(
          sample(definition, "\(member.name) \(value)", definition.members, set: (member.name, value)))
      }
    }
    if definition.account != .required, definition.account != .none {
      samples.append(sample(definition, "of nobody", definition.members, subject: nil))
    }
    if definition.account == .identity {
      samples.append(sample(definition, "of no user", definition.members, subject: ""))
    }
    if definition.group == .upstream {
      samples += (upstream[definition.type] ?? []).map {
        Sample(
          type: definition.type, description: "\(definition.name): a record of the service",
          wire: Exported.wire(definition.name, data: $0, app: nil, device: nil))
      }
    }
    return samples
  }

  private static func sample(
    _ definition: EventDefinition, _ what: String, _ members: [Member],
    set: (name: String, value: String)? = nil,
    extra: String? = nil, more: String = "", subject: String? = Exported.ada, isMinimal: Bool = false
  ) -> Sample {
    var parts = members.map { #""\#($0.name)":"# + (set?.name == $0.name ? set?.value ?? "" : value($0)) }
    if let extra { parts.append(extra) }
    let needsApp = definition.app == .required || (definition.app == .optional && !isMinimal)
    let needsDevice = definition.device == .required || (definition.device == .optional && !isMinimal)
    let hasSubject = definition.account == .required || !isMinimal
    return Sample(
      type: definition.type, description: "\(definition.name): \(what)",
      wire: Exported.wire(
        definition.name, data: parts.isEmpty ? nil : "{" + parts.joined(separator: ",") + "}",
        subject: hasSubject ? subject : nil, app: needsApp ? "com.contoso.mail" : nil,
        device: needsDevice ? "D-1" : nil, more: more))
  }

  /// Every value of a member that has a list of them, and some that are not in the list.
  private static func values(_ member: Member) -> [String] {
    switch member.kind {
    case .boolean, .settingSwitch: ["true", "false"]
    case .enumeration(let list): list.entries.map { "\($0.number)" } + ["4711", "\"Unheard of\""]
    case .located(let lists):
      lists.flatMap { list in
        list.entries.map { #"{"enum":"\#(list.name)","value":\#($0.number)}"# }
      } + [#"{"enum":"Unheard of","value":1}"#] + (member.isCode ? ["104", "\"FileNotFound\"", "4711"] : [])
    case .word(let list): list.words.map { "\"\($0)\"" } + ["\"unheard of\""]
    case .account: ["\"\(Exported.bob)\"", "\"upn:bob@contoso.example\"", "\"bob@contoso.example\"", "\"\""]
    case .integer, .digits, .text, .instant, .accounts, .texts, .object, .setting: []
    }
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
    case .located(let lists): #"{"enum":"\#(lists[1].name)","value":\#(lists[1].entries[1].number)}"#
    case .word(let list): "\"\(list.words[0])\""
    case .account: "\"\(Exported.bob)\""
    case .accounts: "[\"\(Exported.ada)\",\"Bob@contoso.example\"]"
    case .texts: "[\"ProtApp\"]"
    case .object: "{" + member.members.map { "\"\($0.name)\":\(value($0))" }.joined(separator: ",") + "}"
    case .settingSwitch: "\"YES\""
    case .setting: "\"a\""
    }
  }

  /// Records in the shapes of Graph and Azure Monitor.
  static let upstream: [EventType: [String]] = [
    .intuneAuditRecorded: [
      #"""
      {"id":"r-1","displayName":"wipe managedApp","componentName":"ManagedApp","activityType":"Delete MobileApp",
      "activityOperationType":"Action","activityResult":"Success","correlationId":"c","category":"Application",
      "actor":{"auditActorType":"ItPro","applicationId":"5926fc8e","userPrincipalName":"root@contoso.example",
      "ipAddress":"192.0.2.7","userId":"u-1"},"resources":[{"displayName":"Mail","auditResourceType":"MobileApp",
      "resourceId":"m-1","modifiedProperties":[{"displayName":"a","oldValue":"b","newValue":"c"}]}]}
      """#,
      #"{"activityOperationType":"Create","activityResult":"Failure","actor":null,"resources":[]}"#,
      #"{"activityOperationType":"Get","activityResult":"?","resources":[{}]}"#,
      #"{"activityOperationType":"Patch","resources":[{"resourceId":5,"type":7}],"actor":{"userId":7}}"#,
      #"{"activityOperationType":"Delete","activityResult":7}"#,
      #"{"category":"AuditLogs","properties":{"ActivityResultStatus":1,"Actor":{"ObjectId":"o"}}}"#,
    ],
    .entraSignInRecorded: [
      #"""
      {"id":"s-1","createdDateTime":"2026-03-01T09:00:00Z","userId":"\#(Exported.ada)","appId":"a-1","isInteractive":true,
      "userPrincipalName":"ada@contoso.example","ipAddress":"192.0.2.7","resourceDisplayName":"Exchange","resourceId":"x",
      "status":{"errorCode":53003,"failureReason":"Blocked"},"deviceDetail":{"deviceId":"d-9","isCompliant":false,
      "isManaged":true},"conditionalAccessStatus":"failure"}
      """#,
      #"{"status":{"errorCode":0},"deviceDetail":{"deviceId":""},"isInteractive":false}"#,
      #"{"status":{"errorCode":"53009"},"deviceDetail":7,"isInteractive":"no"}"#,
      #"{"status":"down"}"#,
    ],
    .intuneRegistrationObserved: [
      #"{"id":"T_1","deviceTag":"t","flaggedReasons":["rootedDevice"],"appIdentifier":{"bundleId":"com.contoso.mail"}}"#
    ],
    .intuneReportObserved: [#"{"User":"Ada","AppVersion":"1"}"#, "{}"],
    .intuneDeviceObserved: [#"{"DeviceId":"d-3","OS":"iOS"}"#, #"{"id":7}"#, "{}"],
    .intuneOperationObserved: [#"{"id":"o-1","displayName":"wipe","state":"pending"}"#],
    .intuneOperationalRecorded: [
      #"{"category":"OperationalLogs","operationName":"Enrollment","resultType":"0"}"#
    ],
    .intuneRegistrationVanished: [#"{"id":"T_1"}"#],
  ]
}
