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
  ///     gave a UPN), and those that made the links, in any order.
  ///   - links: all links of the aliases that the events and their members name.
  ///   - names: the numbers of the names in members.
  ///   - asOf: leaves out the events and links that count only later than this instant; nil takes all.
  ///   - fresh: the reducer without events.
  public init(
    _ events: some Sequence<FoldEvent>, links: [AliasLink] = [], names: AccountDirectory,
    asOf: Timestamp? = nil, by fresh: Reducer
  ) {
    var course = Course(links: links, names: names, asOf: asOf, fresh: fresh)
    let counting = events.filter { event in asOf.map { event.effectiveAt <= $0 } ?? true }
    for append in counting.sorted(by: { $0.position < $1.position }).appends { course.take(append) }
    reducer = course.reducer
    findings = course.findings
  }

  /// The fold so far, and what it once said.
  private struct Course {
    let links: [AliasLink]
    let names: AccountDirectory
    let asOf: Timestamp?
    let fresh: Reducer
    /// The positions at which a link changes whom an alias means, the next one at the end.
    var turns: [Int64]
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
      turns = Self.turns(of: links).sorted(by: >)
      directory = names.linked(by: aliasLinks)
      reducer = fresh
    }

    /// An alias with one object id belongs to it at all points, so only the first link tells something new.
    private static func turns(of links: [AliasLink]) -> [Int64] {
      Dictionary(grouping: links, by: \.alias).values.flatMap { links in
        let positions = links.map(\.point.position)
        return Set(links.map(\.account)).count == 1 ? positions.min().map { [$0] } ?? [] : positions
      }
    }

    mutating func take(_ append: ArraySlice<FoldEvent>) {
      guard let first = append.first, let end = append.last?.position else { return }
      let ordered = append.sorted(by: FoldEvent.foldsBefore)
      let isTurn = turnLinks(through: end)
      let isLate = known.last.map { ordered[0].point < $0.point } ?? false
      guard isTurn || isLate else {
        apply(ordered)
        for withdrawal in reducer.takeWithdrawn() where withdrawal.startedAt < first.position {
          if withdrawal.finding.openedAt <= first.recordedAt { supersede(withdrawal.finding, by: first) }
        }
        return
      }
      let stood = reducer.findings.filter { $0.openedAt <= first.recordedAt }
      let place = isTurn ? 0 : known.partitioningIndex { $0.point > ordered[0].point }
      goBack(to: place)
      let count = known.count
      let rest = (known.suffix(from: reducerCount) + ordered).sorted(by: FoldEvent.foldsBefore)
      known.removeLast(count - reducerCount)
      apply(rest)
      _ = reducer.takeWithdrawn()
      if stood.isEmpty { return }
      let stands = Set(reducer.findings.map(\.key))
      for finding in stood where !stands.contains(finding.key) { supersede(finding, by: first) }
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
    ///
    /// - Returns: whether one of them changes whom an alias means.
    private mutating func turnLinks(through end: Int64) -> Bool {
      guard let next = turns.last, next <= end else { return false }
      while let next = turns.last, next <= end { turns.removeLast() }
      aliasLinks = AliasLinks(links, asOf: asOf, knownSize: end + 1)
      directory = names.linked(by: aliasLinks)
      return true
    }

    private mutating func supersede(_ finding: Finding, by event: FoldEvent) {
      var finding = finding
      (finding.closedAt, finding.closedBy) = (event.recordedAt, event.position)
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

extension [FoldEvent] {
  /// Events in order of position, in runs of one append each.
  fileprivate var appends: [ArraySlice<FoldEvent>] {
    var appends: [ArraySlice<FoldEvent>] = []
    var start = startIndex
    for index in indices.dropFirst() where self[index].recordedAt != self[start].recordedAt {
      appends.append(self[start..<index])
      start = index
    }
    if start < endIndex { appends.append(self[start...]) }
    return appends
  }
}
