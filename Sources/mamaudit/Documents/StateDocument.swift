import Compliance
import MAMEvents
import Projections
import Rendering

/// What an answer about an account says of itself: the log, and the two axes of time.
struct AnswerHeader {
  var tenant: GUID
  var asOf: Timestamp
  /// The instant of `--known-at`, else the record time of the last event known; nil where none is.
  var knownTime: Timestamp?
  /// How many events of the log are known.
  var knownSize: Int64
  /// When the last event known was recorded; nil where none is.
  var lastRecordedAt: Timestamp?

  /// What a document about an account says of itself.
  ///
  /// - Parameter account: as the person has named it.
  func about(_ title: String, account: String, caption: String? = nil) -> About {
    About(
      title, caption: caption, tenant: tenant.text, asOf: asOf.microseconds,
      parameters: [About.Parameter("account", .text(account))],
      through: [
        About.Through(tenant: tenant.text, position: knownSize, recordedAt: lastRecordedAt?.microseconds)
      ])
  }
}

/// The JSON contract of `state` (section 5 of the state specification).
enum StateDocument {
  /// Writes the account's state as one object.
  static func write(_ answer: AccountAnswer, header: AnswerHeader, to json: inout JSONWriter) {
    json.object { json in
      json.key("tenant")
      json.string(header.tenant.text)
      json.key("account")
      json.string(answer.account.account)
      json.key("identity")
      json.string(answer.account.identity)
      json.key("asOf")
      json.timestamp(header.asOf.microseconds)
      json.key("knownAt")
      json.object { json in
        json.key("time")
        json.timestamp(header.knownTime?.microseconds)
        json.key("size")
        json.integer(header.knownSize)
      }
      json.key("status")
      json.string(answer.account.status.rawValue)
      counters(answer.account, to: &json)
      json.key("installations")
      json.array(answer.installations) { json, row in installation(row, to: &json) }
    }
  }

  /// Writes the fields of section 4 that count.
  static func counters(_ account: AccountRow, to json: inout JSONWriter) {
    json.key("events")
    json.integer(account.events)
    json.key("firstEventAt")
    json.timestamp(account.firstEventAt?.microseconds)
    json.key("lastEventAt")
    json.timestamp(account.lastEventAt?.microseconds)
    json.key("openFindings")
    json.integer(account.openFindings)
  }

  private static func installation(_ row: AccountInstallationRow, to json: inout JSONWriter) {
    json.object { json in
      json.key("app")
      json.string(row.app)
      json.key("device")
      json.string(row.device)
      for field in StateField.ofInstallation {
        json.key(field.rawValue)
        value(row.state.value(of: field), to: &json)
      }
      json.key("policyId")
      json.string(row.policyID)
      json.key("events")
      json.integer(row.events)
      json.key("lastEventAt")
      json.timestamp(row.lastEventAt?.microseconds)
    }
  }

  /// Writes the value of a field.
  static func value(_ value: FieldValue, to json: inout JSONWriter) {
    switch value {
    case .null: json.null()
    case .bool(let value): json.boolean(value)
    case .int(let value): json.integer(value)
    case .text(let value): json.string(value)
    case .timestamp(let value): json.timestamp(value.microseconds)
    }
  }
}

extension FieldValue {
  /// The value as a cell of a table.
  var cell: Cell {
    switch self {
    case .null: .null
    case .bool(let value): .boolean(value)
    case .int(let value): .integer(value)
    case .text(let value): .text(value)
    case .timestamp(let value): .timestamp(value.microseconds)
    }
  }
}

extension Cell {
  init(_ value: String?) { self = value.map(Cell.text) ?? .null }
  init(_ value: Bool?) { self = value.map(Cell.boolean) ?? .null }
  init(_ value: Int64?) { self = value.map(Cell.integer) ?? .null }
  init(_ value: Timestamp?) { self = value.map { .timestamp($0.microseconds) } ?? .null }
}
