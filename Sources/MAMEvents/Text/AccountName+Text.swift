extension AccountName {
  /// What stands before a UPN where an account is named by one.
  public static let upnPrefix = "upn:"

  /// Reads an account as events name it: a GUID, or `upn:` and a name that is not empty.
  ///
  /// Nil for anything else.
  ///
  /// - Parameter bytes: UTF-8.
  public init?(text bytes: UnsafeRawBufferPointer) {
    if let guid = GUID(text: bytes) {
      self = .object(guid)
      return
    }
    guard bytes.count > 4, bytes.starts(with: AccountName.upnPrefix.utf8) else { return nil }
    self = .upn(UPN.lowercased(UnsafeRawBufferPointer(rebasing: bytes[4...])))
  }

  /// Reads an account as events name it: a GUID, or `upn:` and a name that is not empty.
  ///
  /// Nil for anything else.
  public init?(text: some StringProtocol) {
    let bytes = [UInt8](text.utf8)
    guard let name = bytes.withUnsafeBytes({ AccountName(text: $0) }) else { return nil }
    self = name
  }

  /// The account as it is shown: a GUID in lower case, or `upn:` and the name in lower case.
  public var text: String {
    switch self {
    case .object(let guid): guid.text
    case .upn(let name): AccountName.upnPrefix + name
    }
  }
}

extension AccountName: CustomStringConvertible {
  /// The account as it is shown.
  public var description: String { text }
}

/// MSAL's `homeAccountId` where it is an object id, a point and a tenant id.
public struct HomeAccountID: Hashable, Sendable {
  /// The account's object id in its home tenant.
  public var objectID: GUID
  /// The home tenant.
  public var tenantID: GUID

  /// Splits `ObjectId.TenantId`; nil where it is not two GUIDs, which is then kept raw.
  public init?(text bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 2 * GUID.textCount + 1, bytes[GUID.textCount] == UInt8(ascii: "."),
      let objectID = GUID(text: UnsafeRawBufferPointer(rebasing: bytes[..<GUID.textCount])),
      let tenantID = GUID(text: UnsafeRawBufferPointer(rebasing: bytes[(GUID.textCount + 1)...]))
    else { return nil }
    self.objectID = objectID
    self.tenantID = tenantID
  }
}
