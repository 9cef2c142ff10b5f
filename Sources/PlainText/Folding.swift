extension StringProtocol {
  /// The text in lines of at most `width` columns, none of its characters lost but spaces at the breaks.
  ///
  /// It is broken after spaces, between East Asian wide characters, and after a comma or semicolon. What has no such
  /// place and is wider than a line is broken between characters; a character is never taken apart.
  public func folded(to width: Int) -> [String] {
    var lines = [String]()
    var line = ""
    var lineWidth = 0
    var spaces = 0
    for word in FoldingWord.words(of: self) {
      if lineWidth + spaces + word.width <= width {
        line += String(repeating: " ", count: spaces) + word.text
        lineWidth += spaces + word.width
      } else {
        if !line.isEmpty { lines.append(line) }
        line = ""
        lineWidth = 0
        for character in word.text {
          let columns = character.displayWidth
          if !line.isEmpty, lineWidth + columns > width {
            lines.append(line)
            line = ""
            lineWidth = 0
          }
          line.append(character)
          lineWidth += columns
        }
      }
      spaces = word.spaces
    }
    lines.append(line)
    return lines
  }

  /// The columns of the widest part that ``folded(to:)`` does not break unless it must.
  public var widestWord: Int {
    FoldingWord.words(of: self).reduce(0) { Swift.max($0, $1.width) }
  }
}

/// A piece of text without a place for a line break, and the spaces behind it.
private struct FoldingWord {
  var text = ""
  var width = 0
  var spaces = 0

  /// The pieces of a text in order; the spaces before the first belong to an empty one.
  static func words(of text: some StringProtocol) -> [FoldingWord] {
    var words = [FoldingWord]()
    var word = FoldingWord()
    var previous: Character?
    for character in text {
      if character == " " {
        word.spaces += 1
      } else {
        if word.spaces > 0 || previous.map({ isBreak(between: $0, and: character) }) ?? false {
          words.append(word)
          word = FoldingWord()
        }
        word.text.append(character)
        word.width += character.displayWidth
      }
      previous = character
    }
    words.append(word)
    return words
  }

  private static func isBreak(between left: Character, and right: Character) -> Bool {
    if left.isASCII, right.isASCII { return (left == "," || left == ";") && !right.isNumber }
    if closing.contains(right) || opening.contains(left) { return false }
    return left.displayWidth == 2 || right.displayWidth == 2
  }

  /// What does not begin a line in Chinese and Japanese.
  private static let closing = Set<Character>("、。，．・：；？！」』）】〕〉》］｝ーゝゞ々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.:;?!)]}%")
  /// What does not end one.
  private static let opening = Set<Character>("「『（【〔〈《［｛([{")
}
