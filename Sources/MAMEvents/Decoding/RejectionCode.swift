/// Why an event is refused: the closed list of codes that the rejects' reasons carry.
public enum RejectionCode: String, CaseIterable, Sendable {
  /// Not JSON, or JSON that ends too early.
  case syntax
  /// Two members of one object have one name.
  case duplicateMember = "duplicate-member"
  /// Bytes that are not UTF-8.
  case invalidUTF8 = "invalid-utf8"
  /// An event of more than 1 MiB.
  case tooLarge = "too-large"
  /// Arrays and objects nested deeper than 64.
  case tooDeep = "too-deep"
  /// A JSON value that is no object.
  case notAnObject = "not-an-object"
  /// A `specversion` other than 1.0.
  case unsupportedVersion = "unsupported-version"
  /// A required attribute is missing.
  case missingAttribute = "missing-attribute"
  /// An attribute of another JSON type, empty, too long, or with characters that CloudEvents forbids.
  case badAttribute = "bad-attribute"
  /// A GUID was expected.
  case badGUID = "bad-guid"
  /// A time that is not RFC 3339.
  case badTime = "bad-time"
  /// A time without an offset.
  case zonelessTime = "zoneless-time"
  /// `data_base64`, or a content type other than JSON.
  case unsupportedData = "unsupported-data"
  /// A type that the catalogue does not know.
  case unknownType = "unknown-type"
  /// A type that the tool alone writes.
  case reservedType = "reserved-type"
  /// A type that needs an account came without a subject.
  case missingSubject = "missing-subject"
  /// No tenant in the event and none given.
  case missingTenant = "missing-tenant"
  /// Another tenant than the one given.
  case tenantMismatch = "tenant-mismatch"
  /// A required member of `data` is missing.
  case missingMember = "missing-member"
  /// A known member of `data` has another JSON type.
  case wrongMemberType = "wrong-member-type"
  /// An event with this source and id is there already, with other content.
  case conflict

  /// What the code says, in one sentence.
  public var meaning: String {
    switch self {
    case .syntax: "Not JSON, or JSON that ends too early."
    case .duplicateMember: "Two members of one object have one name."
    case .invalidUTF8: "Bytes that are not UTF-8."
    case .tooLarge: "An event of more than 1 MiB."
    case .tooDeep: "Arrays and objects nested deeper than 64."
    case .notAnObject: "A JSON value that is no object."
    case .unsupportedVersion: "A specversion other than 1.0."
    case .missingAttribute: "A required attribute is missing."
    case .badAttribute: "An attribute of another JSON type, empty, too long, or with forbidden characters."
    case .badGUID: "A GUID was expected."
    case .badTime: "A time that is not RFC 3339."
    case .zonelessTime: "A time without an offset."
    case .unsupportedData: "data_base64, or a content type other than JSON."
    case .unknownType: "A type that the catalogue does not know."
    case .reservedType: "A type that the tool alone writes."
    case .missingSubject: "A type that needs an account came without a subject."
    case .missingTenant: "No tenant in the event and none given."
    case .tenantMismatch: "Another tenant than the one given."
    case .missingMember: "A required member of data is missing."
    case .wrongMemberType: "A known member of data has another JSON type."
    case .conflict: "An event with this source and id is there already, with other content."
    }
  }
}
