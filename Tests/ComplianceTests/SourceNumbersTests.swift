import Compliance
import Testing

/// The numbers of a source, against sets of all numbers.
@Suite struct SourceNumbersTests {
  /// The same by the definition: what is missing at any time is what no event has brought between the lowest and
  /// the highest number.
  struct Plain {
    var known: Set<Int64> = []
    var missing: [Int64: (revealedBy: Int64, of: Int64)] = [:]

    mutating func take(_ number: Int64, at position: Int64) -> SourceNumbers.Change {
      let before = Set(missing.keys)
      known.insert(number)
      let revealed = missing.removeValue(forKey: number)?.revealedBy
      for other in (known.min() ?? 0)...(known.max() ?? 0)
      where !known.contains(other) && missing[other] == nil {
        missing[other] = (position, number)
      }
      let new = missing.keys.filter { !before.contains($0) }
      if let first = new.min(), let last = new.max() { return .reveals(first...last) }
      if let revealed, !missing.values.contains(where: { $0.revealedBy == revealed }) {
        return .completes(revealedBy: revealed)
      }
      return .nothing
    }
  }

  @Test("every order of numbers gives what the definition gives", arguments: 0..<200 as Range<UInt64>)
  func definition(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    let numbers = (0..<40).map { _ in Int64.random(in: 0..<30, using: &random) }
    var plain = Plain()
    _ = plain.take(numbers[0], at: 0)
    var source = SourceNumbers(first: numbers[0])
    for (index, number) in numbers.enumerated().dropFirst() {
      let position = Int64(index)
      #expect(source.take(number, at: position) == plain.take(number, at: position))
      let missing = source.gaps.flatMap { gap in gap.numbers.map { [$0, gap.revealedBy] } }
      #expect(missing == plain.missing.sorted { $0.key < $1.key }.map { [$0.key, $0.value.revealedBy] })
      #expect(source == SourceNumbers(span: source.span, gaps: source.gaps))
    }
  }

  @Test("a million numbers in order, and then backwards, leave a span alone")
  func inOrder() {
    var source = SourceNumbers(first: 0)
    for number in 1..<1_000_000 as Range<Int64> { _ = source.take(number, at: number) }
    for number in 1..<1_000_000 as Range<Int64> { _ = source.take(-number, at: number) }
    #expect(source.span == -999_999...999_999)
    #expect(source.gaps.isEmpty)
  }
}
