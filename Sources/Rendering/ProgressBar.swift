/// How far a piece of work has come, as one line of text.
public struct ProgressBar: Sendable, Hashable {
  /// What is done, before the bar: `ingest`.
  public var label: String
  /// What is counted, in the plural: `events`.
  public var unit: String
  /// How many are done.
  public var done: Int
  /// How many there are, if that is known.
  public var total: Int?
  /// Seconds since the start.
  public var seconds: Double
  /// How many were done a second of late; the mean since the start if nil.
  public var rate: Double?

  /// Makes a bar.
  public init(
    _ label: String, unit: String, done: Int, total: Int? = nil, seconds: Double, rate: Double? = nil
  ) {
    self.label = label
    self.unit = unit
    self.done = done
    self.total = total
    self.seconds = seconds
    self.rate = rate
  }

  /// The line, at most `width` columns: with the total known a bar, the share and the time left; else the count.
  ///
  /// What does not fit is left out from the least important on: the bar, the time left, the rate.
  public func line(width: Int) -> String {
    let perSecond = rate ?? (seconds > 0 ? Double(done) / seconds : 0)
    let rateText = perSecond > 0 ? "\(Quantity.grouped(Int(min(perSecond, 1e15)))) \(unit)/s" : nil
    guard let total, total > 0 else {
      let parts = [label, "\(Quantity.grouped(done)) \(unit)", rateText, Quantity.duration(seconds: seconds)]
      return fitted(parts.compactMap { $0 }, width)
    }
    let share = min(1, max(0, Double(done) / Double(total)))
    let percent = "\(Int(share * 100)) %"
    let left =
      perSecond > 0 ? "\(Quantity.duration(seconds: Double(max(0, total - done)) / perSecond)) left" : nil
    let counts = "\(Quantity.grouped(done)) of \(Quantity.grouped(total))"
    let text = fitted([percent, counts, rateText, left].compactMap { $0 }, width - label.count - 2)
    let room = width - label.count - text.count - 6
    guard room >= 10 else { return fitted([label, text], width) }
    let length = min(room, 30)
    let filled = Int(share * Double(length))
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: length - filled)
    return "\(label)  [\(bar)]  \(text)"
  }

  /// As many of the parts, from the first, as fit; always the first.
  private func fitted(_ parts: [String], _ width: Int) -> String {
    parts.dropFirst().reduce(parts[0]) { line, part in
      line.count + 2 + part.count <= width ? line + "  " + part : line
    }
  }
}
