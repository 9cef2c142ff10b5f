/// What a verification of a log found.
public enum VerificationResult: UInt8, WordList {
  /// The log is whole.
  case passed = 0
  /// It is not.
  case failed = 1

  /// The name of the list.
  public static let listName = "VerificationResult"

  /// The word on the wire.
  public var word: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    }
  }
}
