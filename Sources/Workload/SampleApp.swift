/// An app of the trace: how it is built decides how the SDK treats it.
struct SampleApp {
  /// How a producer writes its settings.
  enum SettingStyle {
    /// JSON's true and false.
    case boolean
    /// The words YES and NO of a plist.
    case word
    /// The words true and false of a plist.
    case lowerWord
    /// The words 1 and 0 of a plist.
    case digit
  }

  var bundle: StaticString
  var version: StaticString
  var sdk: StaticString
  var clientID: StaticString
  var isMultiIdentity = false
  var allowsManyManaged = false
  var autoEnrolls = false
  var requiresPolicy = false
  var platform: StaticString = "ios"
  var distribution: StaticString = "appStore"
  var style = SettingStyle.boolean
  /// Whether its events carry CloudEvents' sequence.
  var counts = false
  /// Whether its producer writes the account before the time.
  var namesAccountFirst = false

  /// No restart is needed after the first policy.
  var needsNoRestart: Bool { (autoEnrolls && requiresPolicy) || platform.description == "maui" }

  static let all: [SampleApp] = [
    SampleApp(
      bundle: "example.driftwood.mail", version: "6.14.2", sdk: "21.7.1",
      clientID: "5b0d6e0c-41f7-4c1e-9a53-7f2c1d8e9b10", isMultiIdentity: true, counts: true),
    SampleApp(
      bundle: "example.driftwood.papers", version: "3.2.0", sdk: "21.7.1",
      clientID: "c2a9f3d4-8e61-47b0-b5c8-0d94e7a16f22", isMultiIdentity: true, allowsManyManaged: true,
      style: .word, namesAccountFirst: true),
    SampleApp(
      bundle: "example.driftwood.ledger", version: "11.0.1", sdk: "20.8.0",
      clientID: "9e41b7aa-3d05-4f92-8c77-62b1f0c5d433", autoEnrolls: true, requiresPolicy: true,
      distribution: "lineOfBusiness", style: .word, counts: true),
    SampleApp(
      bundle: "example.driftwood.rounds", version: "2.9.5", sdk: "21.2.0",
      clientID: "17f8c0e2-6ab4-4d3b-9e18-a5d7046b2c44", platform: "maui", distribution: "lineOfBusiness",
      style: .lowerWord),
    SampleApp(
      bundle: "example.driftwood.notes", version: "1.4.0", sdk: "21.7.1",
      clientID: "d3650f9b-c827-4ea1-a4f6-38e92b7d1055", style: .digit, namesAccountFirst: true),
    SampleApp(
      bundle: "example.driftwood.chat", version: "8.1.7", sdk: "19.7.12",
      clientID: "80ac24d7-5f13-49e6-bb02-e6c13a9f7866", isMultiIdentity: true, distribution: "debug"),
  ]

  /// The apps of shared devices.
  static let shared: [UInt8] = [3, 2, 4]
}
