/// The numbers of one source's events: the lowest and the highest known one, and what is missing between.
///
/// Small whatever the count of events: numbers in order only move its end.
public struct SourceNumbers: Hashable, Sendable {
  /// A run of missing numbers.
  public struct Gap: Hashable, Sendable {
    /// The numbers.
    public var numbers: ClosedRange<Int64>
    /// The position of the event that revealed them.
    public var revealedBy: Int64

    /// Names a run of missing numbers.
    public init(numbers: ClosedRange<Int64>, revealedBy: Int64) {
      self.numbers = numbers
      self.revealedBy = revealedBy
    }
  }

  /// What a number changes.
  public enum Change: Hashable, Sendable {
    /// No finding.
    case nothing
    /// These numbers, all unknown until now, are missing.
    case reveals(ClosedRange<Int64>)
    /// It was the last one missing of those that the event at a position revealed.
    case completes(revealedBy: Int64)
  }

  /// From the lowest known number to the highest.
  public private(set) var span: ClosedRange<Int64>
  /// What is missing between, in rising order; those that one event revealed are neighbours.
  public private(set) var gaps: [Gap]

  /// A source of which one number is known.
  public init(first number: Int64) {
    self.init(span: number...number, gaps: [])
  }

  /// A source as it was kept.
  public init(span: ClosedRange<Int64>, gaps: [Gap]) {
    self.span = span
    self.gaps = gaps
  }

  /// Takes the next number in fold order, of the event at a position.
  public mutating func take(_ number: Int64, at position: Int64) -> Change {
    if number > span.upperBound {
      let next = span.upperBound + 1
      span = span.lowerBound...number
      guard next < number else { return .nothing }
      gaps.append(Gap(numbers: next...number - 1, revealedBy: position))
      return .reveals(next...number - 1)
    }
    if number < span.lowerBound {
      let last = span.lowerBound - 1
      span = number...span.upperBound
      guard number < last else { return .nothing }
      gaps.insert(Gap(numbers: number + 1...last, revealedBy: position), at: 0)
      return .reveals(number + 1...last)
    }
    return fill(number)
  }

  private mutating func fill(_ number: Int64) -> Change {
    let index = gaps.partitioningIndex { $0.numbers.upperBound >= number }
    guard index < gaps.count, gaps[index].numbers.contains(number) else { return .nothing }
    let gap = gaps[index]
    var rest: [Gap] = []
    if gap.numbers.lowerBound < number {
      rest.append(Gap(numbers: gap.numbers.lowerBound...number - 1, revealedBy: gap.revealedBy))
    }
    if number < gap.numbers.upperBound {
      rest.append(Gap(numbers: number + 1...gap.numbers.upperBound, revealedBy: gap.revealedBy))
    }
    gaps.replaceSubrange(index...index, with: rest)
    let isWhole = gaps[max(index - 1, 0)..<min(index + 2, gaps.count)]
      .allSatisfy { $0.revealedBy != gap.revealedBy }
    return isWhole ? .completes(revealedBy: gap.revealedBy) : .nothing
  }
}
