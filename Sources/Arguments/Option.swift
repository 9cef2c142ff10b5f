/// A named value: `--format json`, `--format=json`, `-f json`, `-fjson`.
///
/// Optional types need not be given; arrays take one value each time the option is named; all others are required
/// unless they have a default. Named twice, the last value counts.
@propertyWrapper
public struct Option<Value>: ArgumentSource {
  private var storage: Storage<Value>

  /// The parsed value, or the default.
  ///
  /// Reading a required one before parsing is a mistake of the program.
  public var wrappedValue: Value {
    get { storage.slot.value }
    set { storage.slot = Slot(newValue) }
  }

  // The compiler looks for an initialiser without parameters in the type itself alone; finding this one, it goes on to
  // choose among those of the extensions.
  /// Not for use: the value needs a default, or a type that reads itself from a word.
  @available(*, unavailable, message: "give a default, or a type that is ExpressibleByArgument")
  public init() {
    preconditionFailure("unavailable")
  }

  func declarations(property: String) -> [Declaration] { storage.declarations(property: property) }
}

extension Option where Value: ExpressibleByArgument {
  /// An option with a default.
  public init(
    wrappedValue: Value, name: NameSpecification = .long, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil
  ) {
    storage = .single(.option, name, help, wrappedValue, .argument(completion))
  }

  /// A required option.
  public init(name: NameSpecification = .long, help: ArgumentHelp? = nil, completion: CompletionKind? = nil) {
    storage = .single(.option, name, help, nil, .argument(completion))
  }
}

extension Option {
  /// An option that need not be given.
  public init<Wrapped: ExpressibleByArgument>(
    wrappedValue: Wrapped? = nil, name: NameSpecification = .long, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil
  ) where Value == Wrapped? {
    storage = .optional(.option, name, help, wrappedValue, .argument(completion))
  }

  /// An option that may be given again and again, with a default.
  public init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], name: NameSpecification = .long, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil
  ) where Value == [Element] {
    storage = .repeating(.option, name, help, wrappedValue, .argument(completion))
  }

  /// An option that must be given once and may be given again.
  public init<Element: ExpressibleByArgument>(
    name: NameSpecification = .long, help: ArgumentHelp? = nil, completion: CompletionKind? = nil
  ) where Value == [Element] {
    storage = .repeating(.option, name, help, nil, .argument(completion))
  }

  /// A required option read by a function, which throws ``ValidationError`` to say why it refuses a word.
  public init(
    name: NameSpecification = .long, help: ArgumentHelp? = nil, completion: CompletionKind? = nil,
    transform: @escaping (String) throws -> Value
  ) {
    storage = .single(.option, name, help, nil, .transform(completion, transform))
  }

  /// An option with a default, read by a function.
  public init(
    wrappedValue: Value, name: NameSpecification = .long, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil,
    transform: @escaping (String) throws -> Value
  ) {
    storage = .single(.option, name, help, wrappedValue, .transform(completion, transform))
  }

  /// An option that need not be given, read by a function.
  public init<Wrapped>(
    wrappedValue: Wrapped? = nil, name: NameSpecification = .long, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil, transform: @escaping (String) throws -> Wrapped
  ) where Value == Wrapped? {
    storage = .optional(.option, name, help, wrappedValue, .transform(completion, transform))
  }

  /// An option that may be given again and again, read by a function.
  public init<Element>(
    wrappedValue: [Element], name: NameSpecification = .long, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil, transform: @escaping (String) throws -> Element
  ) where Value == [Element] {
    storage = .repeating(.option, name, help, wrappedValue, .transform(completion, transform))
  }
}

// For attributes without parentheses.
extension Option {
  /// A required option.
  public init() where Value: ExpressibleByArgument {
    storage = .single(.option, .long, nil, nil, .argument(nil))
  }

  /// An option that need not be given.
  public init<Wrapped: ExpressibleByArgument>() where Value == Wrapped? {
    storage = .optional(.option, .long, nil, nil, .argument(nil))
  }
}
