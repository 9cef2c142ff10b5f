import MAMEvents
import Testing

@Suite("Decoding upstream records")
struct DecoderUpstreamTests {
  static let signIn = """
    {"id":"66ea54eb","createdDateTime":"2020-03-13T19:15:41.6195833Z","userDisplayName":"Test Contoso",
     "userPrincipalName":"testaccount1@contoso.com","userId":"26be570a-ae82-4189-b4e2-a37c6808512d",
     "ipAddress":"131.107.159.37","status":{"errorCode":53003,"failureReason":null},
     "deviceDetail":{"deviceId":"","displayName":"Alice's phone","browser":"Edge 80.0.361"},
     "location":{"city":"Redmond","geoCoordinates":{"altitude":null,"latitude":47.68,"longitude":-122.12}},
     "extra":{"deep":["somebody@contoso.com","2001:db8::1","plain"]},
     "appliedConditionalAccessPolicies":[{"displayName":"P","enforcedGrantControls":["Mfa","RequireCompliantApp"],
     "result":"failure"}]}
    """

  @Test("names, UPNs, addresses, device names and coordinates leave the record")
  func signIn() throws {
    let event = try decoded(Samples.event("entra.signIn.recorded", data: Self.signIn))
    #expect(
      event.disclosures.map(\.path) == [
        "data.userDisplayName", "data.userPrincipalName", "data.ipAddress", "data.deviceDetail.displayName",
        "data.location.geoCoordinates.latitude", "data.location.geoCoordinates.longitude",
        "data.extra.deep[0]", "data.extra.deep[1]",
      ])
    let record = String(decoding: event.record, as: UTF8.self)
    for secret in ["Test Contoso", "contoso.com", "131.107", "Alice", "47.68", "2001:db8"] {
      #expect(!record.contains(secret), "\(secret)")
    }
    #expect(
      record.contains("\"plain\"") && record.contains("Redmond") && record.contains("\"displayName\":\"P\""))
    #expect(event.columns.facts.integer(.entraErrorCode) == 53003)
    #expect(event.columns.facts.bool(.appProtectionDenial) == true)
  }

  @Test("what is about an administrator is not about the account")
  func audit() throws {
    let event = try decoded(
      Samples.event(
        "intune.audit.recorded",
        data: """
          {"activityType":"wipe ManagedAppRegistration","activity":null,
           "actor":{"userPrincipalName":"root@contoso.com","auditActorType":"ItPro"},
           "resources":[{"displayName":"Alice","auditResourceType":"ManagedApp"}]}
          """))
    #expect(
      event.disclosures.map(\.path) == ["data.actor.userPrincipalName", "data.resources[0].displayName"])
    #expect(event.disclosures.map(\.account) == [nil, event.columns.account])
    #expect(event.columns.facts.texts(.activities) == ["wipe ManagedAppRegistration", "ManagedApp"])
  }

  @Test("a registration gives its flagged reasons and last check-in")
  func registration() throws {
    let event = try decoded(
      Samples.event(
        "intune.registration.observed",
        data: #"{"flaggedReasons":["rootedDevice"],"lastSyncDateTime":"2017-01-01T00:02:49.3205976-08:00"}"#))
    #expect(event.columns.facts.texts(.flaggedReasons) == ["rootedDevice"])
    #expect(event.columns.facts.integer(.lastSyncAt) == 1_483_257_769_320_597)
    #expect(event.columns.app == ExactText("com.contoso.docs"))
  }

  @Test("a run of an importer keeps its window")
  func importRun() throws {
    let event = try decoded(
      Samples.event(
        "mam.import.completed",
        data:
          #"{"source":"graph-audit","window":{"from":"2026-01-01T00:00:00Z","to":"2026-01-02T00:00:00Z"}}"#))
    #expect(event.columns.facts.text(.importSource) == "graph-audit")
    let from = try #require(event.columns.facts.integer(.windowFrom))
    let to = try #require(event.columns.facts.integer(.windowTo))
    #expect(to - from == 86_400_000_000)
    #expect(event.columns.app == nil)
  }
}
