import Hashing

/// A disclosure read back: the value that a digest in a record stands for.
public struct OpenedDisclosure: Hashable, Sendable {
  /// The digest as the record has it: base64url of the SHA-256 of the disclosure's text.
  public var digest: String
  /// The name of the member.
  public var name: String
  /// The value's JSON token, as it came.
  public var value: String
  /// The value where it is a string.
  public var text: String?

  /// Opens a disclosure.
  ///
  /// - Parameter disclosure: base64url of the UTF-8 JSON array [salt, name, value].
  /// - Returns: nil for a text that is no disclosure.
  public init?(_ disclosure: String) {
    guard let bytes = Base64URL.decode(disclosure) else { return nil }
    var document = JSONDocument()
    do { try document.parse(bytes) } catch { return nil }
    guard document.kind(of: document.root) == .array, document.count(of: document.root) == 3 else {
      return nil
    }
    let parts = Array(document.elements(of: document.root))
    guard let name = document.string(of: parts[1]) else { return nil }
    self.name = name
    value = document.token(of: parts[2])
    text = document.kind(of: parts[2]) == .string ? document.string(of: parts[2]) : nil
    digest = SHA256Hasher().digest(of: Array(disclosure.utf8)).withUnsafeBytes { Base64URL.encode($0) }
  }
}

/// What people ask of a record: its envelope, and its data with what is still disclosed put back.
public struct RecordContent: Sendable {
  /// The event's id.
  public var id: String
  /// The event's source.
  public var source: String
  /// The event's type.
  public var type: String
  /// The data as JSON text, or nil where the event has none.
  public var data: String?

  /// Reads a record.
  ///
  /// - Parameters:
  ///   - record: one line of the log.
  ///   - disclosures: those of the event that are still there; a digest without one stays as `{"_sd":…}`.
  /// - Throws: ``JSONError`` for a line that is no JSON; no record of the log is.
  public init(record: String, disclosures: [String]) throws(JSONError) {
    var document = JSONDocument()
    try document.parse(Array(record.utf8))
    let root = document.root
    func attribute(_ name: StaticString) -> String {
      document.member(name, of: root).flatMap(document.string) ?? ""
    }
    id = attribute("id")
    source = attribute("source")
    type = attribute("type")
    var values: [String: String] = [:]
    for opened in disclosures.compactMap(OpenedDisclosure.init) { values[opened.digest] = opened.value }
    data = document.member("data", of: root).map { Self.disclosed($0, in: document, values) }
  }

  private static func disclosed(_ node: JSONNode, in document: JSONDocument, _ values: [String: String])
    -> String
  {
    switch document.kind(of: node) {
    case .object:
      if !values.isEmpty, document.isRedacted(node), let digest = document.member("_sd", of: node),
        let value = document.string(of: digest).flatMap({ values[$0] })
      {
        return value
      }
      let members = document.members(of: node).map { name, value in
        document.token(of: name) + ":" + disclosed(value, in: document, values)
      }
      return "{" + members.joined(separator: ",") + "}"
    case .array:
      return "["
        + document.elements(of: node).map { disclosed($0, in: document, values) }.joined(separator: ",") + "]"
    default:
      return document.token(of: node)
    }
  }
}
