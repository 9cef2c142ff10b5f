import MAMEvents

/// The G rules: whether all that was sent has arrived, and whether the log is whole.
struct LogRules: Sendable {
  /// The sources that number their events, by ``MAMEvents/FactKey/sequenceSource``.
  private(set) var sources: [Int64: SourceNumbers] = [:]
  /// By the import source as UTF-8: Swift's own equality takes composed and decomposed letters for one.
  private var imports: [[UInt8]: ImportedTime] = [:]

  /// The scope of G1.
  private static let log = FindingScope(account: nil, app: nil, device: nil)

  /// G1.
  mutating func judgeSequence(_ event: FoldEvent, _ ledger: inout FindingLedger) {
    guard let number = event.facts.integer(.sequence), let source = event.facts.integer(.sequenceSource)
    else {
      return
    }
    switch sources[source]?.take(number, at: event.position) {
    case nil:
      sources[source] = SourceNumbers(first: number)
    case .nothing:
      break
    case .reveals(let missing):
      Self.openGap(missing, by: event.position, &ledger)
    case .completes(let position):
      ledger.close(.g1, Self.log, aspect: Int(position))
    }
  }

  static func openGap(_ missing: ClosedRange<Int64>, by position: Int64, _ ledger: inout FindingLedger) {
    ledger.open(
      .g1, log, aspect: Int(position), reason: missing.lowerBound == missing.upperBound ? 0 : 1,
      evidence: ["first": missing.lowerBound, "last": missing.upperBound])
  }

  /// G2 to G4.
  func judgeAlone(_ event: FoldEvent, _ ledger: inout FindingLedger) {
    judgeDate(event, &ledger)
    switch event.type {
    case .logVerified:
      if event.facts.bool(.verified) == false { ledger.report(.g2, FindingScope(event)) }
    case .logConflictRefused:
      ledger.report(.g4, FindingScope(event))
    default:
      break
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
  mutating func judgeImport(_ event: FoldEvent, _ ledger: inout FindingLedger) {
    guard event.type == .importCompleted, let source = event.facts.text(.importSource),
      let from = event.facts.integer(.windowFrom),
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
