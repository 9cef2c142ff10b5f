import Compliance
import MAMEvents

/// A finding about the log itself, with the part of the log that was judged.
struct LogFindingRow: Equatable, Sendable {
  /// G1: the source; G3: the account of the event's row; 0 for the others.
  var part: Int64
  var finding: FindingRow

  var columns: [ColumnValue] {
    var columns = finding.columns
    columns.insert(.int64(part), at: 2)
    return columns
  }
}

/// What is known of a source that numbers its events: enough to go on from when its next ones come last in fold order.
struct LogSourceRow: Equatable, Sendable {
  var source: Int64
  var numbers: SourceNumbers
  /// Its last event in fold order.
  var last: FoldPoint
  /// How many numbered events it has.
  var events: Int64

  var columns: [ColumnValue] {
    let gaps = numbers.gaps.map { "[\($0.numbers.lowerBound), \($0.numbers.upperBound), \($0.revealedBy)]" }
    return [
      .int64(source), .int64(numbers.span.lowerBound), .int64(numbers.span.upperBound),
      .json("[" + gaps.joined(separator: ", ") + "]"), .timestamp(last.effectiveAt), .int64(last.position),
      .int64(events),
    ]
  }

  /// Reads the gaps as they are kept.
  ///
  /// - Throws: `JSONError` where they are no JSON.
  static func gaps(_ text: String) throws -> [SourceNumbers.Gap] {
    var document = JSONDocument()
    try document.parse(Array(text.utf8))
    return document.elements(of: document.root).compactMap { gap in
      let numbers = document.elements(of: gap).compactMap { document.integer(of: $0) }
      guard numbers.count == 3, numbers[0] <= numbers[1] else { return nil }
      return SourceNumbers.Gap(numbers: numbers[0]...numbers[1], revealedBy: numbers[2])
    }
  }
}
