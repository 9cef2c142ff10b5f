import MAMEvents

/// The settings of an app as the configuration rules read them: words without case, an empty text as none.
struct ConfiguredSettings {
  /// How the app reaches devices; nil for a word that is not in the list.
  let distribution: Distribution?
  /// The app is one for Android, where these settings do not exist.
  let isForeign: Bool
  private let texts: [String: String]

  /// Reads the facts of an `app.configured`.
  init(_ facts: Facts) {
    distribution = facts.word(.distribution, of: Distribution.self)
    isForeign = facts.text(.platform)?.lowercased() == "android"
    var texts: [String: String] = [:]
    for pair in facts.texts(.settings) ?? [] {
      guard let equals = pair.firstIndex(of: "=") else { continue }
      texts[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
    }
    for (name, key) in Self.switches {
      if let isOn = facts.bool(key) { texts[name] = isOn ? "yes" : "no" }
    }
    self.texts = texts
  }

  /// The settings that have a fact of their own.
  private static let switches: [(String, FactKey)] = [
    ("MultiIdentity", .multiIdentity), ("MultiManagedIdentities", .multiManagedIdentities),
    ("AutoEnrollOnLaunch", .autoEnrollOnLaunch), ("MAMPolicyRequired", .policyRequired),
  ]

  /// A build that users get.
  var isRelease: Bool { distribution != .debug }

  /// A setting's value; nil where it is left out or empty.
  subscript(name: String) -> String? {
    guard let text = texts[name], !text.isEmpty else { return nil }
    return text
  }

  /// Whether a switch is on; one that is left out or says anything else is not.
  func isOn(_ name: String) -> Bool {
    switch self[name]?.lowercased() {
    case "yes", "true", "1": true
    default: false
    }
  }

  /// A colour's six hexadecimal digits in lower case; nil where the setting is left out or no colour.
  func color(_ name: String) -> String? {
    guard let text = self[name] else { return nil }
    let digits = text.utf8.first == UInt8(ascii: "#") ? text.dropFirst() : text[...]
    let isColor =
      digits.utf8.count == 6 && digits.utf8.allSatisfy { UnicodeScalar($0).properties.isASCIIHexDigit }
    return isColor ? digits.lowercased() : nil
  }
}
