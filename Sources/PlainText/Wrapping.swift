extension StringProtocol {
  /// The text broken at spaces into lines of at most `width` columns.
  ///
  /// Line breaks of the text are kept. A word that is wider than a line stays whole.
  public func wrapped(to width: Int) -> [String] {
    split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
      var lines = [String]()
      var line = ""
      var lineWidth = 0
      for word in paragraph.split(separator: " ") {
        let wordWidth = word.displayWidth
        if !line.isEmpty, lineWidth + 1 + wordWidth > width {
          lines.append(line)
          line = ""
          lineWidth = 0
        }
        if !line.isEmpty {
          line += " "
          lineWidth += 1
        }
        line += word
        lineWidth += wordWidth
      }
      lines.append(line)
      return lines
    }
  }
}
