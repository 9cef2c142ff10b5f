import Arguments
import AuditStore
import Dashboard
import Hashing
import MAMEvents
import Postgres
import Projections
import QueryCatalog
import Rendering

/// Reads the figures of a dashboard: all of them in one transaction, with the rights of a reporting login.
struct DashboardReader {
  /// What is asked for.
  struct Wishes {
    /// An instant of the first day; nil for thirty days.
    var since: Timestamp?
    /// The instant to stop before; nil for the end of the log.
    var until: Timestamp?
    var title: String
    var showsIdentities: Bool
    var zone: ZoneOffset
    var zoneName: String
  }

  /// How many days a page has where nothing else is asked for.
  private static let standardDays: Int32 = 30

  private let session: Session
  private let catalog = QueryCatalog.embedded()

  init(_ session: Session) { self.session = session }

  /// The page.
  ///
  /// - Parameters:
  ///   - tenant: the tenant named; nil for the only one there is.
  ///   - wishes: what is asked for.
  ///   - note: is told the range and what of the wishes could not be had.
  /// - Throws: `LogSelection.Refusal` where no log, or none of several, is meant; `ValidationError` for a range that has
  ///   no day of the log.
  func page(tenant: GUID?, _ wishes: Wishes, note: (String) -> Void) throws -> DashboardPage {
    let connection = session.connection
    return try InterruptHandler.shared.cancelling(connection) {
      try connection.withRole(StoreRole.reporting.rawValue) {
        try connection.transaction(readOnly: true, isolation: .repeatableRead) {
          let log = try log(of: tenant)
          let period = try period(of: log, wishes, note)
          let stale = try GUID(text: log.tenant).map { try StaleRows.count(connection, of: $0) } ?? 0
          let scope = DashboardScope(
            tenant: log.tenant, period: period, showsIdentities: wishes.showsIdentities, title: wishes.title,
            zone: wishes.zone, zoneName: wishes.zoneName, firstDay: log.firstDay,
            throughPosition: log.throughPosition, throughRecordedAt: log.throughRecordedAt, size: log.size,
            staleRows: stale, tool: Mamaudit.configuration.version)
          note(
            "tenant \(log.tenant), range [\(period.sinceText), \(period.untilText)), positions 0 to before "
              + "\(log.throughPosition)")
          if stale > 0 {
            note(
              "note: \(stale) rows of accounts or devices could not be folded and may be out of date: see "
                + "'mamaudit projections status'")
          }
          if log.size > log.throughPosition {
            note(
              "note: the read models lack the last \(log.size - log.throughPosition) of the log's \(log.size) events: "
                + "'mamaudit projections run' brings them up")
          }
          return try page(scope)
        }
      }
    }
  }

  private func page(_ scope: DashboardScope) throws -> DashboardPage {
    var results: [DashboardQuery: QueryRows] = [:]
    let all = SHA256Hasher()
    for query in DashboardQuery.allCases {
      let arguments = Dictionary(uniqueKeysWithValues: query.arguments(scope).map { ($0.name, $0.value) })
      let (rows, csv) = try rows(of: query.rawValue, arguments)
      all.update(csv)
      results[query] = rows
    }
    return DashboardPage(scope, results, sha256: all.finalize().hex)
  }

  /// The rows of a query, and the same as `query run --format csv --raw` writes them.
  private func rows(of name: String, _ arguments: [String: String]) throws -> (QueryRows, csv: [UInt8]) {
    let query = try catalog.query(named: name)
    let bound = try query.bind(arguments) { try Timestamp(rfc3339: $0).microseconds }
    var csv: [UInt8] = []
    var writer = OutputFormat.csv.writer(WriterOptions(isRaw: true)) { csv += $0 }
    try writer.begin(query.header.columns.map(Column.init))
    var cells: [[Cell]] = []
    try bound.stream(on: session.connection, columns: query.check) { values in
      let row = values.map(Cell.init)
      cells.append(row)
      try writer.row(row)
    }
    try writer.end(.complete)
    let rows = QueryRows(
      columns: query.header.columns.map(\.name), cells: cells, sha256: SHA256Hasher().digest(of: csv).hex)
    return (rows, csv)
  }

  // MARK: - The log and the period

  /// What a log has, as far as its read models have come.
  private struct Extent {
    var tenant: String
    var firstDay: Int32
    var lastDay: Int32
    var throughPosition: Int64
    var throughRecordedAt: Int64
    var size: Int64
  }

  /// The log of the tenant named, or the only one that there is; a reporting login sees them in the reports alone.
  private func log(of tenant: GUID?) throws -> Extent {
    let extents = try rows(of: DashboardQuery.extent, [:]).0.extents.map { row in
      let through = Self.day(of: row.throughRecordedAt)
      return Extent(
        tenant: row.tenant, firstDay: row.firstDay ?? through, lastDay: min(row.lastDay ?? through, through),
        throughPosition: row.throughPosition, throughRecordedAt: row.throughRecordedAt, size: row.size)
    }
    let known = extents.map { "\n  \($0.tenant)  \($0.throughPosition) events" }.joined()
    if let tenant {
      if let found = extents.first(where: { $0.tenant == tenant.text }) { return found }
      throw LogSelection.Refusal(
        code: .findings,
        description: "there is no log of tenant \(tenant.text) with events in the read models" + known)
    }
    guard let only = extents.first else {
      throw LogSelection.Refusal(
        code: .findings,
        description:
          "the store has nothing to show: append events with 'mamaudit ingest FILE', and bring the "
          + "read models up with 'mamaudit projections run'")
    }
    guard extents.count == 1 else {
      throw LogSelection.Refusal(
        code: .usage, description: "the store has several logs: name one with --tenant" + known)
    }
    return only
  }

  private func period(of log: Extent, _ wishes: Wishes, _ note: (String) -> Void) throws -> DashboardPeriod {
    let end = Self.day(of: log.throughRecordedAt)
    var last = wishes.until.map { Self.day(of: $0.microseconds - 1) } ?? log.lastDay
    if last > end {
      note("note: the log's data goes through \(CalendarText.date(end)); the page ends there")
      last = end
    }
    var first = wishes.since.map { Self.day(of: $0.microseconds) } ?? last - (Self.standardDays - 1)
    if let since = wishes.since, let until = wishes.until, since.microseconds >= until.microseconds {
      throw ValidationError(
        "--since is not before --until: \(CalendarText.machine(since.microseconds)) and "
          + "\(CalendarText.machine(until.microseconds))")
    }
    if first > last, wishes.until == nil {
      throw ValidationError(
        "the last event about an account counts on \(CalendarText.date(last)), before --since, "
          + "\(CalendarText.date(first)): name an earlier day, or --until for days without events")
    }
    guard first <= last, last >= log.firstDay else {
      throw ValidationError(
        "there is no day to show from \(CalendarText.date(first)) to \(CalendarText.date(last)): the log has "
          + "\(CalendarText.date(log.firstDay)) to \(CalendarText.date(end))")
    }
    if first < log.firstDay {
      if wishes.since != nil {
        note("note: the log begins on \(CalendarText.date(log.firstDay)); the page begins there")
      }
      first = log.firstDay
    }
    return DashboardPeriod(first: first, last: last)
  }

  /// The UTC day in which an instant lies, since 1970-01-01.
  private static func day(of microseconds: Int64) -> Int32 {
    let day: Int64 = 86_400_000_000
    return Int32(clamping: (microseconds - ((microseconds % day) + day) % day) / day)
  }
}
