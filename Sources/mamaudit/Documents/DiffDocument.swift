import Compliance
import MAMEvents
import Projections
import Rendering

/// What `diff` writes: a line for each field that differs, then one for each finding that stands otherwise.
struct DiffDocument {
  var tenant: GUID
  var sides: PeriodOptions.Sides
  /// The account that is compared, as the person has named it; nil for all.
  var account: String?
  /// When the last event that the later side knows was recorded.
  var lastRecordedAt: Timestamp?
  /// What is wanted; all where it is empty.
  var fields: Set<DiffField>
  var output: Output

  /// Writes how one account differs, and says whether it does.
  func write(_ difference: AccountDifference, _ findings: [FindingDifference]) throws -> Bool {
    if output.format == .table { try output.write(summary(of: difference)) }
    let differs = try write(ofOneAccount: true) { states, finding in
      try states(difference)
      try findings.forEach(finding)
    }
    if output.format == .table, !differs { try output.write("\nNo difference.\n") }
    return differs
  }

  /// Writes how the accounts differ, one after the other, and says whether any does.
  func write(_ comparison: AccountComparison, _ findings: FindingComparison) throws -> Bool {
    var count = Count()
    let differs = try write(ofOneAccount: false) { states, finding in
      if wantsStates {
        count.compared = try comparison.forEachDifference { difference in
          count.add(wanted(difference))
          try states(difference)
        }
      }
      if wantsFindings {
        try findings.forEachDifference { difference in
          count.add(difference)
          try finding(difference)
        }
      }
    }
    output.note(count.text(wantsStates, wantsFindings))
    return differs
  }

  /// Writes what `body` hands over, in the format asked for; says whether that was anything.
  ///
  /// - Parameters:
  ///   - isOfOneAccount: whether a table need not name the account in each row.
  ///   - body: calls its first argument with accounts, then its second with findings.
  private func write(
    ofOneAccount isOfOneAccount: Bool,
    _ body: (
      _ states: (AccountDifference) throws -> Void, _ finding: (FindingDifference) throws -> Void
    ) throws -> Void
  ) throws -> Bool {
    var differs = false
    switch output.format {
    case .json, .jsonl:
      try output.objects(about: about) { object in
        try body { difference in
          for change in wanted(difference).changes {
            differs = true
            try object { write(change, of: difference, to: &$0) }
          }
        } _: { finding in
          guard wantsFindings else { return }
          differs = true
          try object { write(finding, to: &$0) }
        }
        return .complete
      }
    case .table:
      let named = isOfOneAccount ? 2 : 0
      var states = Table(Array(Self.stateColumns.dropFirst(named)), output)
      var findings = Table(Self.findingColumns, output)
      try body { difference in
        for change in wanted(difference).changes {
          try states.row(
            Array(cells(of: change, in: difference).dropFirst(named)), isApart: isOfOneAccount)
        }
      } _: { finding in
        guard wantsFindings else { return }
        try states.end()
        try findings.row(cells(of: finding), isApart: isOfOneAccount || states.hasRows)
      }
      try states.end()
      try findings.end()
      differs = states.hasRows || findings.hasRows
    case .csv, .markdown, .html:
      try output.rows(Self.columns, about: about) { row in
        try body { difference in
          for change in wanted(difference).changes {
            differs = true
            try row([.text("state")] + cells(of: change, in: difference) + [.null, .null, .null])
          }
        } _: { finding in
          guard wantsFindings else { return }
          differs = true
          try row(bothCells(of: finding))
        }
        return .complete
      }
    }
    return differs
  }

  private struct Count {
    var compared = 0
    var different = 0
    var appeared = 0
    var opened = 0
    var ended = 0

    mutating func add(_ difference: AccountDifference) {
      if difference.changes.isEmpty { return }
      different += 1
      if difference.before == nil { appeared += 1 }
    }

    mutating func add(_ difference: FindingDifference) {
      if difference.to == .open { opened += 1 } else { ended += 1 }
    }

    func text(_ hasStates: Bool, _ hasFindings: Bool) -> String {
      let states =
        "\(Quantity.grouped(different)) of \(Quantity.grouped(compared)) accounts differ, "
        + "\(Quantity.grouped(appeared)) of them new"
      let findings = "\(Quantity.grouped(opened)) findings opened, \(Quantity.grouped(ended)) ended"
      return ((hasStates ? [states] : []) + (hasFindings ? [findings] : [])).joined(separator: "; ")
    }
  }

  /// A table that begins with its first row.
  private struct Table {
    private var writer: any RowWriter
    private let columns: [Column]
    private let output: Output
    private(set) var hasRows = false
    private var hasEnded = false

