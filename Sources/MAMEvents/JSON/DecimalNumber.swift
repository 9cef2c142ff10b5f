/// A JSON number as the exact decimal that it is: a sign, digits without zeros at either end, and an exponent of ten.
///
/// Works on the token's text alone, so that no count of digits and no size of exponent is too much.
struct DecimalNumber {
  private let token: UnsafeRawBufferPointer
  private let isNegative: Bool
  /// The digits of the coefficient: a range of the token, which may have the point in it.
  ///
  /// Empty for zero.
  private let digits: Range<Int>
  /// What to add to the exponent that is written: what the point and the zeros at the end come to.
  private let shift: Int
  /// Where the written exponent's own digits are, without zeros before them; empty for none or zero.
  private let exponentDigits: Range<Int>
  private let exponentIsNegative: Bool

  private static let point = UInt8(ascii: ".")
  private static let zero = UInt8(ascii: "0")

  /// Reads a token that has been found to be a JSON number.
  ///
  /// Holds as long as the token's bytes do.
  init(token: UnsafeRawBufferPointer) {
    self.token = token
    isNegative = token.first == UInt8(ascii: "-")
    let mark = token.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? token.count
    let pointIndex = token[..<mark].firstIndex(of: DecimalNumber.point) ?? mark

    let significant = token[(isNegative ? 1 : 0)..<mark]
    func isDigit(_ byte: UInt8) -> Bool { byte != DecimalNumber.zero && byte != DecimalNumber.point }
    if let first = significant.firstIndex(where: isDigit), let last = significant.lastIndex(where: isDigit) {
      digits = first..<last + 1
      shift = last < pointIndex ? pointIndex - last - 1 : pointIndex - last
    } else {
      digits = 0..<0
      shift = 0
    }

    var exponent = min(mark + 1, token.count)
    exponentIsNegative = exponent < token.count && token[exponent] == UInt8(ascii: "-")
    while exponent < token.count, token[exponent] < UInt8(ascii: "1") { exponent += 1 }
    exponentDigits = exponent..<token.count
  }

  /// The value, where it is an integer of 64 bits.
  var integer: Int64? {
    if digits.isEmpty { return 0 }
    guard let exponent = smallExponent, exponent >= 0, exponent < 19 else { return nil }
    var value: Int64 = 0
    func add(_ digit: Int64) -> Bool {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (difference, underflow) = product.subtractingReportingOverflow(digit)
      value = difference
      return !overflow && !underflow
    }
    // Counted downward, since the smallest number has no positive counterpart.
    for byte in token[digits] where byte != DecimalNumber.point {
      guard add(Int64(byte - DecimalNumber.zero)) else { return nil }
    }
    for _ in 0..<exponent where !add(0) { return nil }
    if isNegative { return value }
    return value == .min ? nil : -value
  }

  /// The exponent, where it is written in so few digits that it can be counted with.
  private var smallExponent: Int? {
    guard exponentDigits.count <= 18 else { return nil }
    var exponent = 0
    for byte in token[exponentDigits] { exponent = exponent * 10 + Int(byte - DecimalNumber.zero) }
    return (exponentIsNegative ? -exponent : exponent) + shift
  }

  /// Adds the canonical spelling: digits without zeros at either end, and `e` and the exponent where it is not 0.
  func appendCanonical(to output: inout [UInt8]) {
    if digits.isEmpty {
      output.append(DecimalNumber.zero)
      return
    }
    if isNegative { output.append(UInt8(ascii: "-")) }
    for byte in token[digits] where byte != DecimalNumber.point { output.append(byte) }
    if let exponent = smallExponent {
      if exponent == 0 { return }
      output.append(UInt8(ascii: "e"))
      output.append(contentsOf: String(exponent).utf8)
    } else {
      output.append(UInt8(ascii: "e"))
      if exponentIsNegative { output.append(UInt8(ascii: "-")) }
      output.append(contentsOf: largeExponentMagnitude())
    }
  }

  /// The digits of an exponent of 19 digits or more with the shift added, by schoolbook arithmetic.
  ///
  /// The shift is below the length of a document, so it neither changes the sign nor runs out of digits.
  private func largeExponentMagnitude() -> [UInt8] {
    var result = [UInt8](token[exponentDigits])
    var carry = exponentIsNegative ? -shift : shift
    var index = result.count
    while carry != 0, index > 0 {
      index -= 1
      let sum = Int(result[index] - DecimalNumber.zero) + carry
      let digit = ((sum % 10) + 10) % 10
      result[index] = DecimalNumber.zero + UInt8(digit)
      carry = (sum - digit) / 10
    }
    if carry > 0 { result.insert(contentsOf: String(carry).utf8, at: 0) }
    return [UInt8](result.drop { $0 == DecimalNumber.zero })
  }
}
