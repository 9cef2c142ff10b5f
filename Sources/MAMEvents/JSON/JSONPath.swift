/// A path to a member as messages show it: `data.accounts[2]`.
///
/// A name with anything but letters, digits and a few signs stands in quotes, as it came but for control and
/// non-ASCII characters, so that no name can steer a terminal. A long path is cut.
struct JSONPath {
  private(set) var text = ""
  private static let limit = 512

  mutating func append(index: Int) {
    add("[\(index)]")
  }

  /// Adds the name of a member, given as it stands between its quotes.
  mutating func append(rawName: Span<UInt8>) {
    var name = ""
    var isPlain = rawName.count > 0
    for index in 0..<min(rawName.count, JSONPath.limit) {
      let byte = rawName[index]
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "@"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      case 0x20..<0x7F:
        isPlain = false
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        isPlain = false
        name += "?"
      }
    }
    add((text.isEmpty ? "" : ".") + (isPlain ? name : "\"\(name)\""))
  }

  private mutating func add(_ part: String) {
    if text.utf8.count + part.utf8.count <= JSONPath.limit {
      text += part
    } else if !text.hasSuffix("…") {
      text += "…"
    }
  }
}
