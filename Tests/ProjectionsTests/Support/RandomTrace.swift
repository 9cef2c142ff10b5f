/// A seeded generator of random numbers: SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// Random wire lines that make little sense, but move everything: no two count at the same instant.
enum RandomTrace {
  private static let subjects = [
    Line.ada, Line.bob, "C0000000-0000-4000-8000-00000000000C", "upn:Ada@contoso.example",
    "upn:carol@contoso.example",
    "upn:dan@contoso.example",
  ]
  private static let identities = [
    "ada@contoso.example", "ADA@contoso.example", "carol@contoso.example", "bob@x.example",
  ]
  private static let references = [Line.ada, Line.bob, "upn:ada@contoso.example", "upn:dan@contoso.example"]

  static func lines(_ count: Int, seed: UInt64, minutesApart: Int = 1) -> [String] {
    var random = SeededGenerator(state: seed)
    var minutes = Array(0..<count * 3)
    minutes.shuffle(using: &random)
    return minutes.prefix(count).map { line(minute: $0 * minutesApart, random: &random) }
  }

  private static func line(minute: Int, random: inout SeededGenerator) -> String {
    func pick<Element>(_ list: [Element]) -> Element { list[Int(random.next() % UInt64(list.count))] }
    let code = pick([100, 101, 102, 103, 104, 200, 208, 209, 213, 215, 225, 999])
    let reference = pick(references)
    let (type, data, isAttributed) = pick([
      ("account.signedIn", #"{"identity":"\#(pick(identities))"}"#, true),
      (
        "account.registered", #"{"method":"\#(pick(["registerAndEnroll", "loginAndEnroll", "other"]))"}"#,
        true
      ),
      ("enrollment.completed", #"{"statusCode":\#(code),"identity":"\#(pick(identities))"}"#, true),
      ("policy.completed", #"{"statusCode":"\#(code)"}"#, true),
      ("unenrollment.requested", #"{"withWipe":\#(pick([true, false]))}"#, true),
      ("unenrollment.completed", #"{"statusCode":\#(code)}"#, true),
      ("token.denied", #"{"error":"x","entraErrorCode":\#(pick([53005, 50000]))}"#, true),
      ("remediation.completed", #"{"status":\#(pick([0, 1, 4, 9]))}"#, true),
      ("wipe.requested", #"{"origin":"admin"}"#, true),
      ("wipe.handled", #"{"wiped":\#(pick([true, false]))}"#, true),
      ("wipe.completed", "{}", true), ("data.accessed", "{}", true),
      (
        "identity.switched",
        #"{"scope":"\#(pick(["ui", "process", "thread"]))","initiator":"app","result":\#(pick([0, 1]))}"#,
        true
      ),
      ("sharedDevice.signedIn", "{}", true), ("sharedDevice.dataCleared", "{}", true),
      ("sharedDevice.signedOut", #"{"success":true,"signoutFromBrowser":false}"#, true),
      ("sharedDevice.accountChanged", #"{"current":"\#(reference)","via":"query"}"#, false),
      ("sharedDevice.accountQueried", "{}", false),
      ("device.modeDetected", #"{"mode":\#(pick([0, 1]))}"#, false),
      ("app.lifecycle", #"{"phase":"\#(pick(["launched", "suspended"]))"}"#, false),
      (
        "app.configured",
        #"{"settings":{"AutoEnrollOnLaunch":true,"MAMPolicyRequired":\#(pick([true, false]))},"clientCapabilities":[],"platform":"\#(pick(["ios", "maui"]))","distribution":"debug"}"#,
        false
      ),
      ("view.shown", #"{"accounts":["\#(reference)"],"policyApplied":true}"#, false),
    ])
    let isWide = type == "wipe.requested" && random.next() % 2 == 0
    return Line.event(
      type, minute: minute, subject: isAttributed ? pick(subjects) : nil,
      app: isWide ? nil : pick(["com.contoso.mail", "com.contoso.docs"]),
      device: pick(["D-1", "D-2", "D-3"]), data: data)
  }
}
