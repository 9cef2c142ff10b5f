import Hashing

/// The identity of a finding, the same after every rebuild.
///
/// The first sixteen hexadecimal digits, in lower case, of the SHA-256 of these bytes: the UTF-8 of
///
///     RULE NUL TENANT NUL ACCOUNT NUL APP NUL DEVICE NUL POSITION
///
/// where NUL is one byte 0, RULE the rule's id (`W1`), TENANT the tenant's GUID in lower case, ACCOUNT the
/// object id's GUID in lower case or `upn:` and the UPN in lower case, APP and DEVICE the names as the log
/// keeps them, each of these empty where the scope has none, and POSITION the position of the event that
/// started the clock or completed the pattern (``Finding/openedBy``) in decimal digits. No name holds a NUL:
/// the wire format refuses it.
public struct FindingID: Hashable, Sendable, CustomStringConvertible {
  /// The sixteen digits.
  public let text: String

  /// The identity of a finding.
  ///
  /// - Parameters:
  ///   - rule: the rule.
  ///   - tenant: the tenant's GUID in lower case.
  ///   - account: the account of the scope as reports name it; nil where it has none.
  ///   - app: the app of the scope; nil where it has none.
  ///   - device: the device of the scope; nil where it has none.
  ///   - position: the position of the event that started the finding.
  public init(
    rule: RuleID, tenant: String, account: String?, app: String?, device: String?, startedBy position: Int64
  ) {
    let fields = [rule.rawValue, tenant, account ?? "", app ?? "", device ?? "", "\(position)"]
    let digest = SHA256Hasher().digest(of: Array(fields.map { Array($0.utf8) }.joined(separator: [0])))
    text = String(digest.hex.prefix(16))
  }

  /// Reads sixteen hexadecimal digits of any case; nil for anything else.
  public init?(text: String) {
    let digits = text.lowercased()
    guard digits.utf8.count == 16, digits.utf8.allSatisfy({ Hex.value(of: $0) != nil }) else { return nil }
    self.text = digits
  }

  /// The sixteen digits.
  public var description: String { text }
}
