import MAMEvents

/// Bytes of a line in the making.
struct LineBuffer {
  var bytes: [UInt8] = []

  mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  mutating func add(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func add(_ other: [UInt8]) { bytes.append(contentsOf: other) }

  /// Adds a number in decimal.
  mutating func add(_ number: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    add(digits: number.magnitude, count: 1)
  }

  /// Adds a number with leading zeros up to `count` digits.
  mutating func add(digits number: UInt, count: Int) {
    let first = bytes.count
    var rest = number
    while rest > 0 || bytes.count - first < count {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    }
    bytes[first...].reverse()
  }

  /// Adds a GUID in lower or upper case.
  mutating func add(_ guid: GUID, upperCase: Bool = false) {
    let letters: UInt8 = UInt8(ascii: upperCase ? "A" : "a") - 10
    for nibble in 0..<32 {
      if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 { bytes.append(UInt8(ascii: "-")) }
      let half = nibble < 16 ? guid.high : guid.low
      let value = UInt8(truncatingIfNeeded: half >> UInt64(60 - (nibble % 16) * 4)) & 15
      bytes.append(value < 10 ? UInt8(ascii: "0") + value : letters + value)
    }
  }

  /// Adds 64 bits as hexadecimal digits.
  mutating func add(hexadecimal value: UInt64) {
    for shift in stride(from: 60, through: 0, by: -4) {
      let nibble = UInt8(truncatingIfNeeded: value >> UInt64(shift)) & 15
      bytes.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") - 10 + nibble)
    }
  }

  mutating func add(_ value: Bool) { add(value ? "true" as StaticString : "false") }
}
