import AuditStore
import Interchange
import MAMEvents
import Projections

extension LoggedEvent {
  /// A row of a log as the export reads it.
  init(_ row: ExportedRow, of log: Log) {
    self.init(
      tenant: log.tenant, position: row.position, type: row.type, account: row.account, code: row.code,
      occurredAt: row.occurredAt, recordedAt: row.recordedAt)
  }
}

extension JudgedFinding {
  /// A stored finding of a log as it stands at an instant.
  init(_ row: FindingRow, of log: Log) {
    var ending: (how: End, at: Timestamp, by: Int64?)?
    if let closedAt = row.closedAt {
      let how: End =
        switch row.ended {
        case .acknowledged: .acknowledged
        case .superseded: .superseded
        case .resolved, nil: .resolved
        }
      ending = (how, closedAt, row.closedBy)
    }
    self.init(
      tenant: log.tenant, id: row.id, rule: row.rule, severity: row.severity, account: row.account,
      app: row.app,
      device: row.device, openedAt: row.openedAt, openedBy: row.openedBy, dueAt: row.dueAt, ending: ending,
      reason: row.reason, parameters: row.parameters)
  }
}
