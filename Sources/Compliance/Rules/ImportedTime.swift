import MAMEvents

/// The time that the imports of one source cover: half-open stretches, in order, that do not touch.
struct ImportedTime: Hashable, Sendable {
  private(set) var stretches: [Range<Timestamp>] = []

  /// Adds the window of the next import in fold order, and says whether it touches what was imported before.
  ///
  /// The first of a source has nothing to touch.
  mutating func add(_ window: Range<Timestamp>) -> Bool {
    let first = stretches.partitioningIndex { $0.upperBound >= window.lowerBound }
    let end = stretches.partitioningIndex { $0.lowerBound > window.upperBound }
    let isFirst = stretches.isEmpty
    let touched = stretches[first..<end]
    let whole =
      min(
        window.lowerBound, touched.first?.lowerBound ?? window.lowerBound)..<max(
        window.upperBound, touched.last?.upperBound ?? window.upperBound)
    let isTouching = isFirst || !touched.isEmpty
    stretches.replaceSubrange(first..<end, with: [whole])
    return isTouching
  }
}
