import MAMEvents
import Testing
import Workload

/// A trace and what a reader makes of it.
struct Trace {
  let bytes: [UInt8]
  /// All lines, in their order.
  let lines: [String]
  /// What the decoder makes of each line.
  let events: [DecodedEvent]

  init(_ options: WorkloadOptions) throws {
    bytes = try Workload(options).bytes()
    lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    var decoder = EventDecoder()
    events = try lines.map { try decoder.decode($0) }
  }

  /// The events without repeats, in the order of their lines.
  var distinct: [DecodedEvent] {
    var seen: Set<EventKey> = []
    return events.filter { seen.insert($0.columns.eventKey).inserted }
  }
}

extension WorkloadOptions {
  /// Default options with a number of events and whatever else is changed.
  static func with(_ events: Int, _ change: (inout WorkloadOptions) -> Void = { _ in }) -> WorkloadOptions {
    var options = WorkloadOptions()
    options.events = events
    change(&options)
    return options
  }
}
