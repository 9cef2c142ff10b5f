import Arguments

/// A measure, by its row.
enum Measure: String, Sendable, CaseIterable {
  /// Ingest of a new trace.
  case ingest = "P1"
  /// Ingest of what is there already, in whole or in part.
  case repeats = "P1b"
  /// Single events.
  case singles = "P2"
  /// Rebuild of the projections.
  case rebuild = "P3"
  /// Questions about one account.
  case account = "P4"
  /// Sealing.
  case sealing = "P5"
  /// Memory.
  case memory = "P6"
  /// Ingest into a log that has grown.
  case growth = "P7"
}

/// The measures that `--only` names.
struct MeasureList: ExpressibleByArgument, Hashable {
  /// The measures, in the order of the table.
  var measures: [Measure]

  init?(argument: String) {
    var named: Set<Measure> = []
    for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let name = word.filter { $0 != " " }.lowercased()
      guard let measure = Measure.allCases.first(where: { $0.rawValue.lowercased() == name }) else {
        return nil
      }
      named.insert(measure)
    }
    measures = Measure.allCases.filter(named.contains)
  }

  var defaultValueDescription: String { measures.map(\.rawValue).joined(separator: ",") }

  static var expectation: String? {
    "a list of " + Measure.allCases.map(\.rawValue).joined(separator: ", ")
  }
}

/// What a run does, in which sizes.
struct BenchPlan: Hashable, Sendable {
  /// The measures, in the order of the table.
  var measures: [Measure]
  /// Whether the sizes are small ones that say little.
  var isQuick: Bool
  /// The events of the trace.
  var events: Int
  /// The accounts of the trace.
  var accounts: Int
  /// How often each measure is taken.
  var rounds: Int
  /// Whether the peer is run.
  var hasPeer: Bool
  /// The events that the peer appends, the first ones of the trace.
  var peerEvents: Int
  /// How long single events are appended, in seconds.
  var seconds: Int
  /// How often each question is asked in a round.
  var questions: Int
  /// The events of the log that has grown.
  var growthEvents: Int

  /// The events in the log before the first measurement of growth.
  var growthBase: Int { min(1_000_000, growthEvents / 2) }
  /// The events of each measurement of growth.
  var growthSlice: Int { max(1, min(500_000, growthEvents / 20)) }
  /// The events of the account that is asked about; about two thirds of them name it.
  var busyEvents: Int { min(1_600, events / 4) }

  /// Bytes that the run needs on the disk.
  ///
  /// An event takes about 0.5 KiB in the trace, 0.7 KiB as a row in a file and 1 KiB in a database, and there are some
  /// of each at a time; the journal keeps a checkpoint's worth, and the server itself takes some.
  var neededBytes: Int {
    let usual = measures.contains { $0 != .growth && $0 != .sealing } ? events * 8_192 : 0
    let growth = measures.contains(.growth) ? (growthEvents + 2 * growthSlice) * 6_144 : 0
    return max(usual, growth) + (1 << 30)
  }
}
