import MAMEvents

extension Facts {
  /// A word of a closed list; nil where the facts do not have it, and for a word that is not in the list.
  func word<List: WordList>(_ key: FactKey, of list: List.Type) -> List? {
    word(key).flatMap(List.init(rawValue:))
  }
}
