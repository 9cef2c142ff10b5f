/// Where a wrapper keeps its value, so that the parser, which sees a copy of the wrapper, can fill it.
final class Slot<Value> {
  private var stored: Value?
  /// Whether the parser has put something in, in place of a default.
  private(set) var isFilled = false

  init(_ value: Value?) {
    stored = value
  }

  /// The value; reading one that is required before parsing is a mistake of the program.
  var value: Value {
    guard let stored else { preconditionFailure("an argument without a default was read before parsing") }
    return stored
  }

  /// Puts a parsed value in.
  func fill(_ value: Value) {
    stored = value
    isFilled = true
  }
}

extension Slot {
  /// Adds a parsed value; the first replaces the defaults.
  func append<Element>(_ element: Element) where Value == [Element] {
    fill((isFilled ? stored ?? [] : []) + [element])
  }
}

/// What a property wrapper keeps: the slot, and how to make the declaration once the property's name is known.
struct Storage<Value> {
  var slot: Slot<Value>
  var declare: (_ property: String, _ slot: Slot<Value>) -> Declaration

  func declarations(property: String) -> [Declaration] {
    [declare(property, slot)]
  }
}

/// How a word becomes a value, and what is known of the words.
struct Reader<Value> {
  var read: (String) throws -> Value
  var describe: (Value) -> String?
  var candidates: [String] = []
  var completion: CompletionKind = .none

  /// Reads as the type says.
  static func argument(_ completion: CompletionKind?) -> Reader where Value: ExpressibleByArgument {
    Reader(
      read: { word in
        guard let value = Value(argument: word) else { throw Refusal(expectation: Value.expectation) }
        return value
      },
      describe: { $0.defaultValueDescription },
      candidates: Value.allValueStrings,
      completion: completion ?? Value.defaultCompletionKind)
  }

  /// Reads by a function.
  static func transform(_ completion: CompletionKind?, _ read: @escaping (String) throws -> Value) -> Reader {
    Reader(read: read, describe: { _ in nil }, completion: completion ?? .none)
  }
}

extension Storage {
  /// One value: required unless there is a default.
  static func single(
    _ form: Declaration.Form, _ names: NameSpecification, _ help: ArgumentHelp?, _ initial: Value?,
    _ reader: Reader<Value>
  ) -> Storage {
    Storage(slot: Slot(initial)) { property, slot in
      var declaration = base(form, names, help, property, reader)
      declaration.isRequired = initial == nil
      declaration.defaultText = initial.flatMap(reader.describe)
      declaration.accept = { input in
        if case .value(let word) = input { slot.fill(try reader.read(word)) }
      }
      return declaration
    }
  }

  /// One value or none.
  static func optional<Wrapped>(
    _ form: Declaration.Form, _ names: NameSpecification, _ help: ArgumentHelp?, _ initial: Wrapped?,
    _ reader: Reader<Wrapped>
  ) -> Storage where Value == Wrapped? {
    Storage(slot: Slot(.some(initial))) { property, slot in
      var declaration = base(form, names, help, property, reader)
      declaration.defaultText = initial.flatMap(reader.describe)
      declaration.accept = { input in
        if case .value(let word) = input { slot.fill(try reader.read(word)) }
      }
      return declaration
    }
  }

  /// Any number of values: at least one unless there is a default.
  static func repeating<Element>(
    _ form: Declaration.Form, _ names: NameSpecification, _ help: ArgumentHelp?, _ initial: [Element]?,
    _ reader: Reader<Element>
  ) -> Storage where Value == [Element] {
    Storage(slot: Slot(initial)) { property, slot in
      var declaration = base(form, names, help, property, reader)
      declaration.isRepeating = true
      declaration.isRequired = initial == nil
      let texts = (initial ?? []).compactMap(reader.describe)
      declaration.defaultText = texts.isEmpty ? nil : texts.joined(separator: ", ")
      declaration.accept = { input in
        if case .value(let word) = input { slot.append(try reader.read(word)) }
      }
      return declaration
    }
  }

  private static func base<Element>(
    _ form: Declaration.Form, _ names: NameSpecification, _ help: ArgumentHelp?, _ property: String,
    _ reader: Reader<Element>
  ) -> Declaration {
    Declaration(
      form: form,
      property: kebabCase(property),
      names: form == .argument ? [] : names.names(for: property),
      help: help ?? ArgumentHelp(),
      candidates: reader.candidates,
      completion: reader.completion,
      accept: { _ in })
  }
}
