import Compliance
import MAMEvents

/// How an account differs between two folds of its log.
public struct AccountDifference: Sendable {
  /// What can differ.
  public enum Field: Hashable, CaseIterable, Sendable {
    /// Whether any event counts: of the account, or of the account on an installation.
    case present
    /// A part of the state.
    case state(StateField)

    /// All fields, in the order of reports.
    public static let allCases: [Field] =
      [.present] + [StateField.identity, .status].map(Field.state)
      + StateField.ofInstallation.map(Field.state)

    /// The name in reports.
    public var name: String {
      switch self {
      case .present: "present"
      case .state(let field): field.rawValue
      }
    }
  }

  /// One field that differs.
  public struct Change: Sendable {
    /// The bundle id; nil for a field of the account itself.
    public var app: String?
    /// The device; nil for a field of the account itself.
    public var device: String?
    /// The field.
    public var field: Field
    /// Its value in the earlier fold.
    public var from: FieldValue
    /// Its value in the later fold.
    public var to: FieldValue
    /// The event of the later fold that gave the field its value; nil where none did, since only the earlier fold has
    /// seen it move.
    public var cause: FoldEvent?
  }

  /// The object id in lower case, or `upn:NAME`.
  public var account: String
  /// The account in the earlier fold; nil where none of its events counts there.
  public var before: AccountRow?
  /// The account in the later fold; nil where none of its events counts there.
  public var after: AccountRow?
  /// How many of its events the later fold has and the earlier has not.
  public var newEvents: Int64
  /// What differs: fields of the account first, then those of installations by the UTF-8 bytes of app, then device.
  public var changes: [Change]
}
