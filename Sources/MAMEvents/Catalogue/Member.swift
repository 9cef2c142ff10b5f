/// A member of an event's `data`, as the catalogue knows it.
public struct Member: Sendable {
  /// What a member holds.
  public enum Kind: Sendable {
    /// JSON true or false.
    case boolean
    /// A whole number, open to any value of 64 bits.
    case integer
    /// A whole number, sent as a number or as a string of digits.
    case digits
    /// A string.
    case text
    /// An instant: a string of RFC 3339.
    case instant
    /// A value of an enumeration, by number or by name.
    case enumeration(Enumeration)
    /// A value of one of some enumerations: `{enum, value}`; where it is the code, also the value of the first alone.
    case located([Enumeration])
    /// A word of a closed list.
    case word(Words)
    /// The id of an account: an object id, `upn:NAME`, or a UPN.
    case account
    /// A list of ids of accounts.
    case accounts
    /// A list of strings.
    case texts
    /// An object with members of its own; others are kept too.
    case object
    /// A switch of a settings dictionary: true, false, or the words YES, NO, true, false, 1, 0.
    case settingSwitch
    /// A value of a settings dictionary, of any kind.
    case setting
  }

  /// Whom a personal value is about.
  public enum Person: Sendable {
    /// The account of the event.
    case account
    /// Somebody else, such as an administrator.
    case other
  }

  /// The member's name.
  public let name: String
  /// What it holds.
  public let kind: Kind
  /// Whether the event is refused without it.
  public let isRequired: Bool
  /// Whom the value is about where it is personal data, else nil.
  public let person: Person?
  /// The fact that it becomes, if any.
  public let fact: FactKey?
  /// Whether it is the event's typed `code` column.
  public let isCode: Bool
  /// The known members of an object.
  public let members: [Member]
  /// What the member says, in one sentence.
  public let meaning: String

  /// Describes a member.
  init(
    _ name: String, _ kind: Kind, required: Bool = false, personal person: Person? = nil,
    fact: FactKey? = nil, code: Bool = false, members: [Member] = [], _ meaning: String
  ) {
    self.name = name
    self.kind = kind
    isRequired = required
    self.person = person
    self.fact = fact
    isCode = code
    self.members = members
    self.meaning = meaning
  }

  /// Whether the value never enters the record in clear.
  public var isPersonal: Bool { person != nil }

  /// What messages and the schema call the kind of JSON that is expected.
  public var expected: String {
    switch kind {
    case .boolean: "true or false"
    case .integer: "a whole number"
    case .digits: "a whole number or a string of digits"
    case .text: "a string"
    case .instant: "an RFC 3339 time"
    case .enumeration(let list): "a number or name of \(list.name)"
    case .located(let lists): "an object {enum, value} of \(lists.map(\.name).joined(separator: " or "))"
    case .word(let list): "a string: \(list.words.joined(separator: ", "))"
    case .account: "a string (an account's id)"
    case .accounts: "an array of strings (accounts' ids)"
    case .texts: "an array of strings"
    case .object: "an object"
    case .settingSwitch: "a boolean setting"
    case .setting: "a setting"
    }
  }
}
