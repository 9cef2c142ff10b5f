/// Errors of protecting data in memory.
///
/// 104 means something else in ``FileProtectionStatusCode``.
public enum DataProtectionStatusCode: Int32, CodedEnumeration {
  /// The app is not managed.
  case applicationNotManaged = 100
  /// The arguments are invalid.
  case invalidArguments = 101
  /// The data could not be encrypted.
  case failedToEncryptData = 102
  /// The data could not be decrypted.
  case failedToDecryptData = 103
  /// The data is not protected.
  case dataNotProtected = 104
  /// The data is empty.
  case emptyData = 105

  /// The header's name of the enumeration.
  public static let enumerationName = "IntuneMAMDataProtectionStatusCode"
  /// What the header's constants begin with.
  public static let prefix = "IntuneMAMDataProtectionStatus"

  /// The constant without its prefix.
  public var name: String {
    switch self {
    case .applicationNotManaged: "ApplicationNotManaged"
    case .invalidArguments: "InvalidArguments"
    case .failedToEncryptData: "FailedToEncryptData"
    case .failedToDecryptData: "FailedToDecryptData"
    case .dataNotProtected: "DataNotProtected"
    case .emptyData: "EmptyData"
    }
  }

  /// What the value means.
  public var meaning: String {
    switch self {
    case .applicationNotManaged: "The app is not managed."
    case .invalidArguments: "The arguments are invalid."
    case .failedToEncryptData: "The data could not be encrypted."
    case .failedToDecryptData: "The data could not be decrypted."
    case .dataNotProtected: "The data is not protected."
    case .emptyData: "The data is empty."
    }
  }
}
