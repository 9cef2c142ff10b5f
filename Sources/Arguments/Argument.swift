/// A value known by its place: `history ACCOUNT`.
///
/// Optional types need not be given; an array takes all that is left, and comes last; all others are required unless
/// they have a default.
@propertyWrapper
public struct Argument<Value>: ArgumentSource {
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

extension Argument where Value: ExpressibleByArgument {
  /// An argument with a default.
  public init(
    wrappedValue: Value, help: ArgumentHelp? = nil, completion: CompletionKind? = nil
  ) {
    storage = .single(.argument, [], help, wrappedValue, .argument(completion))
  }

  /// A required argument.
  public init(help: ArgumentHelp? = nil, completion: CompletionKind? = nil) {
    storage = .single(.argument, [], help, nil, .argument(completion))
  }
}

extension Argument {
  /// An argument that need not be given.
  public init<Wrapped: ExpressibleByArgument>(
    wrappedValue: Wrapped? = nil, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil
  ) where Value == Wrapped? {
    storage = .optional(.argument, [], help, wrappedValue, .argument(completion))
  }

  /// All the words that are left, with a default for none.
  public init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil
  ) where Value == [Element] {
    storage = .repeating(.argument, [], help, wrappedValue, .argument(completion))
  }

  /// All the words that are left, at least one.
  public init<Element: ExpressibleByArgument>(
    help: ArgumentHelp? = nil, completion: CompletionKind? = nil
  ) where Value == [Element] {
    storage = .repeating(.argument, [], help, nil, .argument(completion))
  }

  /// A required argument read by a function, which throws ``ValidationError`` to say why it refuses a word.
  public init(
    help: ArgumentHelp? = nil, completion: CompletionKind? = nil,
    transform: @escaping (String) throws -> Value
  ) {
    storage = .single(.argument, [], help, nil, .transform(completion, transform))
  }

  /// An argument with a default, read by a function.
  public init(
    wrappedValue: Value, help: ArgumentHelp? = nil, completion: CompletionKind? = nil,
    transform: @escaping (String) throws -> Value
  ) {
    storage = .single(.argument, [], help, wrappedValue, .transform(completion, transform))
  }

  /// An argument that need not be given, read by a function.
  public init<Wrapped>(
    wrappedValue: Wrapped? = nil, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil, transform: @escaping (String) throws -> Wrapped
  ) where Value == Wrapped? {
    storage = .optional(.argument, [], help, wrappedValue, .transform(completion, transform))
  }

  /// All the words that are left, read by a function.
  public init<Element>(
    wrappedValue: [Element], help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil, transform: @escaping (String) throws -> Element
  ) where Value == [Element] {
    storage = .repeating(.argument, [], help, wrappedValue, .transform(completion, transform))
  }
}

// For attributes without parentheses.
extension Argument {
  /// A required argument.
  public init() where Value: ExpressibleByArgument {
    storage = .single(.argument, [], nil, nil, .argument(nil))
  }

  /// An argument that need not be given.
  public init<Wrapped: ExpressibleByArgument>() where Value == Wrapped? {
    storage = .optional(.argument, [], nil, nil, .argument(nil))
  }
}
