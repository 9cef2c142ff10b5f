import Compliance
import MAMEvents
import Projections
import Rendering

/// An account's state for a person at a terminal.
enum StateTable {
  /// The account as a list of fields, and its installations as a table.
  static func write(_ answer: AccountAnswer, header: AnswerHeader, output: Output) throws {
    var fields = FieldList(output.writerOptions)
    let account = answer.account
    fields.add("Account", .text(account.account), .strong)
    fields.add("Identity", Cell(account.identity))
    fields.add("Status", .text(account.status.rawValue), tone(of: account.status))
    fields.add("Events", .integer(account.events))
    fields.add("First event", Cell(account.firstEventAt))
    fields.add("Last event", Cell(account.lastEventAt))
    fields.add("As of", .timestamp(header.asOf.microseconds))
    fields.add("Known", .text("\(Quantity.grouped(header.knownSize)) events of tenant \(header.tenant.text)"))
    try output.write(fields.text)
    if answer.installations.isEmpty {
      try output.write("No installation.\n")
      return
    }
    try output.write("\n")
    var writer = OutputFormat.table.writer(output.writerOptions) { try output.write($0) }
    try writer.begin(columns)
    for row in answer.installations { try writer.row(cells(of: row)) }
    try writer.end(.complete)
    output.tellBlocks(of: writer)
  }

  static let columns: [Column] = [
    Column("app"), Column("device"), Column("enrollment"), Column("enrollmentCode", .integer, title: "code"),
    Column("policy"), Column("policyId", title: "policy id"),
    Column("compliance", tones: ["compliant": .good, "notCompliant": .bad]),
    Column("wipe", tones: ["completed": .good, "failed": .bad]), Column("registered", .boolean),
    Column("blocked", .boolean), Column("dataPresent", .boolean, title: "data"),
    Column("lastCheckInAt", .timestamp), Column("nextRetryAt", .timestamp),
  ]

  /// The columns of whom the state is, for rows that stand alone.
  static let accountColumns: [Column] = [Column("account"), Column("identity"), Column("status")]

  /// A row for each installation with whom it is about; one without an installation where the account is on none.
  static func rows(of answer: AccountAnswer) -> [[Cell]] {
    let account: [Cell] = [
      .text(answer.account.account), Cell(answer.account.identity), .text(answer.account.status.rawValue),
    ]
    if answer.installations.isEmpty { return [account + columns.map { _ in .null }] }
    return answer.installations.map { account + cells(of: $0) }
  }

  static func cells(of row: AccountInstallationRow) -> [Cell] {
    let state = row.state
    return [
      .text(row.app), .text(row.device), .text(state.enrollment.rawValue),
      Cell(state.enrollmentCode.map(Int64.init)), .text(state.policy.rawValue), Cell(row.policyID),
      .text(state.compliance.rawValue), .text(state.wipe.rawValue), .boolean(state.registered),
      .boolean(state.blocked),
      Cell(state.dataPresent),
      Cell(state.lastCheckInAt), Cell(state.nextRetryAt),
    ]
  }

  static func tone(of status: AccountStatus) -> Style.Tone? {
    switch status {
    case .wipePending, .nonCompliant, .enrollmentFailed: .bad
    case .managed, .enrolled: .good
    default: nil
    }
  }
}
