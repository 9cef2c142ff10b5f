extension FoldEvent {
  /// The value of the type's own enumeration that ``code`` is; nil where the event has none or an unknown one.
  public var codeEntry: Enumeration.Entry? {
    guard let code, let member = type.flatMap({ Catalogue[$0].code }) else { return nil }
    switch member.kind {
    case .enumeration(let enumeration):
      return enumeration[code]
    case .located(let enumerations):
      let index = Int(facts.word(.codeEnum) ?? 0)
      return enumerations.indices.contains(index) ? enumerations[index][code] : nil
    default:
      return nil
    }
  }
}
