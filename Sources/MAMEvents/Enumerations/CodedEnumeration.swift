/// An enumeration of the SDKs whose values travel by number or by name.
///
/// Equal numbers mean different things in different enumerations, so a number is never kept without the
/// enumeration's name. The raw value is the header's number.
public protocol CodedEnumeration: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == Int32 {
  /// The header's name of the enumeration, such as `IntuneMAMEnrollmentStatusCode`.
  static var enumerationName: String { get }
  /// What the header's constants begin with, such as `IntuneMAMEnrollmentStatus`.
  static var prefix: String { get }
  /// The constant without its prefix.
  var name: String { get }
  /// What the value means, in one sentence.
  var meaning: String { get }
}

extension CodedEnumeration {
  /// The header's constant, with its prefix.
  public var constant: String { Self.prefix + name }
}

/// A value of an enumeration as it came over the wire.
public enum CodedValue: Hashable, Sendable {
  /// A number of the enumeration.
  case known(Int32)
  /// A number that is not in the enumeration.
  case unknownNumber(Int32)
  /// A name that is not in the enumeration, or a number that no enumeration can have.
  case unknownName

  /// The number, where there is one.
  public var number: Int32? {
    switch self {
    case .known(let number), .unknownNumber(let number): number
    case .unknownName: nil
    }
  }

  /// Whether the enumeration has the value.
  public var isKnown: Bool {
    if case .known = self { true } else { false }
  }
}
