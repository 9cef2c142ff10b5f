import Compliance
import MAMEvents
import Projections
import Rendering

/// What `diff` writes: a line for each field that differs.
struct DiffDocument {
  var tenant: GUID
  var sides: PeriodOptions.Sides
  /// The fields that are wanted; all where it is empty.
  var fields: Set<AccountDifference.Field>
  var output: Output

  /// Writes how one account differs, and says whether it does.
  func write(_ difference: AccountDifference) throws -> Bool {
    let difference = wanted(difference)
    switch output.format {
    case .json, .jsonl:
      try output.objects { object in
        for change in difference.changes { try object { write(change, of: difference, to: &$0) } }
      }
    case .table:
      try output.write(summary(of: difference))
      if difference.changes.isEmpty {
        try output.write("\nNo difference.\n")
      } else {
        try output.write("\n")
        var writer = OutputFormat.table.writer(output.writerOptions) { try output.write($0) }
        try writer.begin(Self.columns)
        for change in difference.changes { try writer.row(cells(of: change)) }
        try writer.end(.complete)
      }
    case .csv, .markdown, .html:
      try output.rows(Self.columns, title: "Differences of \(difference.account)") { row in
        for change in difference.changes { try row(cells(of: change)) }
        return .complete
      }
    }
    return !difference.changes.isEmpty
  }

  /// Writes how the accounts differ, one after the other, and says whether any does.
  func write(_ comparison: AccountComparison) throws -> Bool {
    var count = Count()
    switch output.format {
    case .json, .jsonl:
      try output.objects { object in
        count.compared = try comparison.forEachDifference { difference in
          let difference = wanted(difference)
          count.add(difference)
          for change in difference.changes { try object { write(change, of: difference, to: &$0) } }
        }
      }
    case .table, .csv, .markdown, .html:
      try output.rows([Column("account"), Column("identity")] + Self.columns, title: "Differences") { row in
        count.compared = try comparison.forEachDifference { difference in
          let difference = wanted(difference)
          count.add(difference)
          let account = [Cell.text(difference.account), Cell(identity(of: difference))]
          for change in difference.changes { try row(account + cells(of: change)) }
        }
        return .complete
      }
    }
    output.note(count.text)
    return count.different > 0
  }

  private struct Count {
    var compared = 0
    var different = 0
    var appeared = 0

    mutating func add(_ difference: AccountDifference) {
      if difference.changes.isEmpty { return }
      different += 1
      if difference.before == nil { appeared += 1 }
    }

    var text: String {
      "\(Quantity.grouped(different)) of \(Quantity.grouped(compared)) accounts differ, "
        + "\(Quantity.grouped(appeared)) of them new"
    }
  }

  // MARK: -

  private func wanted(_ difference: AccountDifference) -> AccountDifference {
    if fields.isEmpty { return difference }
    var difference = difference
    difference.changes.removeAll { !fields.contains($0.field) }
    return difference
  }

  private func write(
    _ change: AccountDifference.Change, of difference: AccountDifference, to json: inout JSONWriter
  ) {
    json.object { json in
      json.key("kind")
      json.string("state")
      json.key("tenant")
      json.string(tenant.text)
      json.key("account")
      json.string(difference.account)
      json.key("identity")
      json.string(identity(of: difference))
      json.key("app")
      json.string(change.app)
      json.key("device")
      json.string(change.device)
      json.key("field")
      json.string(change.field.name)
      json.key("from")
      StateDocument.value(change.from, to: &json)
      json.key("to")
      StateDocument.value(change.to, to: &json)
      json.key("position")
      json.integer(change.cause?.position)
      json.key("effectiveAt")
      json.timestamp(change.cause?.effectiveAt.microseconds)
      json.key("type")
      json.string(change.cause?.typeName)
      json.key("newEvents")
      json.integer(difference.newEvents)
    }
  }

  private static let columns: [Column] = [
    Column("app"), Column("device"), Column("field"), Column("from"), Column("to"),
    Column("time", .timestamp),
    Column("position", .integer), Column("event"),
  ]

  private func cells(of change: AccountDifference.Change) -> [Cell] {
    [
      Cell(change.app), Cell(change.device), .text(change.field.name), change.from.cell, change.to.cell,
      Cell(change.cause?.effectiveAt), Cell(change.cause?.position), Cell(change.cause?.typeName),
    ]
  }

  /// The name that the account has on the later side, else on the earlier.
  private func identity(of difference: AccountDifference) -> String? {
    difference.after?.identity ?? difference.before?.identity
  }

  private func summary(of difference: AccountDifference) -> String {
    var fields = FieldList(output.writerOptions)
    fields.add("Account", .text(difference.account), .strong)
    fields.add("Identity", Cell(identity(of: difference)))
    let was = difference.before?.status ?? .unknown
    let now = difference.after?.status ?? .unknown
    let status = was == now ? now.rawValue : "\(was.rawValue) → \(now.rawValue)"
    fields.add("Status", .text(status), StateTable.tone(of: now))
    fields.add("From", .timestamp(sides.from.asOf.microseconds))
    fields.add("To", .timestamp(sides.to.asOf.microseconds))
    if sides.from.scope.size == sides.to.scope.size {
      fields.add("Known", .text("\(Quantity.grouped(sides.to.scope.size)) events of the log"))
    } else {
      let known = [sides.from, sides.to].map { Quantity.grouped($0.scope.size) }.joined(separator: " → ")
      fields.add("Known", .text("\(known) events of the log"))
    }
    fields.add("New events", .integer(difference.newEvents))
    return fields.text
  }
}
