/// The file in the making: lines in their order, some held back, some written twice.
struct LineOutput {
  /// A line that waits until a number of lines are written.
  private struct Held: Comparable {
    var due: Int
    var order: Int
    var bytes: [UInt8]

    static func < (left: Held, right: Held) -> Bool { (left.due, left.order) < (right.due, right.order) }
  }

  /// Bytes of whole lines that nobody took yet.
  private(set) var bytes: [UInt8] = []
  /// The lines written, and those held back.
  var count: Int { written + held.count }

  private var random: SeededRandom
  private let limit: Int
  private let late: Int
  private let repeats: Int
  private let longestWait: Int
  private var written = 0
  private var held = MinHeap<Held>()
  private var order = 0

  /// The shares are given of all lines; they are drawn for each line that is no repeat.
  init(_ options: WorkloadOptions, random: SeededRandom) {
    self.random = random
    limit = options.events
    let shareOfFirst = (100 - options.repeatPercent) / 1_000_000
    late = Int((options.latePercent / shareOfFirst).rounded())
    repeats = Int((options.repeatPercent / shareOfFirst).rounded())
    longestWait = max(8, min(4000, options.events / 4))
  }

  /// The number of lines still to come, repeats of them left out.
  var remainingEvents: Int {
    let rest = limit - count
    return max(1, Int(Int64(rest) * 1_000_000 / Int64(1_000_000 + repeats)))
  }

  var isFull: Bool { count >= limit }

  /// Takes a line: now or later, once or twice.
  mutating func add(_ line: [UInt8]) {
    let room = limit - count - 1
    if room >= 8 && random.chance(millionths: late) {
      hold(line, atLeast: 5)
      return
    }
    write(line)
    if room >= 1 && random.chance(millionths: repeats) { hold(line, atLeast: 1) }
    while let next = held.first, next.due <= written, let due = held.removeFirst() { write(due.bytes) }
  }

  /// Writes what is still held back.
  mutating func finish() {
    while let next = held.removeFirst() { write(next.bytes) }
  }

  mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  private mutating func write(_ line: [UInt8]) {
    bytes.append(contentsOf: line)
    written += 1
  }

  private mutating func hold(_ line: [UInt8], atLeast shortest: Int) {
    // Most wait a little, some long: the product of two draws.
    let wait = shortest + random.below(random.within(1...longestWait))
    order += 1
    held.insert(Held(due: written + wait, order: order, bytes: line))
  }
}
