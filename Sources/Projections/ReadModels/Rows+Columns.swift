import Compliance
import MAMEvents

/// The rows of a log's tables, as far as they were folded.
struct RowSet: Sendable {
  var accounts: [AccountRow] = []
  var accountInstallations: [AccountInstallationRow] = []
  var accountDays: [AccountDayRow] = []
  var wipes: [WipeRow] = []
  var installations: [InstallationRow] = []
  var devices: [DeviceRow] = []
  var accountFindings: [FindingRow] = []
  var deviceFindings: [FindingRow] = []
  var logFindings: [LogFindingRow] = []
  var logSources: [LogSourceRow] = []

  /// The findings of all rules.
  var findings: [FindingRow] { accountFindings + deviceFindings + logFindings.map(\.finding) }

  /// The rows of one table, as values in the order of its columns, such as the database can hold.
  func rows(of model: ReadModel) -> [[ColumnValue]] {
    folded(model).map { row in row.contains(where: \.holdsNUL) ? row.map(\.storable) : row }
  }

  /// The same as they were folded.
  private func folded(_ model: ReadModel) -> [[ColumnValue]] {
    switch model {
    case .account: accounts.map(\.columns)
    case .accountInstallation: accountInstallations.map(\.columns)
    case .accountDay: accountDays.map(\.columns)
    case .wipe: wipes.map(\.columns)
    case .installation: installations.map(\.columns)
    case .device: devices.map(\.columns)
    case .accountFinding: accountFindings.map(\.columns)
    case .deviceFinding: deviceFindings.map(\.columns)
    case .logFinding: logFindings.map(\.columns)
    case .logSource: logSources.map(\.columns)
    }
  }
}

extension ColumnValue {
  /// What JSON writes for NUL.
  private static let escapedNUL = Array("\\u0000".utf8)

  /// Whether the value may hold a NUL, which no text of PostgreSQL can.
  fileprivate var holdsNUL: Bool {
    switch self {
    case .text(let text): text.utf8.contains(0)
    case .json(let text): text.utf8.contains(0) || text.contains("\\u0000")
    default: false
    }
  }

  /// The value with U+FFFD in place of each NUL.
  fileprivate var storable: ColumnValue {
    switch self {
    case .text(let text): .text(text.replacing("\0", with: "\u{FFFD}"))
    case .json(let text): .json(Self.withoutNUL(json: text))
    default: self
    }
  }

  private static func withoutNUL(json: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(json.utf8)[...]
    while let byte = rest.first {
      if rest.starts(with: escapedNUL) {
        bytes += Array("\u{FFFD}".utf8)
        rest = rest.dropFirst(escapedNUL.count)
      } else {
        // What follows a backslash belongs to it, another backslash too.
        let count = byte == UInt8(ascii: "\\") ? 2 : 1
        bytes += rest.prefix(count)
        rest = rest.dropFirst(count)
      }
    }
    return String(decoding: bytes, as: UTF8.self).replacing("\0", with: "\u{FFFD}")
  }

  init(_ value: String?) { self = value.map(ColumnValue.text) ?? .null }
  init(_ value: Bool?) { self = value.map(ColumnValue.bool) ?? .null }
  init(_ value: Int64?) { self = value.map(ColumnValue.int64) ?? .null }
  init(_ value: Int32?) { self = value.map(ColumnValue.int32) ?? .null }
  init(_ value: Timestamp?) { self = value.map(ColumnValue.timestamp) ?? .null }

  /// A JSON array of texts.
  static func list(_ texts: [String]) -> ColumnValue {
    .json("[" + texts.map(jsonText).joined(separator: ", ") + "]")
  }

  /// A JSON object of arrays of texts, its members in the order in which PostgreSQL's jsonb prints them: shorter
  /// names first, then by bytes.
  static func lists(_ lists: [String: [String]]) -> ColumnValue {
    let members = lists.sorted {
      ($0.key.utf8.count, Array($0.key.utf8)) < ($1.key.utf8.count, $1.key)
    }
    return .json(
      "{"
        + members.map { "\(jsonText($0.key)): [\($0.value.map(jsonText).joined(separator: ", "))]" }
        .joined(separator: ", ") + "}")
  }

  fileprivate static func jsonText(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\u{8}": json += "\\b"
      case "\t": json += "\\t"
      case "\n": json += "\\n"
      case "\u{C}": json += "\\f"
      case "\r": json += "\\r"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}

private func < (left: (Int, [UInt8]), right: (Int, String)) -> Bool {
  left.0 != right.0 ? left.0 < right.0 : left.1.lexicographicallyPrecedes(Array(right.1.utf8))
}

extension AccountRow {
  var columns: [ColumnValue] {
    [
      .int32(id.rawValue), .text(account), ColumnValue(identity), .text(status.rawValue),
      .int64(installations),
      .int64(events), ColumnValue(firstEventAt), ColumnValue(lastEventAt),
    ]
  }
}

extension AccountInstallationRow {
  var columns: [ColumnValue] {
    [
      .int32(account.rawValue), .int32(installation.app), .int32(installation.device),
      .bool(state.registered),
      .text(state.enrollment.rawValue), ColumnValue(state.enrollmentCode.map(Int64.init)),
      .text(state.policy.rawValue), .text(state.compliance.rawValue), .text(state.wipe.rawValue),
      .bool(state.managed), .bool(state.blocked), ColumnValue(state.dataPresent),
      ColumnValue(state.lastCheckInAt), ColumnValue(state.nextRetryAt), .int64(events),
      ColumnValue(lastEventAt),
    ]
  }
}

extension WipeRow {
  var columns: [ColumnValue] {
    [
      .int32(accountID.rawValue), .int32(ordinal), ColumnValue(appID), ColumnValue(deviceID),
      ColumnValue(origin),
      ColumnValue(reasonCode), ColumnValue(why), ColumnValue(requestID), .text(state),
      ColumnValue(requestedAt),
      ColumnValue(requestedPosition), ColumnValue(receivedAt), ColumnValue(handledAt), ColumnValue(wiped),
      ColumnValue(completedAt), ColumnValue(failedAt),
    ]
  }
}

extension InstallationRow {
  var columns: [ColumnValue] {
    [
      .int32(id.app), .int32(id.device), ColumnValue(uiIdentity), ColumnValue(processIdentity),
      ColumnValue(threadIdentity), ColumnValue(phase), ColumnValue(multiIdentity),
      ColumnValue(multiManagedIdentities), ColumnValue(autoEnrollOnLaunch), ColumnValue(policyRequired),
      ColumnValue(platform), ColumnValue(sharedUser), .list(cleanupPending),
    ]
  }
}

extension DeviceRow {
  var columns: [ColumnValue] {
    [
      .int32(id), .text(mode), ColumnValue(sharedUser), .list(apps), .lists(cleanupPending),
      .list(flaggedReasons),
    ]
  }
}

extension AccountDayRow {
  var columns: [ColumnValue] {
    [.int32(account.rawValue), .day(day), ColumnValue(status?.rawValue), ColumnValue(previous?.rawValue)]
  }
}

extension FindingRow {
  var columns: [ColumnValue] {
    [
      .int32(owner), .text(id), .text(rule.rawValue), .text(severity.rawValue), ColumnValue(account),
      ColumnValue(appID), ColumnValue(deviceID), .timestamp(openedAt), .int64(openedBy), ColumnValue(dueAt),
      ColumnValue(closedAt), ColumnValue(closedBy), ColumnValue(ended?.rawValue), .text(reason),
      .json(parameters), ColumnValue(appVersion), ColumnValue(sdkVersion),
    ]
  }
}
