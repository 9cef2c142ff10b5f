import Hashing

/// A value of an event that is personal data, which the hashed record does not carry in clear.
public struct PersonalMember: Sendable {
  /// The value in the event's document.
  public var value: JSONNode
  /// Where it stands in the event, such as `data.identity`.
  public var path: String
  /// The name of the member, which the disclosure repeats; for an element of an array, that of the member which
  /// holds the array.
  public var name: String
  /// The account that the value is about; nil for a person who is none, such as an administrator.
  public var account: AccountName?

  /// Marks a value as personal.
  public init(value: JSONNode, path: String, name: String, account: AccountName?) {
    self.value = value
    self.path = path
    self.name = name
    self.account = account
  }
}

/// A personal value with its salt, apart from the record: what is deleted to make the value unrecoverable.
public struct Disclosure: Hashable, Sendable {
  /// base64url of the JSON array [salt, name, value], kept verbatim.
  public var text: String
  /// The SHA-256 of ``text``, which stands in the record.
  public var digest: Digest
}

/// A disclosure of one event, as the store keeps it.
public struct RecordDisclosure: Hashable, Sendable {
  /// Where the value stood in the event, such as `data.identity`.
  public var path: String
  /// The account that the value is about.
  public var account: AccountName?
  /// The disclosure, and its digest as the record has it.
  public var disclosure: Disclosure
}

extension JSONDocument {
  /// Whether a value is `{"_sd":"DIGEST"}`: a personal value of which only the digest is left.
  ///
  /// Nothing else may be in it, and DIGEST is 43 characters of base64url. Anything less strict would be a way for
  /// clear text past the redaction.
  public func isRedacted(_ node: JSONNode) -> Bool {
    guard kind(of: node) == .object, count(of: node) == 1,
      let digest = member("_sd", of: node), kind(of: digest) == .string, !hasEscapes(digest)
    else { return false }
    return withText(of: digest) { $0.count == 43 && Base64URL.decode($0)?.count == Digest.byteCount } ?? false
  }

  /// Whether a value in a personal place stays as it is: null and "" (nothing personal in them), and a digest.
  public func staysInRecord(_ node: JSONNode) -> Bool {
    switch kind(of: node) {
    case .null: true
    case .string: isEmptyString(node)
    case .object: isRedacted(node)
    default: false
    }
  }
}
