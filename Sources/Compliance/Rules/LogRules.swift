import MAMEvents

/// The G rules: whether all that was sent has arrived, and whether the log is whole.
struct LogRules: Sendable {
  /// The sources that number their events, by ``MAMEvents/FactKey/sequenceSource``.
  private var sources: [Int64: SourceNumbers] = [:]
  /// By the import source as UTF-8: Swift's own equality takes composed and decomposed letters for one.
  private var imports: [[UInt8]: ImportedTime] = [:]

  mutating func judge(_ event: FoldEvent, _ ledger: inout FindingLedger) {
    judgeSequence(event, &ledger)
    judgeDate(event, &ledger)
    let scope = FindingScope(event)
    switch event.type {
    case .logVerified:
      if event.facts.bool(.verified) == false { ledger.report(.g2, scope) }
    case .logConflictRefused:
      ledger.report(.g4, scope)
    case .importCompleted:
      judgeImport(event, &ledger)
    default:
      break
    }
  }

  /// G1.
  private mutating func judgeSequence(_ event: FoldEvent, _ ledger: inout FindingLedger) {
    guard let number = event.facts.integer(.sequence), let source = event.facts.integer(.sequenceSource)
    else {
      return
    }
    let change = sources[source]?.take(number, at: event.position)
    let log = FindingScope(account: nil, app: nil, device: nil)
    switch change {
    case nil:
      sources[source] = SourceNumbers(first: number)
    case .nothing:
      break
    case .reveals(let missing):
      ledger.open(
        .g1, log, aspect: Int(event.position), reason: missing.lowerBound == missing.upperBound ? 0 : 1,
        evidence: ["first": missing.lowerBound, "last": missing.upperBound])
    case .completes(let position):
      ledger.close(.g1, log, aspect: Int(position))
    }
  }

  /// G3.
  private func judgeDate(_ event: FoldEvent, _ ledger: inout FindingLedger) {
    guard event.occurredAt > event.recordedAt.advanced(by: ledger.parameters.duration(.skew, of: .g3)) else {
      return
    }
    let seconds = (event.occurredAt.microseconds - event.recordedAt.microseconds) / 1_000_000
    ledger.report(
      .g3, FindingScope(event), reason: event.installation == nil ? 1 : 0, evidence: ["seconds": seconds])
  }

  /// G5; an import without a window, or with one that does not end after its start, covers nothing.
  private mutating func judgeImport(_ event: FoldEvent, _ ledger: inout FindingLedger) {
    guard let source = event.facts.text(.importSource), let from = event.facts.integer(.windowFrom),
      let end = event.facts.integer(.windowTo), from < end
    else { return }
    let window = Timestamp(microseconds: from)..<Timestamp(microseconds: end)
    if !imports[Array(source.utf8), default: ImportedTime()].add(window) {
      ledger.report(.g5, FindingScope(event))
    }
  }
}

extension FindingScope {
  /// Whom and what an event names.
  fileprivate init(_ event: FoldEvent) {
    self.init(
      account: event.account.map(AccountReference.account), app: event.app, device: event.device)
  }
}
