import MAMEvents

/// Which events of a log are judged together by the rules of the key ``RuleKey/log``: each part by itself, append by
/// append (``JudgedEvents``).
public enum LogPart: Hashable, Sendable {
  /// The events that one source numbers: G1.
  case source(Int64)
  /// The imports of one import source, as UTF-8: G5.
  case imports([UInt8])
  /// What is judged event by event, of the rows of one account or of none: G2, G3 and G4.
  case rows(of: AccountID?)

  /// The parts to which an event belongs, with the account that its row has.
  public static func all(of event: FoldEvent) -> [LogPart] {
    var parts: [LogPart] = []
    if LogFindings.isJudgedAlone(event) { parts.append(.rows(of: event.account)) }
    if event.facts.integer(.sequence) != nil, let source = event.facts.integer(.sequenceSource) {
      parts.append(.source(source))
    }
    if event.type == .importCompleted, let source = event.facts.text(.importSource) {
      parts.append(.imports(Array(source.utf8)))
    }
    return parts
  }

  /// Whether an event belongs to the part, whatever account it has by now.
  func covers(_ event: FoldEvent) -> Bool {
    switch self {
    case .source(let source): event.facts.integer(.sequenceSource) == source
    case .imports(let source): event.facts.text(.importSource).map { Array($0.utf8) == source } ?? false
    case .rows: true
    }
  }
}
