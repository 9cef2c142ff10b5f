import Compliance
import MAMEvents
import Testing

/// What an event changed, field by field.
@Suite struct StateChangeTests {
  /// What the last of the steps changed.
  static func last(of steps: [Step]) -> [FieldChange] {
    AccountState.changes(from: fold(Array(steps.dropLast())).state, to: fold(steps).state)
  }

  static func here(_ field: StateField, _ from: FieldValue, _ to: FieldValue) -> FieldChange {
    FieldChange(installation: mailOnPhone, field: field, from: from, to: to)
  }

  @Test("an event that changes nothing has no changes, though it counts")
  func nothing() {
    #expect(Self.last(of: [.signedIn]) == [])
    #expect(Self.last(of: [.registered, .registered]) == [])
    #expect(Self.last(of: [.registered, Step(.tokenGranted)]) == [])
  }

  @Test("fields of table 1 come in its order, then those of the account")
  func order() {
    #expect(
      Self.last(of: [.registered, .enrollment(101)]) == [
        Self.here(.enrollment, .text("registered"), .text("enrolled")),
        Self.here(.enrollmentCode, .null, .int(101)),
        Self.here(.policy, .text("none"), .text("active")),
        Self.here(.managed, .bool(false), .bool(true)),
        Self.here(.dataPresent, .null, .bool(true)),
        Self.here(.lastCheckInAt, .null, .timestamp(minute(1))),
        FieldChange(installation: nil, field: .status, from: .text("registered"), to: .text("managed")),
      ])
    #expect(
      Self.last(of: [.registered, .enrollment(205)]) == [
        Self.here(.enrollment, .text("registered"), .text("failed")),
        Self.here(.enrollmentCode, .null, .int(205)),
        Self.here(
          .nextRetryAt, .null, .timestamp(Timestamp(microseconds: minute(1).microseconds + 86_400_000_000))),
        FieldChange(
          installation: nil, field: .status, from: .text("registered"), to: .text("enrollmentFailed")),
      ])
  }

  @Test("a new installation changes from the start values")
  func newInstallation() {
    #expect(
      Self.last(of: [.registered.saying(.bool(.carriesIdentity, true))]) == [
        Self.here(.registered, .bool(false), .bool(true)),
        Self.here(.enrollment, .text("unknown"), .text("registered")),
        FieldChange(installation: nil, field: .identity, from: .null, to: .int(0)),
        FieldChange(installation: nil, field: .status, from: .text("unknown"), to: .text("registered")),
      ])
  }

  @Test("a wide wipe request changes every installation it moves")
  func wide() {
    let changes = Self.last(of: [.signedIn.on(docsOnPad), .signedIn, .wipe.with(app: nil, device: nil)])
    #expect(changes.map(\.installation) == [mailOnPhone, docsOnPad, nil])
    #expect(changes.map(\.field) == [.wipe, .wipe, .status])
  }

  @Test("events of the installation change the account too")
  func context() {
    #expect(Self.last(of: [.enrollment(100), .launched]).map(\.field) == [.policy, .dataPresent, .status])
    #expect(Self.last(of: [.signedIn, .shown(alice)]) == [Self.here(.dataPresent, .null, .bool(true))])
    #expect(Self.last(of: [.enrollment(100), .configured(platform: "maui")]) == [])
  }

  @Test("every field has its own value")
  func values() {
    let state = fold([.registered, .enrollment(101), .remediated(1), .wipe, .blocked(0)]).state
    let values = state.installations[mailOnPhone].map { here in
      StateField.ofInstallation.map { here.state.value(of: $0) }
    }
    #expect(
      values == [
        .bool(true), .text("enrolled"), .int(101), .text("active"), .text("notCompliant"), .text("requested"),
        .bool(true), .bool(true), .bool(true), .timestamp(minute(1)), .null,
      ])
    #expect(Set(StateField.ofInstallation).union([.identity, .status]) == Set(StateField.allCases))
  }
}
