/// An argument, option or flag as the parser sees it: its names, its help, and where its values go.
struct Declaration {
  enum Form {
    case argument, option, flag
  }

  /// What the parser hands to a declaration.
  enum Input {
    case value(String)
    /// A flag was named; false for the inverse of its name.
    case flag(Bool)
  }

  var form: Form
  /// The property, in kebab case.
  var property: String
  var names: [OptionName] = []
  /// The names that say no: `--no-pager`.
  var inverseNames: [OptionName] = []
  var help: ArgumentHelp
  /// The default as the help shows it.
  var defaultText: String?
  var isRequired = false
  var isRepeating = false
  var candidates: [String] = []
  var completion: CompletionKind = .none
  /// The title of the option group it stands in.
  var section: String?
  /// Takes a value.
  ///
  /// Throws ``Refusal`` or ``ValidationError`` for one that does not fit.
  var accept: (Input) throws -> Void

  var valueName: String { help.valueName ?? property }

  /// What sets it apart from the command's other declarations: two places may show the same name.
  var key: String { label + " " + property }

  /// How messages name it: `--format`, or `<account>`.
  var label: String {
    guard form != .argument else { return "<\(valueName)>" }
    let long = names.first { if case .long = $0 { true } else { false } }
    return (long ?? names.first)?.spelling ?? property
  }
}

/// A word that a value's type does not accept.
struct Refusal: Error {
  var expectation: String?
}

/// A property that declares arguments.
///
/// The wrappers conform; the parser finds them by reflection.
protocol ArgumentSource {
  /// The declarations, writing to this very instance when they accept values.
  func declarations(property: String) -> [Declaration]
  /// The group's own check, run when all values are in.
  func validate() throws
}

extension ArgumentSource {
  func validate() throws {}
}

extension ParsableArguments {
  /// The argument sources among the properties, with their names, in the order of the source text.
  var argumentSources: [(property: String, source: any ArgumentSource)] {
    Mirror(reflecting: self).children.compactMap { child in
      guard let label = child.label, let source = child.value as? any ArgumentSource else { return nil }
      return (label.hasPrefix("_") ? String(label.dropFirst()) : label, source)
    }
  }

  var declarations: [Declaration] {
    argumentSources.flatMap { $0.source.declarations(property: $0.property) }
  }

  /// Runs the checks of the groups, then the command's own.
  func validateAll() throws {
    for (_, source) in argumentSources { try source.validate() }
    try validate()
  }
}
