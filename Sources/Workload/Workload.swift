import MAMEvents

/// A trace of a fleet under app protection: events on the wire, one a line, in about the order they happen.
///
/// Each installation runs through sessions: sign-in, enrollment, daily work, check-ins, denials, wipes, unenrollment;
/// shared devices change hands. The memory needed grows with the accounts, not with the events.
public struct Workload {
  private let options: WorkloadOptions
  private var fleet: Fleet
  private var seats: [Seat]
  private var planner: Planner
  private var writer: EventWriter
  private var output: LineOutput
  private var schedule = MinHeap<Appointment>()
  private var pace: Pace

  private struct Appointment: Comparable {
    var time: Int64
    var seat: Int32

    static func < (left: Appointment, right: Appointment) -> Bool {
      (left.time, left.seat) < (right.time, right.seat)
    }
  }

  /// Prepares a trace.
  ///
  /// - Throws: ``WorkloadError`` where the options cannot be met.
  public init(_ options: WorkloadOptions) throws(WorkloadError) {
    try options.validate()
    self.options = options
    var random = SeededRandom(seed: options.seed)
    fleet = Fleet(options, random: &random)
    seats = fleet.takeSeats()
    // Where events are too few for all installations, the last ones have none.
    seats.removeLast(max(0, seats.count - options.events / Pace.firstSession - 1))
    let start = options.start.microseconds
    pace = Pace(
      start: start, end: start + Int64(options.days) * Microseconds.day, seats: seats.count)
    for seat in seats.indices {
      // Installations begin all through the period, most of them early.
      let draw = Int64(random.below(1_000_000))
      let moment = start + pace.length / 1_000_000 * (draw * draw / 1_000_000 + draw) * 3 / 10
      schedule.insert(Appointment(time: pace.workingTime(moment, &random), seat: Int32(seat)))
    }
    planner = Planner(random: SeededRandom(seed: random.next()))
    writer = EventWriter(options, random: SeededRandom(seed: random.next()))
    output = LineOutput(options, random: SeededRandom(seed: random.next()))
  }

  /// Makes the whole trace and hands it out in pieces of whole lines, each line ended by a line feed.
  ///
  /// - Parameter sink: Takes a piece; it must not keep the buffer.
  public func write(to sink: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    var run = self
    while !run.output.isFull, let next = run.schedule.first {
      run.happen(next)
      if run.output.bytes.count >= 1 << 18 { try run.drain(to: sink) }
    }
    run.output.finish()
    try run.drain(to: sink)
  }

  /// Makes the whole trace in memory: for small ones.
  public func bytes() -> [UInt8] {
    var all: [UInt8] = []
    write { all.append(contentsOf: $0) }
    return all
  }

  private mutating func drain(to sink: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    try output.bytes.withUnsafeBytes { try sink($0) }
    output.clear()
  }

  /// Writes the next event of the installation whose turn it is, and appoints the one after.
  private mutating func happen(_ now: Appointment) {
    let index = Int(now.seat)
    let remaining = output.remainingEvents
    let time = now.time < pace.end ? now.time : pace.recall(after: writer.clock.last, remaining: remaining)
    if seats[index].nextStep == seats[index].plan.count { planSession(index, at: time) }
    let step = seats[index].plan[seats[index].nextStep]
    let instant = writer.write(step, at: time, &seats[index], &fleet)
    output.add(writer.line.bytes)
    seats[index].nextStep += 1
    if seats[index].nextStep < seats[index].plan.count {
      let delay = seats[index].plan[seats[index].nextStep].delay
      appoint(now.seat, pace.next(after: instant, delay: delay, remaining: remaining))
    } else {
      endSession(now.seat, at: instant)
    }
  }

  private mutating func planSession(_ index: Int, at time: Int64) {
    seats[index].sessionStart = time
    planner.plan(&seats[index], &fleet)
    if seats[index].sessions == 1 {
      pace.begin()
    } else {
      pace.countSession(of: seats[index].plan.count)
    }
  }

  private mutating func endSession(_ seat: Int32, at time: Int64) {
    let index = Int(seat)
    let isLast = seats[index].isRetiring || time >= seats[index].silentFrom
    seats[index].isRetiring = false
    if isLast && schedule.count > 1 && pace.retire() {
      _ = schedule.removeFirst()
      return
    }
    appoint(
      seat,
      pace.nextSession(
        after: time, since: seats[index].sessionStart, percent: seats[index].pace,
        remaining: output.remainingEvents, &planner.random))
  }

  private mutating func appoint(_ seat: Int32, _ time: Int64) {
    schedule.replaceFirst(with: Appointment(time: time, seat: seat))
  }
}
