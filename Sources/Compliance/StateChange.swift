import MAMEvents

/// A field of an account's state, by its name on the wire and in reports.
public enum StateField: String, CaseIterable, Sendable {
  // Of an account on an installation (table 1)
  case registered
  case enrollment
  case enrollmentCode
  case policy
  case compliance
  case wipe
  case managed
  case blocked
  case dataPresent
  case lastCheckInAt
  case nextRetryAt
  // Of the account
  case identity
  case status

  /// The fields of table 1, in its order.
  public static let ofInstallation: [StateField] = [
    .registered, .enrollment, .enrollmentCode, .policy, .compliance, .wipe, .managed, .blocked, .dataPresent,
    .lastCheckInAt, .nextRetryAt,
  ]
}

/// The value of a field.
public enum FieldValue: Hashable, Sendable {
  /// Absent.
  case null
  /// True or false.
  case bool(Bool)
  /// A number: a status code, or the position of the event that carries an identity.
  case int(Int64)
  /// A word.
  case text(String)
  /// An instant.
  case timestamp(Timestamp)
}

/// One field that differs between two states of an account.
public struct FieldChange: Hashable, Sendable {
  /// The installation; nil for a field of the account.
  public var installation: InstallationID?
  /// The field.
  public var field: StateField
  /// The value before; of an installation that was not there, the start value of table 1.
  public var from: FieldValue
  /// The value after.
  public var to: FieldValue

  /// Names a difference.
  public init(installation: InstallationID?, field: StateField, from: FieldValue, to: FieldValue) {
    self.installation = installation
    self.field = field
    self.from = from
    self.to = to
  }
}

extension InstallationAccountState {
  /// The value of a field of table 1; null for a field of the account.
  public func value(of field: StateField) -> FieldValue {
    switch field {
    case .registered: .bool(registered)
    case .enrollment: .text(enrollment.rawValue)
    case .enrollmentCode: enrollmentCode.map { .int(Int64($0)) } ?? .null
    case .policy: .text(policy.rawValue)
    case .compliance: .text(compliance.rawValue)
    case .wipe: .text(wipe.rawValue)
    case .managed: .bool(managed)
    case .blocked: .bool(blocked)
    case .dataPresent: dataPresent.map { .bool($0) } ?? .null
    case .lastCheckInAt: lastCheckInAt.map { .timestamp($0) } ?? .null
    case .nextRetryAt: nextRetryAt.map { .timestamp($0) } ?? .null
    case .identity, .status: .null
    }
  }
}

extension AccountState {
  /// The fields that differ between two states.
  ///
  /// Those of the installations come first (by number of app and device), then the account's `identity` and
  /// `status`. Counters and last times are no fields.
  ///
  /// `identity` is given as the position of the event that carries it; ``Swift/Array/disclosed(by:)`` puts the
  /// texts in its place.
  public static func changes(from before: AccountState, to after: AccountState) -> [FieldChange] {
    var changes: [FieldChange] = []
    let installations = Set(before.installations.keys).union(after.installations.keys)
      .sorted { ($0.app, $0.device) < ($1.app, $1.device) }
    for installation in installations {
      let old = before.installations[installation]?.state ?? InstallationAccountState()
      let new = after.installations[installation]?.state ?? InstallationAccountState()
      if old == new { continue }
      for field in StateField.ofInstallation {
        changes.append(installation, field, from: old.value(of: field), to: new.value(of: field))
      }
    }
    changes.append(nil, .identity, from: before.identityValue, to: after.identityValue)
    changes.append(nil, .status, from: .text(before.status.rawValue), to: .text(after.status.rawValue))
    return changes
  }

  private var identityValue: FieldValue { identityPosition.map { .int($0) } ?? .null }
}

extension [FieldChange] {
  /// The changes with an identity as it is disclosed in place of the position of the event that carries it; one from
  /// a text to the same text is left out.
  ///
  /// - Parameter identities: the disclosed UPNs, by position; those that were erased are missing.
  public func disclosed(by identities: [Int64: String]) -> [FieldChange] {
    func value(_ value: FieldValue) -> FieldValue {
      guard case .int(let position) = value else { return value }
      return identities[position].map(FieldValue.text) ?? .null
    }
    return compactMap { change in
      guard change.field == .identity else { return change }
      var change = change
      (change.from, change.to) = (value(change.from), value(change.to))
      return change.from == change.to ? nil : change
    }
  }

  fileprivate mutating func append(
    _ installation: InstallationID?, _ field: StateField, from: FieldValue, to: FieldValue
  ) {
    guard from != to else { return }
    append(FieldChange(installation: installation, field: field, from: from, to: to))
  }
}
