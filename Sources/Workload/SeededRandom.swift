/// Random numbers that are the same on every machine: xoshiro256**, seeded by SplitMix64.
///
/// Integers alone, so that no rounding and no mathematics library has a say in what a seed means.
struct SeededRandom {
  private var a: UInt64
  private var b: UInt64
  private var c: UInt64
  private var d: UInt64

  init(seed: UInt64) {
    var state = seed
    a = SeededRandom.split(&state)
    b = SeededRandom.split(&state)
    c = SeededRandom.split(&state)
    d = SeededRandom.split(&state)
  }

  /// The next 64 bits.
  mutating func next() -> UInt64 {
    let result = SeededRandom.rotate(b &* 5, 7) &* 9
    let shifted = b << 17
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = SeededRandom.rotate(d, 45)
    return result
  }

  /// A number from 0 up to `limit`, which is not reached; `limit` is greater than 0.
  mutating func below(_ limit: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(limit)).high)
  }

  /// A number between the bounds, both among them.
  mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// True in `percent` of a hundred cases.
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// True in `millionths` of a million cases.
  mutating func chance(millionths: Int) -> Bool { below(1_000_000) < millionths }

  /// One of the elements; there must be one.
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// One of the values, each as often as its weight says; there must be one.
  mutating func pick<Value>(weighted choices: [(value: Value, weight: Int)]) -> Value {
    var rest = below(choices.reduce(0) { $0 + $1.weight })
    for choice in choices {
      rest -= choice.weight
      if rest < 0 { return choice.value }
    }
    return choices[choices.count - 1].value
  }

  private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
    (value << count) | (value >> (64 - count))
  }

  private static func split(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
