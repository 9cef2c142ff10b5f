extension Timestamp {
  /// Reads an RFC 3339 date-time from its bytes, without allocating.
  ///
  /// - Any offset from -23:59 to +23:59, `-00:00` too; `t` and `z` in lower case too. The space that RFC 3339 lets
  ///   applications put for the `T` is refused: its grammar (section 5.6) does not have it, and a producer that
  ///   writes it often leaves out the offset as well.
  /// - Any count of fractional digits; those beyond microseconds are cut, never rounded, so that no event moves
  ///   forward in time.
  /// - Second 60 is the following second.
  /// - An instant after the year 9999 in UTC (`9999-12-31T23:59:59-01:00`) is kept; one before the year 0001 is
  ///   refused, as the year 0000 is.
  ///
  /// - Throws: ``TimestampError``.
  public init(rfc3339 bytes: UnsafeRawBufferPointer) throws(TimestampError) {
    guard bytes.count >= 19,
      let year = Timestamp.number(bytes, 0, 4), bytes[4] == UInt8(ascii: "-"),
      let month = Timestamp.number(bytes, 5, 2), bytes[7] == UInt8(ascii: "-"),
      let day = Timestamp.number(bytes, 8, 2), bytes[10] | 0x20 == UInt8(ascii: "t"),
      let hour = Timestamp.number(bytes, 11, 2), bytes[13] == UInt8(ascii: ":"),
      let minute = Timestamp.number(bytes, 14, 2), bytes[16] == UInt8(ascii: ":"),
      let second = Timestamp.number(bytes, 17, 2)
    else { throw .notATime }

    var at = 19
    var fraction = 0
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      let first = at
      var unit = 100_000
      while at < bytes.count, bytes[at] &- UInt8(ascii: "0") < 10 {
        fraction += Int(bytes[at] - UInt8(ascii: "0")) * unit
        unit /= 10
        at += 1
      }
      guard at > first else { throw .notATime }
    }
    let offset = try Timestamp.offsetMinutes(bytes, at)

    guard year >= 1, 1...12 ~= month, 1...CivilDate.days(inMonth: month, of: year) ~= day, hour < 24,
      minute < 60, second <= 60
    else { throw .outOfRange }
    let days = CivilDate(year: year, month: month, day: day).daysSince1970
    let seconds = ((days * 24 + hour) * 60 + minute - offset) * 60 + second
    self.init(microseconds: Int64(seconds * 1_000_000 + fraction))
    guard self >= Timestamp.first else { throw .outOfRange }
  }

  /// Reads an RFC 3339 date-time.
  ///
  /// - Throws: ``TimestampError``.
  public init(rfc3339 text: some StringProtocol) throws(TimestampError) {
    let bytes = [UInt8](text.utf8)
    var failure = TimestampError.notATime
    let instant = bytes.withUnsafeBytes { buffer -> Timestamp? in
      do throws(TimestampError) {
        return try Timestamp(rfc3339: buffer)
      } catch {
        failure = error
        return nil
      }
    }
    guard let instant else { throw failure }
    self = instant
  }

  /// 0001-01-01T00:00:00Z: no event lies before it.
  static let first = Timestamp(
    microseconds: Int64(CivilDate(year: 1, month: 1, day: 1).daysSince1970) * 86_400_000_000)

  /// The instant as `2026-03-15T08:30:00.250000Z`: UTC, six fractional digits.
  ///
  /// Years beyond 9999 take more digits.
  public var rfc3339: String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 48) { buffer in
      let count = write(to: buffer)
      return String(decoding: UnsafeBufferPointer(rebasing: buffer[..<count]), as: UTF8.self)
    }
  }

  /// Adds the text of ``rfc3339`` to a buffer.
  public func append(to output: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 48) { buffer in
      let count = write(to: buffer)
      output.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<count]))
    }
  }

  private func write(to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    let total = Int(microseconds)
    let days = CivilDate.floorDivide(total, 86_400_000_000)
    // The product may lie below the smallest number; the difference never does.
    var rest = total &- days &* 86_400_000_000
    let date = CivilDate(daysSince1970: days)
    let microsecond = rest % 1_000_000
    rest /= 1_000_000

    var count = 0
    func put(_ byte: Unicode.Scalar) {
      buffer[count] = UInt8(ascii: byte)
      count += 1
    }
    func put(_ value: Int, digits: Int) {
      var value = value
      for place in stride(from: digits - 1, through: 0, by: -1) {
        buffer[count + place] = UInt8(ascii: "0") + UInt8(value % 10)
        value /= 10
      }
      count += digits
    }
    if date.year < 0 { put("-") }
    let year = abs(date.year)
    put(year, digits: year > 99_999 ? 6 : year > 9999 ? 5 : 4)
    put("-")
    put(date.month, digits: 2)
    put("-")
    put(date.day, digits: 2)
    put("T")
    put(rest / 3600, digits: 2)
    put(":")
    put(rest / 60 % 60, digits: 2)
    put(":")
    put(rest % 60, digits: 2)
    put(".")
    put(microsecond, digits: 6)
    put("Z")
    return count
  }

  /// The offset that begins at `start`, in minutes east, with nothing after it.
  private static func offsetMinutes(
    _ bytes: UnsafeRawBufferPointer, _ start: Int
  ) throws(TimestampError) -> Int {
    guard start < bytes.count else { throw .noOffset }
    if bytes[start] | 0x20 == UInt8(ascii: "z"), bytes.count == start + 1 { return 0 }
    let sign = bytes[start]
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), bytes.count == start + 6,
      let hours = number(bytes, start + 1, 2), bytes[start + 3] == UInt8(ascii: ":"),
      let minutes = number(bytes, start + 4, 2)
    else { throw .notATime }
    guard hours < 24, minutes < 60 else { throw .outOfRange }
    let offset = hours * 60 + minutes
    return sign == UInt8(ascii: "-") ? -offset : offset
  }

  @inline(__always)
  private static func number(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ count: Int) -> Int? {
    var value = 0
    for index in start..<start + count {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }
}

extension Timestamp: CustomStringConvertible {
  /// The text of ``rfc3339``.
  public var description: String { rfc3339 }
}
