/// Why an event is refused, where in it, and what to do next.
///
/// Texts quote an offending value only where it is not personal, shortened and without anything that could steer a
/// terminal.
public struct Rejection: Error, Hashable, Sendable {
  /// The kind of refusal.
  public var code: RejectionCode
  /// The attribute or member, such as `data.statusCode`; empty for the event as a whole.
  public var path: String
  /// What is wrong.
  public var reason: String
  /// What to do next.
  public var remedy: String

  /// Makes a refusal.
  public init(_ code: RejectionCode, path: String = "", reason: String, remedy: String) {
    self.code = code
    self.path = path
    self.reason = reason
    self.remedy = remedy
  }
}

extension Rejection: CustomStringConvertible {
  /// The reason and the remedy in one line.
  public var description: String { "\(reason); \(remedy)" }
}

extension Rejection {
  /// The refusal of a text that is not the JSON the log takes.
  init(_ error: JSONError) {
    let code: RejectionCode
    let remedy: String
    switch error.code {
    case .truncated, .unexpectedCharacter, .trailingBytes, .invalidNumber, .invalidEscape, .controlCharacter:
      code = .syntax
      remedy = "send one JSON object a line"
    case .invalidUTF8:
      code = .invalidUTF8
      remedy = "send UTF-8"
    case .duplicateName:
      code = .duplicateMember
      remedy = "send each member once"
    case .tooDeep:
      code = .tooDeep
      remedy = "nest arrays and objects at most \(JSONDocument.depthLimit) deep"
    case .tooLarge:
      code = .tooLarge
      remedy = EventLimits.remedy
    }
    self.init(code, path: error.path, reason: error.description, remedy: remedy)
  }

  /// The refusal of an event whose `source` and `id` another event of the log has, with other content.
  public static func conflict(position: Int64) -> Rejection {
    Rejection(
      .conflict, path: "id",
      reason: "an event with this source and id is at position \(position) with other content",
      remedy: "send a correction as an event with an id of its own")
  }

  /// The refusal of an event that is too large.
  static func tooLarge(_ count: Int) -> Rejection {
    Rejection(
      .tooLarge, reason: "the event has \(count) bytes, more than \(EventLimits.event)",
      remedy: EventLimits.remedy)
  }
}

/// How large an event may be.
public enum EventLimits {
  /// The bytes of an event as it is received (1 MiB).
  public static let event = 1 << 20
  /// The bytes of a line that is read at all: a line of our own export counts without what the store added to it.
  public static let line = 16 << 20
  /// The bytes of an attribute.
  public static let attribute = 1024

  static let remedy = "send less in one event; 1 MiB is the limit"
}
