/// The rule by which user principal names compare.
public enum UPN {
  /// The name in lower case: every scalar by Unicode's default mapping, without locale, context or normalisation.
  ///
  /// `İ` becomes `i` and a dot above (two scalars), every `Σ` becomes `σ`, and a decomposed letter stays decomposed.
  /// This is the one place in which a UPN is lower-cased; stores compare what it gives, by bytes.
  public static func lowercased(_ bytes: UnsafeRawBufferPointer) -> String {
    if bytes.allSatisfy({ $0 < 0x80 }) {
      return String(unsafeUninitializedCapacity: bytes.count) { text in
        for (index, byte) in bytes.enumerated() {
          text[index] = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
        }
        return bytes.count
      }
    }
    return lowercased(String(decoding: bytes, as: UTF8.self))
  }

  /// The name in lower case by the same rule.
  public static func lowercased(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars { text += scalar.properties.lowercaseMapping }
    return text
  }
}
