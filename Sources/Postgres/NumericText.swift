/// The decimal text of a `numeric` from its binary form, digit for digit as the server prints it.
enum NumericText {
  /// Number of base-10,000 digits, weight of the first, sign, number of decimals, then the digits; all 16 bits.
  static func decode(_ bytes: UnsafeRawBufferPointer) throws(PostgresError) -> String {
    guard bytes.count >= 8 else { throw malformed }
    let digitCount = Int(bytes.bigEndian(UInt16.self))
    let weight = Int(bytes.bigEndian(Int16.self, at: 2))
    let sign = bytes.bigEndian(UInt16.self, at: 4)
    let scale = Int(bytes.bigEndian(UInt16.self, at: 6))
    switch sign {
    case 0x0000, 0x4000: break
    case 0xC000: return "NaN"
    case 0xD000: return "Infinity"
    case 0xF000: return "-Infinity"
    default: throw malformed
    }
    guard bytes.count == 8 + 2 * digitCount else { throw malformed }

    /// The group of four decimal digits with a power of 10,000, zero where it is not stored.
    func group(_ power: Int) -> String {
      let index = weight - power
      let value = (0..<digitCount).contains(index) ? bytes.bigEndian(UInt16.self, at: 8 + 2 * index) : 0
      let digits = String(value)
      return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    var text = sign == 0x4000 ? "-" : ""
    let whole = weight < 0 ? "" : stride(from: weight, through: 0, by: -1).map(group).joined()
    let significant = whole.drop { $0 == "0" }
    text += significant.isEmpty ? "0" : String(significant)
    if scale > 0 {
      let groups = (scale + 3) / 4
      let decimals = (1...groups).map { group(-$0) }.joined()
      text += "." + decimals.prefix(scale)
    }
    return text
  }

  private static var malformed: PostgresError { PostgresError(.decoding, "a numeric is malformed") }
}
