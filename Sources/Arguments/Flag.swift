/// A switch: `--raw`, `--no-pager`, `-v -v` or `-vv`.
@propertyWrapper
public struct Flag<Value>: ArgumentSource {
  private var storage: Storage<Value>

  /// The parsed value, or the default.
  public var wrappedValue: Value {
    get { storage.slot.value }
    set { storage.slot = Slot(newValue) }
  }

  func declarations(property: String) -> [Declaration] { storage.declarations(property: property) }
}

/// How the inverse of a flag is named.
public enum FlagInversion: Sendable {
  /// `--pager` and `--no-pager`.
  case prefixedNo
  /// `--enable-pager` and `--disable-pager`.
  case prefixedEnableDisable
}

extension Flag where Value == Bool {
  /// A switch that is off unless named.
  public init(wrappedValue: Bool = false, name: NameSpecification = .long, help: ArgumentHelp? = nil) {
    precondition(!wrappedValue, "a flag that is on by default needs an inversion")
    storage = Storage(slot: Slot(wrappedValue)) { property, slot in
      var declaration = Flag.base(property, name, help)
      declaration.accept = { _ in slot.fill(true) }
      return declaration
    }
  }

  /// A switch with a default that can be turned either way; the last counts.
  public init(
    wrappedValue: Bool, name: NameSpecification = .long, inversion: FlagInversion, help: ArgumentHelp? = nil
  ) {
    storage = Storage(slot: Slot(wrappedValue)) { property, slot in
      var declaration = Flag.inverted(property, name, inversion, help)
      declaration.defaultText = (wrappedValue ? declaration.names : declaration.inverseNames).first?.spelling
      declaration.accept = { input in
        if case .flag(let isOn) = input { slot.fill(isOn) }
      }
      return declaration
    }
  }
}

extension Flag where Value == Bool? {
  /// A switch that can be turned either way, or left to the program; the last counts.
  public init(
    wrappedValue: Bool? = nil, name: NameSpecification = .long, inversion: FlagInversion,
    help: ArgumentHelp? = nil
  ) {
    storage = Storage(slot: Slot(.some(wrappedValue))) { property, slot in
      var declaration = Flag.inverted(property, name, inversion, help)
      declaration.accept = { input in
        if case .flag(let isOn) = input { slot.fill(isOn) }
      }
      return declaration
    }
  }
}

extension Flag where Value == Int {
  /// A switch that counts how often it is named.
  public init(wrappedValue: Int = 0, name: NameSpecification = .long, help: ArgumentHelp? = nil) {
    storage = Storage(slot: Slot(wrappedValue)) { property, slot in
      var declaration = Flag.base(property, name, help)
      declaration.isRepeating = true
      declaration.accept = { _ in slot.fill(slot.value + 1) }
      return declaration
    }
  }
}

extension Flag {
  private static func base(_ property: String, _ name: NameSpecification, _ help: ArgumentHelp?)
    -> Declaration
  {
    Declaration(
      form: .flag, property: kebabCase(property), names: name.names(for: property),
      help: help ?? ArgumentHelp(),
      accept: { _ in })
  }

  private static func inverted(
    _ property: String, _ name: NameSpecification, _ inversion: FlagInversion, _ help: ArgumentHelp?
  ) -> Declaration {
    var declaration = base(property, name, help)
    let longNames = declaration.names.compactMap { if case .long(let name) = $0 { name } else { nil } }
    switch inversion {
    case .prefixedNo:
      declaration.inverseNames = longNames.map { .long("no-\($0)") }
    case .prefixedEnableDisable:
      declaration.names = longNames.map { .long("enable-\($0)") }
      declaration.inverseNames = longNames.map { .long("disable-\($0)") }
    }
    return declaration
  }
}
