/// Amounts as people read them.
public enum Quantity {
  /// A length of time in its two greatest units: `3 d 4 h`, `12 min 5 s`, `0.4 s`.
  ///
  /// - Parameter seconds: Rounded down to whole seconds from one second on; negative lengths get a leading `-`.
  public static func duration(seconds: Double) -> String {
    guard seconds.isFinite else { return "forever" }
    if seconds < 0 { return "-" + duration(seconds: -seconds) }
    if seconds < 1 {
      let tenths = Int((seconds * 10).rounded(.down))
      return tenths == 0 ? "0 s" : "0.\(tenths) s"
    }
    let units: [(name: String, size: Int)] = [("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)]
    var rest = seconds >= Double(Int.max) ? Int.max : Int(seconds)
    var parts = [String]()
    for unit in units {
      let count = rest / unit.size
      rest %= unit.size
      if count > 0 { parts.append("\(grouped(count)) \(unit.name)") }
      // The unit after the first is the last, even where there is none of it.
      if !parts.isEmpty, count == 0 || parts.count == 2 { break }
    }
    return parts.joined(separator: " ")
  }

  /// How long ago an instant was, or how far off it is: `3 d 4 h ago`, `in 5 min`, `now`.
  public static func age(of microseconds: Int64, at now: Int64) -> String {
    let seconds = (Double(now) - Double(microseconds)) / 1_000_000
    if abs(seconds) < 1 { return "now" }
    return seconds > 0 ? duration(seconds: seconds) + " ago" : "in " + duration(seconds: -seconds)
  }

  /// A number of bytes in binary units: `512 B`, `1.5 KiB`, `20 MiB`.
  public static func bytes(_ count: Int) -> String {
    guard abs(count) >= 1024 else { return "\(count) B" }
    var value = Double(count)
    var unit = ""
    // 1023.95 would be shown as 1024.0.
    for name in ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"] {
      unit = name
      value /= 1024
      if abs(value) < 1023.95 { break }
    }
    if abs(value) >= 9.95 { return "\(Int(value.rounded())) \(unit)" }
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) \(unit)" : "\(tenths / 10).\(abs(tenths % 10)) \(unit)"
  }

  /// A whole number with commas between its thousands: `1,234,567`.
  public static func grouped(_ number: some BinaryInteger) -> String {
    let digits = Array(String(number.magnitude))
    var result = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result += "," }
      result.append(digit)
    }
    return result
  }
}
