import AuditStore
import Postgres
import TestSupport
import Testing

/// The views over the log itself, where no story of ``ReportFleet`` shows all that they say.
@Suite("Reporting views over the log")
struct ReportingViewTests {
  private static let lives = ["app", "previous", "current", "changed_at", "cleared_at", "returned_at"]

  @Test("a user who comes back before anything was cleared has nothing to be cleared of")
  func returned() throws {
    let found = try ReportingRows.of("v1_shared_device_handover", Self.lives, by: "changed_at") { lines in
      lines.add("sharedDevice.signedIn", 1, "01T08:00", device: 9)
      lines.add("sharedDevice.signedIn", 2, "01T09:00", device: 9)
      lines.add("sharedDevice.signedIn", 1, "01T10:00", device: 9)
      lines.add("sharedDevice.dataCleared", 2, "01T10:01", device: 9)
      // Of this one nobody has said anything since 08:00, so it clears nothing that is waited for.
      lines.add("sharedDevice.dataCleared", 1, "01T10:02", device: 9)
    }
    #expect(
      found == [
        "com.contoso.docs | #1 | #2 | 09:00 | ∅ | 10:00", "com.contoso.docs | #2 | #1 | 10:00 | 10:01 | ∅",
      ])
  }

  @Test("whom an event names as the user before counts where the app knew of none, and once")
  func named() throws {
    let pair = #""current":"\#(ReportFleet.account(2))","previous":"\#(ReportFleet.account(1))""#
    let found = try ReportingRows.of("v1_shared_device_handover", Self.lives, by: "changed_at") { lines in
      lines.add("sharedDevice.accountQueried", nil, "01T08:00", pair, device: 9)
      lines.add("sharedDevice.accountQueried", nil, "01T09:00", pair, device: 9)
      lines.add("sharedDevice.dataCleared", 1, "01T09:30", device: 9)
      lines.add("sharedDevice.accountQueried", nil, "01T10:00", pair, device: 9)
      lines.add(
        "sharedDevice.accountQueried", nil, "01T11:00", #""previous":"\#(ReportFleet.account(1))""#, device: 9
      )
    }
    #expect(
      found == [
        "com.contoso.docs | #1 | #2 | 08:00 | 09:30 | ∅", "com.contoso.docs | #2 | ∅ | 11:00 | ∅ | ∅",
      ])
  }

  @Test("a sign-out that failed hands nothing over; one of another app tells when the clearing was due")
  func signOut() throws {
    let columns = ["app", "previous", "changed_at", "signed_out_at", "lag_s", "sign_out_lag_s"]
    let found = try ReportingRows.of("v1_shared_device_handover", columns, by: "changed_at") { lines in
      lines.add("sharedDevice.signedIn", 1, "01T08:00", device: 9)
      lines.add(
        "sharedDevice.accountQueried", nil, "01T08:05", #""current":"\#(ReportFleet.account(1))""#, device: 9,
        app: "mail")
      lines.add(
        "sharedDevice.signedOut", 1, "01T08:30", #""success":false,"signoutFromBrowser":true"#, device: 9)
      lines.add(
        "sharedDevice.signedOut", 1, "01T09:00", #""success":true,"signoutFromBrowser":true"#, device: 9)
      // The other app learns of it later, and clears later still.
      lines.add("sharedDevice.accountQueried", nil, "01T09:10", device: 9, app: "mail")
      lines.add("sharedDevice.dataCleared", 1, "01T09:15", device: 9, app: "mail")
      // The same account on another device is another story.
      lines.add(
        "sharedDevice.signedOut", 1, "01T09:12", #""success":true,"signoutFromBrowser":true"#, device: 8)
    }
    #expect(
      found == [
        "com.contoso.docs | #1 | 09:00 | 09:00 | ∅ | ∅", "com.contoso.mail | #1 | 09:10 | 09:00 | 300 | 900",
      ])
  }

  @Test("an event that names a UPN alone belongs to whom the links say, also before the first of them")
  func links() throws {
    let upn = "upn:ADA@contoso.example"
    let policy = #""source":"mam","policyId":"P","settings":{}"#
    let policies = try ReportingRows.of(
      "v1_policy_change", ["account", "effective_at", "policy_id"], by: "effective_at"
    ) { lines in
      lines.add("policy.changed", subject: upn, "01T08:00", policy, device: 9)
      lines.add("account.signedIn", 1, "01T09:00", #""identity":"ada@contoso.example""#, device: 9)
      lines.add("policy.changed", subject: upn, "01T10:00", policy, device: 9)
      lines.add("account.signedIn", 2, "01T11:00", #""identity":"Ada@contoso.example""#, device: 9)
      lines.add("policy.changed", subject: upn, "01T12:00", policy, device: 9)
      lines.add("policy.changed", subject: "upn:BOB@contoso.example", "01T13:00", policy, device: 9)
    }
    #expect(
      policies == [
        "#1 | 08:00 | P", "#1 | 10:00 | P", "#2 | 12:00 | P", "upn:bob@contoso.example | 13:00 | P",
      ])
    let handovers = try ReportingRows.of("v1_shared_device_handover", Self.lives, by: "changed_at") { lines in
      lines.add("sharedDevice.signedIn", 1, "01T08:00", device: 9)
      lines.add("account.signedIn", 1, "01T08:01", #""identity":"ada@contoso.example""#, device: 9)
      lines.add(
        "sharedDevice.accountQueried", nil, "01T09:00",
        #""current":"\#(ReportFleet.account(2).uppercased()).\#(ReportFleet.tenant)""#, device: 9)
      lines.add("sharedDevice.dataCleared", subject: upn, "01T09:05", "", device: 9)
    }
    #expect(handovers == ["com.contoso.docs | #1 | #2 | 09:00 | 09:05 | ∅"])
  }

  @Test("the place of a decision has its name, whether sent by number or by name")
  func locations() throws {
    func location(_ enumeration: String, _ value: String) -> String {
      #""direction":"send","peerApp":"p","peerManaged":true,"decision":"allowed","#
        + #""location":{"enum":"\#(enumeration)","value":\#(value)}"#
    }
    let columns = ["direction", "peer_managed", "location_enumeration", "location"]
    let found = try ReportingRows.of("v1_transfer_decision", columns, by: "position") { lines in
      lines.add("transfer.decided", 1, "01T08:00", location("IntuneMAMSaveLocation", "64"))
      lines.add("transfer.decided", 1, "01T08:01", location("IntuneMAMOpenLocation", #""1""#))
      lines.add("transfer.decided", 1, "01T08:02", location("IntuneMAMSaveLocation", #""LocalDrive""#))
      lines.add("transfer.decided", 1, "01T08:03", location("IntuneMAMSaveLocation", "4096"))
    }
    #expect(
      found == [
        "send | true | IntuneMAMSaveLocation | CameraRoll",
        "send | true | IntuneMAMOpenLocation | OneDriveForBusiness",
        "send | true | IntuneMAMSaveLocation | LocalDrive", "send | true | IntuneMAMSaveLocation | 4096",
      ])
  }
}
