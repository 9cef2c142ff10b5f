import Arguments
import AuditStore
import Foundation
import MAMEvents
import Postgres
import Projections
import Rendering

/// What the list commands have in common: stored rows for the present, rows folded afresh for any other instant, and
/// pages that are all of one answer, however the log grows between them.
struct ListQuestion {
  let session: Session
  let log: Log
  /// The bounds within which rows are folded, where the stored ones do not answer.
  let scope: FoldScope
  /// The instant that the answer is as of.
  let asOf: Timestamp
  /// Whether the stored read models answer.
  let isStored: Bool
  /// How far the data go, as a cursor keeps it.
  let state: String
  /// How far the data go.
  let through: About.Through
  /// The keys of the row before the page; nil for the first page.
  let after: [Cell]?

  /// What a list is, apart from its rows.
  struct Kind {
    /// The command.
    var name: String
    /// The title of a document.
    var title: String
    /// The read models that hold its rows; none where it is read from the log itself.
    var projections: [Projection] = []
    /// Whether the stored rows tell how things stood at other instants too.
    var coversInstants = false
    /// Whether the answer changes with the clock alone.
    var changesWithTime = false

    /// The read models of what is now, which make findings of all kinds.
    static let state: [Projection] = [.accounts, .devices, .log]
  }

  /// Writes a list, or a page of it.
  ///
  /// - Parameters:
  ///   - usesStored: false keeps to the fold, whatever is stored.
  ///   - parameters: what was asked for, with its times resolved.
  ///   - body: calls its second argument with each row that is wanted, in the order of the rows' keys; it may leave out
  ///     those up to ``after``.
  static func list<Row: PagedRow>(
    _ type: Row.Type, _ kind: Kind, store: StoreOptions, time: TimeOptions, page: PageOptions,
    usesStored: Bool = true, output: Output,
    parameters: (ListQuestion) throws -> [About.Parameter],
    _ body: (ListQuestion, @escaping (Row) throws -> Void) throws -> Void
  ) throws {
    let cursor = try page.cursor.map { text throws(PageCursor.Refusal) in try PageCursor(text: text) }
    var session = try Session(store)
    if let cursor { session.now = cursor.now }
    let log = try LogSelection.one(session, store)
    let ending = try session.reading {
      // One snapshot, so that the rows are those of the checkpoint that was read.
      try session.connection.transaction(readOnly: true, isolation: .repeatableRead) {
        let question = try ListQuestion(
          kind, session, log, time, cursor: cursor, usesStored: usesStored, output: output)
        let parameters = try parameters(question)
        let identity = question.identity(kind, time, parameters)
        if let cursor, cursor.question != identity { throw PageCursor.Refusal.otherQuestion }
        var about = About(
          kind.title, tenant: log.tenant.text, parameters: parameters, through: [question.through])
        if time.asOf != nil || kind.changesWithTime { about.asOf = question.asOf.microseconds }
        if time.asOf != nil || time.knownAt != nil { output.note("note: " + question.bounds) }
        return try question.write(
          type, about: about, identity: identity, limit: page.limit, output: output, body)
      }
    }
    if let limit = page.limit { output.tell(ending, limit: limit) }
    output.finish()
    if page.requireComplete, !ending.isComplete { throw ExitCode.incomplete }
  }

  /// The question without pages, as a gate asks it.
  init(_ session: Session, _ log: Log, _ scope: FoldScope, asOf: Timestamp, isStored: Bool) throws {
    (self.session, self.log, self.scope, self.asOf, self.isStored) = (session, log, scope, asOf, isStored)
    (state, after) = ("", nil)
    if isStored {
      let checkpoints = try StoredFleet(connection: session.connection, log: log.id.rawValue).checkpoints()
      through = Self.through(
        Kind.state.map { projection in
          checkpoints.first { $0.projection == projection }
        }, log)
    } else {
      through = try Self.through(scope.size, log, session)
    }
  }

  private init(
    _ kind: Kind, _ session: Session, _ log: Log, _ time: TimeOptions, cursor: PageCursor?, usesStored: Bool,
    output: Output
  ) throws {
    (self.session, self.log, after) = (session, log, cursor?.keys)
    let bounds = try session.scope(of: log, time, zone: output.zone)
    asOf = bounds.asOf
    let covers = time.knownAt == nil && (time.asOf == nil || kind.coversInstants)
    guard usesStored, covers, !kind.projections.isEmpty else {
      isStored = false
      let size = try cursor.map { try Self.size($0.state, of: log) } ?? bounds.scope.size
      scope = FoldScope(log: log.id.rawValue, size: size, asOf: bounds.scope.asOf)
      state = "\(size)"
      through = try Self.through(size, log, session)
      return
    }
    let checkpoints = try StoredFleet(connection: session.connection, log: log.id.rawValue).checkpoints()
    let relevant = kind.projections.map { projection in checkpoints.first { $0.projection == projection } }
    let now = relevant.map { "\($0?.through ?? 0)" }.joined(separator: "/")
    if let cursor, cursor.state != now {
      // The rows that the first page was of are gone; the log still has what they were made of.
      isStored = false
      state = cursor.state
      let size = try Self.size(cursor.state, of: log)
      scope = FoldScope(log: log.id.rawValue, size: size)
      through = try Self.through(size, log, session)
      output.note("note: the log has grown since the first page; this one is folded afresh as it was then")
      return
    }
    isStored = true
    state = now
    scope = bounds.scope
    through = Self.through(relevant, log)
    try noteLag(output)
  }

