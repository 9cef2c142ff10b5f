/// The arguments of another type among those of this command.
@propertyWrapper
public struct OptionGroup<Group: ParsableArguments>: ArgumentSource {
  private var title: String?

  /// The group's values.
  public var wrappedValue: Group

  /// Includes the group; with a title its options stand below it in the help.
  public init(title: String? = nil) {
    self.title = title
    wrappedValue = Group()
  }

  func declarations(property: String) -> [Declaration] {
    wrappedValue.declarations.map { declaration in
      var declaration = declaration
      declaration.section = declaration.section ?? title
      return declaration
    }
  }

  func validate() throws {
    try wrappedValue.validateAll()
  }
}
