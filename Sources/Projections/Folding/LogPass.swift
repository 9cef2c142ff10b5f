import Compliance
import MAMEvents

/// Judges a log itself while its events pass in order of position.
///
/// A source whose appends each come last in fold order goes on from what is known of it. One with a late event is only
/// counted from there on: it must be judged afresh from all its events (``LogFolder/judge(_:)``).
struct LogPass {
  /// What is known of a source.
  private struct Source {
    var numbers: SourceNumbers?
    var last: FoldPoint?
    var events: Int64 = 0
    var isLate = false
    /// The events of the append that is passing.
    var append: [(point: FoldPoint, number: Int64)] = []
    var recordedAt: Timestamp?

    mutating func add(_ number: Int64, of event: FoldEvent) {
      events += 1
      recordedAt = event.recordedAt
      if !isLate { append.append((event.point, number)) }
    }
  }

  /// A gap of an earlier pass that has been filled.
  struct Closing {
    var source: Int64
    var openedBy: Int64
    var point: FoldPoint
  }

  let scope: FoldScope
  let timeline: RuleTimeline
  private var sources: [Int64: Source] = [:]
  /// Gaps that have opened, by the position of the event that revealed them.
  private var gaps: [Int64: (source: Int64, finding: Finding)] = [:]
  private(set) var closings: [Closing] = []
  /// What was found about events without an account.
  private(set) var others: [Finding] = []
  /// The accounts of the rows that are dated too far ahead.
  private(set) var dated: Set<AccountID> = []
  /// There are new imports.
  private(set) var hasImports = false

  init(scope: FoldScope, timeline: RuleTimeline) {
    self.scope = scope
    self.timeline = timeline
  }

  /// How many gaps are held.
  var gapCount: Int { gaps.count }

  /// The sources of events of which nothing is known yet.
  func unknownSources(of events: [FoldEvent]) -> Set<Int64> {
    Set(events.compactMap { $0.facts.integer(.sequenceSource) }.filter { sources[$0] == nil })
  }

  /// Goes on from what is known of a source.
  mutating func learn(_ row: LogSourceRow) {
    sources[row.source] = Source(numbers: row.numbers, last: row.last, events: row.events)
  }

  /// Takes the next event in order of position.
  mutating func take(_ event: FoldEvent) {
    guard scope.covers(event) else { return }
    if event.type == .importCompleted { hasImports = true }
    judgeAlone(event)
    guard let number = event.facts.integer(.sequence), let source = event.facts.integer(.sequenceSource)
    else {
      return
    }
    if sources[source]?.recordedAt != event.recordedAt { settle(source) }
    sources[source, default: Source()].add(number, of: event)
  }

  private mutating func judgeAlone(_ event: FoldEvent) {
    guard LogFindings.isJudgedAlone(event) else { return }
    var findings = LogFindings(.rows(of: event.account), timeline: timeline)
    findings.apply(event)
    if let account = event.account {
      if !findings.findings.isEmpty { dated.insert(account) }
    } else {
      others += findings.findings
    }
  }

  /// Takes the last append of each source.
  mutating func finish() {
    for source in Array(sources.keys) { settle(source) }
  }

  private mutating func settle(_ id: Int64) {
    guard var source = sources.removeValue(forKey: id) else { return }
    defer { sources[id] = source }
    let append = source.append.sorted { $0.point < $1.point }
    source.append = []
    guard let first = append.first else { return }
    if let last = source.last, first.point < last {
      source.isLate = true
      return
    }
    for (point, number) in append {
      source.last = point
      switch source.numbers?.take(number, at: point.position) {
      case nil: source.numbers = SourceNumbers(first: number)
      case .nothing: break
      case .reveals(let missing):
        if let gap = LogFindings.gap(of: missing, at: point, by: timeline) {
          gaps[point.position] = (id, gap)
        }
      case .completes(let position):
        if let gap = gaps[position] {
          gaps[position]?.finding = gap.finding.ended(at: point)
        } else {
          closings.append(Closing(source: id, openedBy: position, point: point))
        }
      }
    }
  }

  /// Hands over the gaps that have opened, some of which may have ended.
  mutating func takeGaps() -> [(part: Int64, finding: Finding)] {
    defer { gaps = [:] }
    return gaps.values.map { ($0.source, $0.finding) }
  }

  /// Hands over the ends of gaps that are not among those that were held.
  mutating func takeClosings() -> [Closing] {
    defer { closings = [] }
    return closings
  }

  /// The sources with an event that folds before another of theirs and came after it, with the count of their events.
  var late: [(source: Int64, events: Int64)] {
    sources.filter(\.value.isLate).map { ($0.key, $0.value.events) }.sorted { $0.source < $1.source }
  }

  /// What is known now of the sources that came in order.
  var rows: [LogSourceRow] {
    sources.compactMap { id, source in
      guard !source.isLate, let numbers = source.numbers, let last = source.last else { return nil }
      return LogSourceRow(source: id, numbers: numbers, last: last, events: source.events)
    }
  }
}
