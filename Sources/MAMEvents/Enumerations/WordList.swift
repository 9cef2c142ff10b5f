/// A closed list of words of the wire format.
///
/// The raw value is the word's index, kept in facts; 255 stands there for a word that is not in the list. Words
/// compare by bytes.
public protocol WordList: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == UInt8 {
  /// The name of the list, for the docs.
  static var listName: String { get }
  /// The word on the wire.
  var word: String { get }
}

extension WordList {
  /// What facts keep for a word that is not in the list.
  public static var unknownIndex: UInt8 { 255 }

  /// The word of the wire, or nil for one that is not in the list.
  public init?(word: String) {
    guard let match = Self.allCases.first(where: { $0.word.utf8.elementsEqual(word.utf8) }) else {
      return nil
    }
    self = match
  }
}

/// A closed list as data: what decoding and the docs read.
public struct Words: Sendable {
  /// The name of the list.
  public let name: String
  /// The words, each at its index.
  public let words: [String]

  private let utf8: [[UInt8]]

  /// Lists the words of a closed list.
  public init<W: WordList>(_ type: W.Type) {
    name = W.listName
    words = W.allCases.sorted { $0.rawValue < $1.rawValue }.map(\.word)
    utf8 = words.map { Array($0.utf8) }
  }

  /// The index of a word, or nil for one that is not in the list.
  public func index(utf8 word: some Collection<UInt8>) -> UInt8? {
    utf8.firstIndex { $0.elementsEqual(word) }.map(UInt8.init)
  }
}
