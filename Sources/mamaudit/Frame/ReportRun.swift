import Arguments
import AuditStore
import MAMEvents
import Postgres
import Projections
import QueryCatalog
import Rendering

/// One run of a report: all of it, or a page.
struct ReportRun {
  let session: Session
  let bound: BoundQuery
  /// Where the page before ended; nil for the first.
  let cursor: PageCursor?
  let limit: Int?
  /// After how many seconds the server ends the statement; nil for never.
  let timeout: Int?

  /// Refuses a cursor that the report cannot be gone on with.
  func checkCursor() throws(PageCursor.Refusal) {
    guard let cursor else { return }
    if bound.keys.isEmpty {
      throw PageCursor.Refusal(
        description:
          "the report \(bound.query.name) says no @cursor, so it cannot be gone on with: leave out --cursor")
    }
    if cursor.question != identity { throw .otherQuestion }
    if cursor.keys.count != bound.keys.count { throw .damaged }
  }

  /// What a cursor of this question is bound to: the statement and its arguments.
  private var identity: String {
    PageCursor.question(
      ["query run", bound.query.sql] + parameters.map { "\($0.name)=\($0.values.first?.machineText ?? "")" })
  }

  /// The columns that have one value where the answer is about one log.
  private static let toldOnce: Set = ["tenant", "through_position", "through_recorded_at"]

  /// The arguments with their times resolved.
  private var parameters: [About.Parameter] {
    zip(bound.arguments, bound.parameters).map { argument, parameter in
      guard case .timestamptz(let microseconds) = parameter else {
        return About.Parameter(argument.name, .text(argument.value))
      }
      return About.Parameter(argument.name, .timestamp(microseconds))
    }
  }

  /// Runs the report and writes its rows as they come; says whether there are more.
  ///
  /// - Parameter seen: called with the values of each row that is written.
  func write(to output: Output, _ seen: @escaping ([PostgresValue]) -> Void) throws -> Ending {
    let connection = try session.reportConnection()
    return try InterruptHandler.shared.cancelling(connection) {
      try connection.withRole(StoreRole.reporting.rawValue) {
        if let problem = try bound.query.functionProblems(on: connection).first { throw problem }
        // One snapshot, so that the rows are those of how far the data are said to go.
        return try connection.transaction(readOnly: true, isolation: .repeatableRead) {
          try write(on: connection, to: output, seen)
        }
      }
    }
  }

  private func write(
    on connection: Connection, to output: Output, _ seen: @escaping ([PostgresValue]) -> Void
  ) throws -> Ending {
    let query = bound.query
    let asked = parameters.first { $0.name == "tenant" }?.values.first?.machineText
    let through = try DataThrough.read(connection, of: asked.flatMap { GUID(text: $0) })
    let state = PageCursor.question(through.map { "\($0.tenant.text)=\($0.position)/\($0.size)" })
    if let cursor, cursor.state != state {
      output.note("note: events have come in since the first page; rows may have changed behind it")
    }
    for part in through where part.isBehind {
      output.note(
        "note: the read models of tenant \(part.tenant.text) go through \(Quantity.grouped(part.position)) of "
          + "\(Quantity.grouped(part.size)) events: run 'mamaudit projections run'")
    }
    let about = About(
      query.header.summary, caption: query.name, tenant: through.count == 1 ? through[0].tenant.text : nil,
      parameters: parameters, through: through.map(About.Through.init))
    let keys = bound.keys
    let isPaged = !keys.isEmpty && (limit != nil || cursor != nil)
    // The row behind the page tells that there is one.
    let run =
      isPaged ? bound.page(after: cursor?.keys.map(\.machineText), limit: limit.map { $0 + 1 }) : bound
    let page = Page(limit: limit, after: nil)
    var ending = Ending.complete
    // What is the same in all rows is told once, to people; programs get every column.
    let shown = query.header.columns.indices.filter { index in
      output.format.isForMachines || through.count != 1
        || !Self.toldOnce.contains(query.header.columns[index].name)
    }
    let isWhole = shown.isEmpty || shown.count == query.header.columns.count
    let columns = Column.distinct(query.header.columns.map(Column.init))
    try output.rows(isWhole ? columns : shown.map { columns[$0] }, about: about) { row in
      var last: [Cell]?
      do {
        // What stops the rows short stops a statement, which only a savepoint survives.
        try connection.savepoint {
          try run.stream(on: connection, timeout: timeout, columns: query.check) { values in
            let cells = values.map(Cell.init)
            let key = keys.map { cells[$0.index].machineText.map(Cell.text) ?? .null }
            if isPaged, key == last { throw query.repeatedKeys }
            last = key
            try page.take(key) {
              seen(values)
              try row(isWhole ? cells : shown.map { cells[$0] })
            }
          }
        }
      } catch is Page.Full {}
      let next = isPaged ? page.lastKeys : nil
      ending = Ending(
        isComplete: page.isComplete,
        next: next.map { PageCursor(question: identity, now: session.now, state: state, keys: $0).text })
      return ending
    }
    return ending
  }
}

extension About.Through {
  /// How far data go, as an answer says it.
  init(_ data: DataThrough) {
    self.init(
      tenant: data.tenant.text, position: data.position, recordedAt: data.recordedAt?.microseconds)
  }
}
