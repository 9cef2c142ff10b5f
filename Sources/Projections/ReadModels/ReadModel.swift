import Compliance
import MAMEvents
import Postgres

/// A value of a read model's column.
enum ColumnValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case int32(Int32)
  case int64(Int64)
  case text(String)
  case timestamp(Timestamp)
  /// Days since 1970-01-01.
  case day(Int32)
  /// JSON text in the form in which it was made here.
  case json(String)

  /// The value as people read it in a report of differences.
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .int32(let value): String(value)
    case .int64(let value): String(value)
    case .text(let value), .json(let value): value
    case .timestamp(let value): value.rfc3339
    case .day(let value): String(Timestamp.end(ofDay: value).rfc3339.prefix { $0 != "T" })
    }
  }
}

/// A table of schema `projection`: its key columns (after `log_id`) come first.
enum ReadModel: String, CaseIterable, Sendable {
  case account
  case accountInstallation = "account_installation"
  case accountDay = "account_day"
  case wipe
  case installation
  case device
  case accountFinding = "account_finding"
  case deviceFinding = "device_finding"
  case logFinding = "log_finding"
  case logSource = "log_source"

  /// The type of a column, by which its binary form is read.
  enum ColumnType: Sendable {
    case bool, int32, int64, text, timestamp, day, json
  }

  /// The projection (a checkpoint of its own) that keeps the table up.
  var projection: Projection {
    switch self {
    case .account, .accountInstallation, .accountDay, .wipe, .accountFinding: .accounts
    case .installation, .device, .deviceFinding: .devices
    case .logFinding, .logSource: .log
    }
  }

  /// How many columns, after `log_id`, are the key.
  var keyCount: Int {
    switch self {
    case .account, .device, .logSource: 1
    case .accountDay, .wipe, .installation, .accountFinding, .deviceFinding, .logFinding: 2
    case .accountInstallation: 3
    }
  }

  /// The column of the key by which rows are replaced: that of the account, of the device or of the source.
  var ownerColumn: String {
    switch self {
    case .account, .accountInstallation, .accountDay, .wipe: "account_id"
    case .installation, .device: "device_id"
    case .accountFinding, .deviceFinding, .logFinding: "owner_id"
    case .logSource: "source"
    }
  }

  /// The columns after `log_id`, in the order of the rows' values.
  var columns: [(name: String, type: ColumnType)] {
    switch self {
    case .account:
      [
        ("account_id", .int32), ("account", .text), ("identity", .text), ("status", .text),
        ("installations", .int64), ("events", .int64), ("first_event_at", .timestamp),
        ("last_event_at", .timestamp),
      ]
    case .accountInstallation:
      [
        ("account_id", .int32), ("app_id", .int32), ("device_id", .int32), ("registered", .bool),
        ("enrollment", .text), ("enrollment_code", .int64), ("policy", .text), ("compliance", .text),
        ("wipe", .text), ("managed", .bool), ("blocked", .bool), ("data_present", .bool),
        ("last_check_in_at", .timestamp), ("next_retry_at", .timestamp), ("events", .int64),
        ("last_event_at", .timestamp),
      ]
    case .accountDay:
      [("account_id", .int32), ("day", .day), ("status", .text), ("previous", .text)]
    case .wipe:
      [
        ("account_id", .int32), ("ordinal", .int32), ("app_id", .int32), ("device_id", .int32),
        ("origin", .text), ("reason_code", .int64), ("why", .text), ("request_id", .text), ("state", .text),
        ("requested_at", .timestamp), ("requested_position", .int64), ("received_at", .timestamp),
        ("handled_at", .timestamp), ("wiped", .bool), ("completed_at", .timestamp), ("failed_at", .timestamp),
      ]
    case .installation:
      [
        ("app_id", .int32), ("device_id", .int32), ("ui_identity", .text), ("process_identity", .text),
        ("thread_identity", .text), ("phase", .text), ("multi_identity", .bool),
        ("multi_managed_identities", .bool), ("auto_enroll_on_launch", .bool), ("policy_required", .bool),
        ("platform", .text), ("shared_user", .text), ("cleanup_pending", .json),
      ]
    case .device:
      [
        ("device_id", .int32), ("mode", .text), ("shared_user", .text), ("apps", .json),
        ("cleanup_pending", .json), ("flagged_reasons", .json),
      ]
    case .accountFinding, .deviceFinding:
      [("owner_id", .int32), ("finding", .text)] + Self.findingColumns
    case .logFinding:
      [("owner_id", .int32), ("finding", .text), ("part", .int64)] + Self.findingColumns
    case .logSource:
      [
        ("source", .int64), ("first_number", .int64), ("last_number", .int64), ("gaps", .json),
        ("last_at", .timestamp), ("last_position", .int64), ("events", .int64),
      ]
    }
  }

  /// The columns of a finding after its id.
  private static let findingColumns: [(name: String, type: ColumnType)] = [
    ("rule", .text), ("severity", .text), ("account", .text), ("app_id", .int32), ("device_id", .int32),
    ("opened_at", .timestamp), ("opened_by", .int64), ("due_at", .timestamp), ("closed_at", .timestamp),
    ("closed_by", .int64), ("ended", .text), ("reason", .text), ("parameters", .json), ("app_version", .text),
    ("sdk_version", .text),
  ]
}

/// A read model with a checkpoint of its own.
public enum Projection: String, CaseIterable, Sendable {
  /// Accounts, their installations and their wipes.
  case accounts
  /// Devices and the installations on them.
  case devices
  /// The log itself.
  case log
  /// What each day saw.
  case rollups

  var models: [ReadModel] { ReadModel.allCases.filter { $0.projection == self } }
}
