/// The reasons of a wipe that have become known, of the SDK's open numbers (6xx).
///
/// Microsoft documents none of them: its people have told two in the issues of the iOS SDK.
public enum WipeReasonCode: Int64, CaseIterable, Sendable {
  /// The app called `deRegisterAndUnenrollAccount` (iOS SDK, issue 693).
  case deRegisterAndUnenroll = 607
  /// The account had no contact with the service for longer than the policy allows (iOS SDK, issue 239).
  case offlineWipe = 608

  /// The stable token.
  public var word: String {
    switch self {
    case .deRegisterAndUnenroll: "deRegisterAndUnenroll"
    case .offlineWipe: "offlineWipe"
    }
  }
}