    init(_ columns: [Column], _ output: Output) {
      (self.columns, self.output) = (columns, output)
      writer = OutputFormat.table.writer(output.writerOptions) { try output.write($0) }
    }

    /// - Parameter isApart: whether something stands above the table.
    mutating func row(_ cells: [Cell], isApart: Bool) throws {
      if !hasRows {
        if isApart { try output.write("\n") }
        try writer.begin(columns)
      }
      hasRows = true
      try writer.row(cells)
    }

    mutating func end() throws {
      if hasRows, !hasEnded { try writer.end(.complete) }
      hasEnded = true
    }
  }

  /// What the document says of itself.
  private var about: About {
    let sizes = [sides.from, sides.to].map { Cell.integer($0.scope.size) }
    return About(
      "Differences", caption: "A row for each field that differs, then one for each finding",
      tenant: tenant.text,
      parameters: [
        About.Parameter("account", Cell(account)), About.Parameter("from", Cell(sides.from.instant)),
        About.Parameter("to", Cell(sides.to.instant)), About.Parameter("knownFrom", sizes[0]),
        About.Parameter("knownTo", sizes[1]),
      ].given,
      through: [
        About.Through(
          tenant: tenant.text, position: sides.to.scope.size, recordedAt: lastRecordedAt?.microseconds)
      ])
  }

  // MARK: - What is wanted

  private var wantsStates: Bool { fields != [.finding] }

  private var wantsFindings: Bool { fields.isEmpty || fields.contains(.finding) }

  private func wanted(_ difference: AccountDifference) -> AccountDifference {
    if fields.isEmpty { return difference }
    var difference = difference
    difference.changes.removeAll { !fields.contains(.state($0.field)) }
    return difference
  }

  // MARK: - JSON

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

  private func write(_ difference: FindingDifference, to json: inout JSONWriter) {
    let finding = difference.finding
    json.object { json in
      json.key("kind")
      json.string("finding")
      json.key("tenant")
      json.string(tenant.text)
      FindingLine.writeHead(finding, to: &json)
      json.key("from")
      json.string(difference.from?.rawValue)
      json.key("to")
      json.string(difference.to?.rawValue)
      json.key("position")
      json.integer(difference.position)
      json.key("at")
      json.timestamp(difference.at?.microseconds)
      json.key("reason")
      json.string(finding.reason)
    }
  }

  // MARK: - Rows

  private static let stateColumns: [Column] = [
    Column("account"), Column("identity"), Column("app"), Column("device"), Column("field"), Column("from"),
    Column("to"), Column("effectiveAt", .timestamp, title: "time"), Column("position", .integer),
    Column("type", title: "event"),
  ]

  private static let findingColumns: [Column] = [
    Column("rule"), Column("severity", tones: ["violation": .bad]), Column("account"), Column("app"),
    Column("device"), Column("from"), Column("to", tones: ["open": .bad, "resolved": .good]),
    Column("at", .timestamp, title: "time"), Column("position", .integer), Column("finding"), Column("title"),
  ]

  /// Both kinds in one; of a finding `field` is the rule.
  private static let columns =
    [Column("kind")] + stateColumns + [Column("severity"), Column("finding"), Column("title")]

  private func cells(of change: AccountDifference.Change, in difference: AccountDifference) -> [Cell] {
    [
      .text(difference.account), Cell(identity(of: difference)), Cell(change.app), Cell(change.device),
      .text(change.field.name), change.from.cell, change.to.cell, Cell(change.cause?.effectiveAt),
      Cell(change.cause?.position), Cell(change.cause?.typeName),
    ]
  }

  private func cells(of difference: FindingDifference) -> [Cell] {
    let finding = difference.finding
    return [
      .text(finding.rule.rawValue), .text(finding.severity.rawValue), Cell(finding.account),
      Cell(finding.app), Cell(finding.device), Cell(difference.from?.rawValue), Cell(difference.to?.rawValue),
      Cell(difference.at), Cell(difference.position), .text(finding.id),
      .text(RuleCatalogue[finding.rule].title),
    ]
  }

  private func bothCells(of difference: FindingDifference) -> [Cell] {
    let finding = difference.finding
    return [
      .text("finding"), Cell(finding.account), .null, Cell(finding.app), Cell(finding.device),
      .text(finding.rule.rawValue), Cell(difference.from?.rawValue), Cell(difference.to?.rawValue),
      Cell(difference.at), Cell(difference.position), .null, .text(finding.severity.rawValue),
      .text(finding.id), .text(RuleCatalogue[finding.rule].title),
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
    fields.add("From", .timestamp(sides.from.instant.microseconds))
    fields.add("To", .timestamp(sides.to.instant.microseconds))
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
