import MAMEvents

/// What a reducer makes of its events as they were appended, one append after the other.
///
/// The findings of all known events are those of one fold. Beside them stand the superseded: a finding that stood
/// in the fold of the events recorded before an append, judged at the instant of that append (it was open by
/// then, or had been), and that no longer stands in the fold of all known events. Events with the same
/// ``MAMEvents/FoldEvent/recordedAt`` are one append. So what is superseded follows from the log alone, and not
/// from when somebody looked.
public struct JudgedEvents<Reducer: FindingReducer>: Sendable {
  /// The reducer after all events.
  public let reducer: Reducer
  /// Its findings and the superseded ones, in the order of reports.
  public let findings: [Finding]

  /// Judges events.
  ///
  /// Appends whose events come last in fold order extend the fold; only those that bring a late event, or change
  /// whom a UPN means, are a reason to fold afresh.
  ///
  /// - Parameters:
  ///   - events: those that the reducer takes, with the account that their rows have (an alias where the event
  ///     gave a UPN), in any order.
  ///   - links: all links of the aliases that the events and their members name.
  ///   - names: the numbers of the names in members.
  ///   - asOf: leaves out the events and links that count only later than this instant; nil takes all.
  ///   - fresh: the reducer without events.
  public init(
    _ events: some Sequence<FoldEvent>, links: [AliasLink] = [], names: AccountDirectory,
    asOf: Timestamp? = nil, by fresh: Reducer
  ) {
    let counting = events.filter { event in asOf.map { event.effectiveAt <= $0 } ?? true }
    let links = links.mattering(to: counting, names: names)
    var course = Course(links: links, names: names, asOf: asOf, fresh: fresh)
    for append in Append.all(of: counting, turns: Self.turns(of: links, asOf: asOf)) { course.take(append) }
    reducer = course.reducer
    findings = course.findings
  }

  /// The links that change whom an alias means.
  ///
  /// An alias with one object id belongs to it at all points, so only the first link tells something new.
  private static func turns(of links: [AliasLink], asOf: Timestamp?) -> [AliasLink] {
    let counting = links.filter { link in asOf.map { link.point.effectiveAt <= $0 } ?? true }
    return Dictionary(grouping: counting, by: \.alias).values.flatMap { links in
      guard Set(links.map(\.account)).count == 1 else { return links }
      return links.min { $0.point.position < $1.point.position }.map { [$0] } ?? []
    }
  }

  /// The fold so far, and what it once said.
  private struct Course {
    let links: [AliasLink]
    let names: AccountDirectory
    let asOf: Timestamp?
    let fresh: Reducer
    var aliasLinks = AliasLinks()
    var directory: AccountDirectory
    var reducer: Reducer
    /// The events so far, in fold order.
    var known: [FoldEvent] = []
    /// How many of the events the reducer has.
    var reducerCount = 0
    /// The reducer after some of the events, for late ones to start from.
    var snapshots: [(count: Int, reducer: Reducer)] = []
    /// How many events lie between snapshots.
    var spacing = 64
    var superseded: [Finding.Key: Finding] = [:]

    init(links: [AliasLink], names: AccountDirectory, asOf: Timestamp?, fresh: Reducer) {
      self.links = links
      self.names = names
      self.asOf = asOf
      self.fresh = fresh
      directory = names.linked(by: aliasLinks)
      reducer = fresh
    }

    mutating func take(_ append: Append) {
      let ordered = append.events.sorted(by: FoldEvent.foldsBefore)
      let isLate = ordered.first.map { first in known.last.map { first.point < $0.point } ?? false } ?? false
      guard append.isTurn || isLate else {
        apply(ordered)
        for withdrawal in reducer.takeWithdrawn() where withdrawal.startedAt < append.first {
          if withdrawal.finding.openedAt <= append.recordedAt { supersede(withdrawal.finding, by: append) }
        }
        return
      }
      let stood = reducer.findings.filter { $0.openedAt <= append.recordedAt }
      if append.isTurn { link(through: append.last) }
      let place = append.isTurn ? 0 : known.partitioningIndex { $0.point > ordered[0].point }
      goBack(to: place)
      let rest = (known.suffix(from: reducerCount) + ordered).sorted(by: FoldEvent.foldsBefore)
      known.removeLast(known.count - reducerCount)
      apply(rest)
      _ = reducer.takeWithdrawn()
      if stood.isEmpty { return }
      let stands = Set(reducer.findings.map(\.key))
      for finding in stood where !stands.contains(finding.key) { supersede(finding, by: append) }
    }

    /// Applies events that come last in fold order.
    private mutating func apply(_ ordered: [FoldEvent]) {
      for event in ordered {
        reducer.apply(aliasLinks.resolve(event), names: directory)
        known.append(event)
        reducerCount += 1
        if reducerCount - (snapshots.last?.count ?? 0) >= spacing { keepSnapshot() }
      }
    }

    /// Takes the reducer back to a snapshot of at most `count` events.
    private mutating func goBack(to count: Int) {
      while let snapshot = snapshots.last, snapshot.count > count { snapshots.removeLast() }
      reducer = snapshots.last?.reducer ?? fresh
      reducerCount = snapshots.last?.count ?? 0
    }

    /// Keeps the reducer as it is; where there are many snapshots already, only every second of them.
    private mutating func keepSnapshot() {
      snapshots.append((reducerCount, reducer))
      guard snapshots.count >= 32 else { return }
      snapshots = snapshots.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      spacing *= 2
    }

    /// Takes the links of the events up to a position into account.
    private mutating func link(through last: Int64) {
      aliasLinks = AliasLinks(links, asOf: asOf, knownSize: last + 1)
      directory = names.linked(by: aliasLinks)
    }

    private mutating func supersede(_ finding: Finding, by append: Append) {
      var finding = finding
      (finding.closedAt, finding.closedBy) = (append.recordedAt, append.first)
      finding.isSuperseded = true
      superseded[finding.key] = finding
    }

    var findings: [Finding] {
      let standing = reducer.findings
      guard !superseded.isEmpty else { return standing }
      let keys = Set(standing.map(\.key))
      return (standing + superseded.values.filter { !keys.contains($0.key) }).sorted(by: Finding.precedes)
    }
  }
}

/// What one append brought: events that are judged, links that matter to them, or both.
private struct Append {
  var recordedAt: Timestamp
  var events: [FoldEvent] = []
  /// One of the links changes whom an alias means.
  var isTurn = false
  /// The lowest and the highest position among them.
  var first = Int64.max
  var last = Int64.min

  private mutating func cover(_ position: Int64) {
    first = min(first, position)
    last = max(last, position)
  }

  /// The appends of events and links, in the order in which they came.
  static func all(of events: [FoldEvent], turns: [AliasLink]) -> [Append] {
    var appends: [Append] = []
    for event in events.sorted(by: { $0.position < $1.position }) {
      if appends.last?.recordedAt != event.recordedAt { appends.append(Append(recordedAt: event.recordedAt)) }
      appends[appends.count - 1].events.append(event)
      appends[appends.count - 1].cover(event.position)
    }
    guard !turns.isEmpty else { return appends }
    for link in turns {
      let place = appends.firstIndex { $0.recordedAt == link.recordedAt } ?? appends.endIndex
      if place == appends.endIndex { appends.append(Append(recordedAt: link.recordedAt)) }
      appends[place].isTurn = true
      appends[place].cover(link.point.position)
    }
    return appends.sorted { $0.first < $1.first }
  }
}
