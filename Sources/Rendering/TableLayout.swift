import PlainText

/// How a table is set out on a width.
enum TableLayout: Equatable {
  /// Columns of these widths; whether cells that are wider are broken into lines.
  case columns([Int], folds: Bool)
  /// A block for each row; the width that columns would have needed.
  case blocks(needed: Int)

  static let gap = 2
  /// The narrowest width that is heeded.
  static let least = 20
  /// A word wider than this may be broken: no id is.
  private static let widestWord = 48
  /// What a column of text has at least, if it needs as much.
  private static let leastText = 16
  /// Into how many lines a cell is broken at most, as far as the first rows tell.
  private static let mostLines = 8

  /// What a column wants.
  struct Wish: Equatable {
    /// The width at which nothing is broken.
    var natural: Int
    /// The width below which it cannot be read.
    var least: Int

    init(_ column: Column, head: String) {
      natural = head.displayWidth
      least = head.widestWord
    }

    mutating func add(_ text: String, of column: Column) {
      let width = text.displayWidth
      natural = max(natural, width)
      guard !column.isWhole else {
        least = max(least, width)
        return
      }
      least = max(least, min(text.widestWord, TableLayout.widestWord))
      least = max(least, min(width, TableLayout.leastText), (width - 1) / TableLayout.mostLines + 1)
    }
  }

  /// Sets out columns on a width; nil for as wide as they want.
  init(_ wishes: [Wish], width: Int?) {
    let gaps = Self.gap * max(0, wishes.count - 1)
    let natural = wishes.reduce(gaps) { $0 + $1.natural }
    guard let width, natural > width else {
      self = .columns(wishes.map(\.natural), folds: width != nil)
      return
    }
    let least = wishes.reduce(gaps) { $0 + $1.least }
    guard least <= width else {
      self = .blocks(needed: least)
      return
    }
    // The columns that lack least get it first, so that as few as can be are broken.
    var widths = wishes.map(\.least)
    var spare = width - least
    let order = wishes.indices.sorted {
      let (left, right) = (wishes[$0].natural - wishes[$0].least, wishes[$1].natural - wishes[$1].least)
      return (left, $0) < (right, $1)
    }
    for (place, index) in order.enumerated() {
      let share = min(wishes[index].natural - wishes[index].least, spare / (order.count - place))
      widths[index] += share
      spare -= share
    }
    self = .columns(widths, folds: true)
  }
}
