/// Finds what someone probably meant.
public enum Nearness {
  /// The candidate nearest to a mistyped word, if one is near enough to be worth naming.
  ///
  /// Near enough is at most one edit for every three characters typed (at least one), or a candidate that begins
  /// with the whole of a word of three or more characters. Case does not count. The first of equals wins.
  public static func closest(to word: String, in candidates: some Sequence<String>) -> String? {
    let typed = Array(word.lowercased())
    guard !typed.isEmpty else { return nil }
    let limit = max(1, typed.count / 3)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let known = Array(candidate.lowercased())
      var distance = editDistance(typed, known)
      if distance > limit, typed.count >= 3, known.starts(with: typed) { distance = limit }
      // A word may not be replaced whole: "-x" is not "-y" mistyped.
      guard distance <= limit, distance < max(typed.count, known.count) else { continue }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours that turn one text into the other.
  public static func editDistance(_ first: String, _ second: String) -> Int {
    editDistance(Array(first), Array(second))
  }

  private static func editDistance(_ first: [Character], _ second: [Character]) -> Int {
    var beforeLast = [Int]()
    var last = Array(0...second.count)
    for row in first.indices {
      var current = [row + 1]
      for column in second.indices {
        let replaced = last[column] + (first[row] == second[column] ? 0 : 1)
        var distance = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          distance = min(distance, beforeLast[column - 1] + 1)
        }
        current.append(distance)
      }
      beforeLast = last
      last = current
    }
    return last[second.count]
  }
}
