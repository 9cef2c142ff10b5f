import MAMEvents

/// Where the attributes of a record stand.
struct Envelope {
  var id: JSONNode?
  var source: JSONNode?
  var type: JSONNode?
  var time: JSONNode?
  var subject: JSONNode?
  var app: JSONNode?
  var device: JSONNode?
  var appVersion: JSONNode?
  var sdkVersion: JSONNode?
  var correlation: JSONNode?
  var data: JSONNode?
  /// Attributes that have no place of their own in an export.
  var others: [(name: JSONNode, value: JSONNode)] = []

  /// Looks a record over; an empty text and null count for nothing.
  mutating func read(_ document: JSONDocument) {
    let room = others
    self = Envelope()
    others = room
    others.removeAll(keepingCapacity: true)
    for (name, value) in document.members(of: document.root) {
      if document.kind(of: value) == .null || document.isEmptyString(value) { continue }
      if document.isString(name, "id") {
        id = value
      } else if document.isString(name, "source") {
        source = value
      } else if document.isString(name, "type") {
        type = value
      } else if document.isString(name, "time") {
        time = value
      } else if document.isString(name, "subject") {
        subject = value
      } else if document.isString(name, "appid") {
        app = value
      } else if document.isString(name, "deviceid") {
        device = value
      } else if document.isString(name, "appversion") {
        appVersion = value
      } else if document.isString(name, "sdkversion") {
        sdkVersion = value
      } else if document.isString(name, "correlationid") {
        correlation = value
      } else if document.isString(name, "data") {
        data = value
      } else if Envelope.isImplied(name, document) {
        continue
      } else {
        others.append((name, value))
      }
    }
  }

  /// Whether an attribute says nothing that the export does not say elsewhere.
  private static func isImplied(_ name: JSONNode, _ document: JSONDocument) -> Bool {
    document.isString(name, "specversion") || document.isString(name, "tenantid")
      || document.isString(name, "datacontenttype") || document.isString(name, "recordedtime")
  }
}
