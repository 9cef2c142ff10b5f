/// Reading lengths of time as files write them: `24h`, `10m`, `30s` or `7d`.
extension ParameterValue {
  private static let units: [(letter: Character, seconds: Int64)] = [
    ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1),
  ]

  /// Reads a length of time: a whole number with the letter of its unit; nil for anything else.
  init?(length text: String) {
    guard let letter = text.last, let unit = Self.units.first(where: { $0.letter == letter }) else {
      return nil
    }
    let digits = text.dropLast().utf8
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    guard let number = Int64(text.dropLast()) else {
      // Only a number that is out of any range has digits alone and is none.
      self = .seconds(.max)
      return
    }
    let (seconds, overflow) = number.multipliedReportingOverflow(by: unit.seconds)
    self = .seconds(overflow ? .max : seconds)
  }
}
