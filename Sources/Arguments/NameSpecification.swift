/// Which names an option or a flag answers to.
public struct NameSpecification: Sendable, ExpressibleByArrayLiteral {
  enum Element: Sendable, Hashable {
    case long
    case customLong(String)
    case short
    case customShort(Character)
  }

  var elements: [Element]

  /// Several names: `[.customLong("as-of"), .customShort("t")]`.
  public init(arrayLiteral elements: NameSpecification...) {
    self.elements = elements.flatMap(\.elements)
  }

  private init(_ elements: Element...) {
    self.elements = elements
  }

  /// The property's name in kebab case after `--`.
  public static var long: NameSpecification { NameSpecification(.long) }
  /// The first letter of the property's name after `-`.
  public static var short: NameSpecification { NameSpecification(.short) }
  /// Both.
  public static var shortAndLong: NameSpecification { NameSpecification(.short, .long) }

  /// A name of one's own after `--`.
  public static func customLong(_ name: String) -> NameSpecification { NameSpecification(.customLong(name)) }

  /// A letter of one's own after `-`.
  public static func customShort(_ letter: Character) -> NameSpecification {
    NameSpecification(.customShort(letter))
  }

  func names(for property: String) -> [OptionName] {
    elements.compactMap { element in
      switch element {
      case .long: .long(kebabCase(property))
      case .customLong(let name): .long(name)
      case .short: property.first.map { .short($0) }
      case .customShort(let letter): .short(letter)
      }
    }
  }
}

/// One name of an option or a flag.
enum OptionName: Hashable, Sendable {
  case long(String)
  case short(Character)

  /// As typed: `--format` or `-f`.
  var spelling: String {
    switch self {
    case .long(let name): "--\(name)"
    case .short(let letter): "-\(letter)"
    }
  }
}