  /// The one size that a cursor's data go through.
  private static func size(_ state: String, of log: Log) throws(PageCursor.Refusal) -> Int64 {
    let sizes = Set(state.split(separator: "/").map { Int64($0) })
    guard sizes.count == 1, let size = sizes.first ?? nil, (0...log.size).contains(size) else {
      throw .unfinished
    }
    return size
  }

  /// How far all of some projections are; nil stands for one that has not begun.
  private static func through(_ checkpoints: [Checkpoint?], _ log: Log) -> About.Through {
    let least = checkpoints.min { ($0?.through ?? 0) < ($1?.through ?? 0) } ?? nil
    return About.Through(
      tenant: log.tenant.text, position: least?.through ?? 0,
      recordedAt: least?.throughRecordedAt?.microseconds)
  }

  private static func through(_ size: Int64, _ log: Log, _ session: Session) throws -> About.Through {
    let last = try LogReader(session.connection).recordedAt(size - 1, in: log.id)
    return About.Through(tenant: log.tenant.text, position: size, recordedAt: last?.microseconds)
  }

  /// What a cursor of this question is bound to.
  private func identity(_ kind: Kind, _ time: TimeOptions, _ parameters: [About.Parameter]) -> String {
    let instant = time.asOf.map { _ in "\(asOf.microseconds)" } ?? "present"
    let asked = parameters.map { parameter in
      ([parameter.name] + parameter.values.map { $0.machineText.map { "=" + $0 } ?? "-" })
        .joined(separator: "\u{1}")
    }
    return PageCursor.question([kind.name, log.tenant.text, instant, time.knownAt ?? "all"] + asked)
  }

  /// The resolved bounds in words.
  private var bounds: String {
    "as of \(CalendarText.machine(asOf.microseconds)), \(Quantity.grouped(through.position)) events known"
  }

  /// The stored read models.
  var stored: StoredFleet { StoredFleet(connection: session.connection, log: log.id.rawValue) }

  /// The log folded afresh within the bounds.
  var folded: FoldedFleet { FoldedFleet(connection: session.connection, scope: scope) }

  /// Refuses an app or a device that the log has never seen: an empty list would look like a good answer.
  func expect(app: String?, device: String?) throws {
    let names = LogReader(session.connection)
    if let app, try !names.hasApp(app, in: log.id) { throw UnseenName(kind: "app", name: app) }
    if let device, try !names.hasDevice(device, in: log.id) { throw UnseenName(kind: "device", name: device) }
  }

  func noteLag(_ output: Output) throws {
    let checkpoints = try stored.checkpoints()
    let through = checkpoints.map(\.through).min() ?? 0
    if through < log.size {
      output.note(
        "note: the projections stand at \(through) of \(log.size) events; 'mamaudit projections run' brings them up"
      )
    }
    let stale = checkpoints.reduce(0) { $0 + $1.stale }
    if stale > 0 { output.note("note: \(stale) rows are stale; see 'mamaudit projections status'") }
  }

  /// Writes the rows of a page, and says whether there are more.
  private func write<Row: PagedRow>(
    _ type: Row.Type, about: About, identity: String, limit: Int?, output: Output,
    _ body: (ListQuestion, @escaping (Row) throws -> Void) throws -> Void
  ) throws -> Ending {
    let page = Page(limit: limit, after: after)
    var ending = Ending.complete
    try output.list(type, tenant: log.tenant, about: about) { write in
      do {
        // What stops the rows short stops a statement, which only a savepoint survives.
        try session.connection.savepoint {
          try body(self) { row in try page.take(row.keys) { try write(row) } }
        }
      } catch is Page.Full {}
      let next = page.lastKeys.map {
        PageCursor(question: identity, now: session.now, state: state, keys: $0).text
      }
      ending = Ending(isComplete: page.isComplete, next: next)
      return ending
    }
    return ending
  }
}

/// The log has never seen an app or a device that a command names.
struct UnseenName: Error, CustomStringConvertible {
  let kind: String
  let name: String

  var description: String {
    "the log has never seen the \(kind) '\(name)': names are compared byte by byte; 'mamaudit installations' lists them"
  }
}
