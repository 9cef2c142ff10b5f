/// Errors of protecting files.
///
/// 104 means something else in ``DataProtectionStatusCode``.
public enum FileProtectionStatusCode: Int32, CodedEnumeration {
  /// The app is not managed.
  case applicationNotManaged = 100
  /// The arguments are invalid.
  case invalidArguments = 101
  /// The file could not be encrypted.
  case failedToEncryptFile = 102
  /// The file could not be decrypted.
  case failedToDecryptFile = 103
  /// There is no such file.
  case fileNotFound = 104
  /// The path is a directory.
  case operationOnDirectory = 105
  /// The identity is not managed.
  case unmanagedIdentity = 106
  /// Internal error.
  case internalError = 107

  /// The header's name of the enumeration.
  public static let enumerationName = "IntuneMAMFileProtectionStatusCode"
  /// What the header's constants begin with.
  public static let prefix = "IntuneMAMFileProtectionStatus"

  /// The constant without its prefix.
  public var name: String {
    switch self {
    case .applicationNotManaged: "ApplicationNotManaged"
    case .invalidArguments: "InvalidArguments"
    case .failedToEncryptFile: "FailedToEncryptFile"
    case .failedToDecryptFile: "FailedToDecryptFile"
    case .fileNotFound: "FileNotFound"
    case .operationOnDirectory: "OperationOnDirectory"
    case .unmanagedIdentity: "UnmanagedIdentity"
    case .internalError: "InternalError"
    }
  }

  /// What the value means.
  public var meaning: String {
    switch self {
    case .applicationNotManaged: "The app is not managed."
    case .invalidArguments: "The arguments are invalid."
    case .failedToEncryptFile: "The file could not be encrypted."
    case .failedToDecryptFile: "The file could not be decrypted."
    case .fileNotFound: "There is no such file."
    case .operationOnDirectory: "The path is a directory."
    case .unmanagedIdentity: "The identity is not managed."
    case .internalError: "Internal error."
    }
  }
}
