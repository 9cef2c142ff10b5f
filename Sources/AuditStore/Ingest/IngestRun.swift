import Glibc
import MAMEvents
import Postgres

/// One ingest, on the reading thread: decodes, fills batches, hands them over, and keeps the books.
final class IngestRun {
  /// Milliseconds between two looks at whether to stop.
  private static let step: Int32 = 100
  /// How many tenants' batches are open at a time.
  private static let openLimit = 16
  /// How many bytes of records the open batches hold together.
  private static let openBytes = 2 * PendingBatch.byteLimit
  /// How long, in nanoseconds, a batch may go on after Ctrl-C before it is cancelled.
  private static let grace: UInt64 = 2_000_000_000

  private let inputs: [IngestInput]
  private let totalBytes: Int?
  private let isInterrupted: () -> Bool
  private let progress: (Ingester.Progress) -> Void
  private let handover = Handover()
  private let rejects: Rejects
  private var decoder: EventDecoder
  /// The batches that are being filled, one a tenant; that of the last event is at `lastFilled`.
  private var open: [PendingBatch] = []
  private var lastFilled = 0
  private var spare: [PendingBatch] = []
  private var summary: IngestSummary
  private var bytesBefore = 0
  private var isStopped = false
  private var lastLook: UInt64 = 0
  private var lastProgress: UInt64 = 0

  init(
    _ inputs: [IngestInput], options: Ingester.Options, totalBytes: Int?, isInterrupted: @escaping () -> Bool,
    progress: @escaping (Ingester.Progress) -> Void
  ) {
    self.inputs = inputs
    self.totalBytes = totalBytes
    self.isInterrupted = isInterrupted
    self.progress = progress
    rejects = Rejects(path: options.rejectsPath, inputs: inputs)
    decoder = EventDecoder(options: EventDecoder.Options(tenant: options.tenant))
    summary = IngestSummary(inputs)
  }

  func run(_ connect: @escaping @Sendable () throws -> Connection) throws(IngestError) -> IngestSummary {
    let begin = Self.now()
    var cause: (any Error)?
    IngestWriter.start(handover, connect: connect)
    do {
      while try !isStopping() && !handover.isReady(milliseconds: Int(Self.step)) {}
      for file in inputs.indices where !isStopped { try read(file) }
      try sendAll { _ in true }
    } catch {
      cause = error
    }
    let ending = finish(abandoning: isStopped || cause != nil)
    cause = cause ?? ending
    if isStopped, (cause as? PostgresError)?.code == .cancelled { cause = nil }
    do throws(FileError) { try rejects.close() } catch { cause = cause ?? error }
    summary.rejectsPath = rejects.path
    summary.isInterrupted = isStopped
    summary.seconds = Double(Self.now() - begin) / 1e9
    if let cause { throw IngestError(cause: cause, summary: summary) }
    return summary
  }

  // MARK: - Reading

  private func read(_ file: Int) throws {
    let source = LineSource(try InputReader(inputs[file]))
    defer { bytesBefore += source.bytesRead }
    var untilLook = 0
    while true {
      let item = try source.next(patience: patience)
      switch item {
      case .event(let bytes, let line): try take(bytes, file, line)
      case .refused(let bytes, let line, let rejection):
        try refuse(bytes, file, line, rejection)
      case .oversized(let bytes, let line, let isLast):
        try rejects.refusePiece(bytes, isLast: isLast, file: inputs[file].name, line: line, Self.tooLarge)
        if isLast { summary.count(\.rejected, file: file) }
      case .nothingYet: untilLook = 0
      case .end: return
      }
      untilLook -= 1
      if untilLook < 0 {
        untilLook = 64
        try look(source.bytesRead)
        if isStopped { return }
      }
    }
  }

  /// Milliseconds to wait for input: until the oldest open batch has to go.
  private var patience: Int32 {
    guard !open.isEmpty else { return Self.step }
    let oldest = open.reduce(UInt64.max) { min($0, $1.openedAt) }
    let age = Self.now() &- oldest
    if age >= PendingBatch.ageLimit { return handover.hasRoom ? 0 : Self.step / 10 }
    return min(Self.step, Int32((PendingBatch.ageLimit - age) / 1_000_000) + 1)
  }

  private func take(_ bytes: UnsafeRawBufferPointer, _ file: Int, _ line: Int) throws {
    do {
      let event = try decoder.decode(bytes)
      try fill(event.columns.tenant) { $0.append(event, bytes, file: file, line: line) }
    } catch let rejection as Rejection where rejection.code == .reservedType {
      try takeEcho(bytes, file, line, rejection)
    } catch let rejection as Rejection {
      try refuse(bytes, file, line, rejection)
    }
  }

  /// Takes an event that the log alone writes: from an export of the log itself it is a duplicate.
  private func takeEcho(
    _ bytes: UnsafeRawBufferPointer, _ file: Int, _ line: Int, _ refusal: Rejection
  ) throws {
    decoder.options.takesLogTypes = true
    defer { decoder.options.takesLogTypes = false }
    do {
      let event = try decoder.decode(bytes)
      try fill(event.columns.tenant) {
        $0.appendEcho(event, bytes, file: file, line: line, refusal: refusal)
      }
    } catch is Rejection {
      try refuse(bytes, file, line, refusal)
    }
  }

  /// Adds to the open batch of a tenant, and sends on what is full then.
  private func fill(_ tenant: GUID, _ add: (inout PendingBatch) -> Void) throws {
    // In place: a batch that is taken out and put back is copied, field by field, for each event.
    if lastFilled >= open.count || open[lastFilled].events.tenant != tenant {
      try select(tenant)
    }
    add(&open[lastFilled])
    if open[lastFilled].isFull {
      try send(lastFilled)
    } else if open.count > 1, open.reduce(0, { $0 + $1.events.recordBytes }) >= Self.openBytes {
      try sendAll { _ in true }
    }
  }

  /// Makes the batch of a tenant, new where there is none, the one that is filled.
  private func select(_ tenant: GUID) throws {
    if let known = open.firstIndex(where: { $0.events.tenant == tenant }) {
      lastFilled = known
      return
    }
    if open.count >= Self.openLimit { try sendAll { _ in true } }
    open.append(newBatch(tenant))
    lastFilled = open.count - 1
  }

  private func refuse(
    _ bytes: UnsafeRawBufferPointer, _ file: Int, _ line: Int, _ rejection: Rejection
  ) throws(FileError) {
    try rejects.refuse(bytes, file: inputs[file].name, line: line, rejection)
    summary.count(\.rejected, file: file)
  }

  private static let tooLarge = Rejection(
    .tooLarge, reason: "the event has more than \(EventLimits.event) bytes",
    remedy: "send less in one event; 1 MiB is the limit")

  // MARK: - Batches

  private func newBatch(_ tenant: GUID) -> PendingBatch {
    if let index = spare.firstIndex(where: { $0.events.tenant == tenant }) {
      var batch = spare.remove(at: index)
      batch.empty(now: Self.now())
      return batch
    }
    return PendingBatch(tenant: tenant, now: Self.now())
  }

  /// Now and then: sends on what is old enough, keeps the books, and sees whether to stop.
  private func look(_ bytes: Int) throws {
    let now = Self.now()
    try settle()
    _ = isStopping()
    if isStopped { return }
    // While the store is busy a batch may as well grow.
    if handover.hasRoom { try sendAll { now &- $0.openedAt >= PendingBatch.ageLimit } }
    if let failure = handover.stopped { throw failure }
    if now &- lastProgress >= 100_000_000 {
      lastProgress = now
      progress(
        Ingester.Progress(events: summary.counts.read, bytes: bytesBefore + bytes, totalBytes: totalBytes))
      try rejects.flush()
    }
  }

  private func sendAll(where isDue: (PendingBatch) -> Bool) throws {
    var index = 0
    while index < open.count, !isStopping() {
      if isDue(open[index]) { try send(index) } else { index += 1 }
    }
  }

  /// Hands an open batch over, and waits for room; the events after it share no salts with it.
  private func send(_ index: Int) throws {
    var batch: PendingBatch? = open.remove(at: index)
    if let batch { decoder.startBatch(of: batch.events.tenant) }
    while batch != nil, !isStopping() {
      _ = try handover.put(&batch, milliseconds: Int(Self.step))
      try settle()
    }
  }

  /// Enters what the store has answered, and keeps the conflicts.
  private func settle() throws(FileError) {
    for answer in handover.collect() {
      if let result = answer.result {
        summary.add(result, tenant: answer.batch.events.tenant)
        for index in answer.batch.origins.indices { try settle(index, result[index], answer.batch) }
      }
      for (echo, isKnown) in zip(answer.batch.echoes, answer.isKnown) {
        if isKnown {
          summary.count(\.duplicates, file: echo.file)
        } else {
          try echo.received.span.withUnsafeBytes { (bytes) throws(FileError) in
            try refuse(bytes, echo.file, echo.line, echo.refusal)
          }
        }
      }
      if spare.count < 3 { spare.append(answer.batch) }
    }
  }

  private func settle(_ index: Int, _ outcome: AppendOutcome, _ batch: PendingBatch) throws(FileError) {
    let origin = batch.origins[index]
    switch outcome {
    case .appended: summary.count(\.appended, file: origin.file)
    case .duplicate: summary.count(\.duplicates, file: origin.file)
    case .conflict(let position, let existing):
      summary.count(\.conflicts, file: origin.file)
      let rejection = Rejection(
        .conflict, path: "id",
        reason: "an event with this source and id is at position \(position) with other content: SHA-256 "
          + "\(existing) there, \(origin.contentHash) here",
        remedy: "send a correction as an event with an id of its own")
      try batch.withReceived(index) { (bytes) throws(FileError) in
        try rejects.refuse(bytes, file: inputs[origin.file].name, line: origin.line, rejection)
      }
    }
  }

  // MARK: - The end

  private func isStopping() -> Bool {
    if !isStopped, isInterrupted() { isStopped = true }
    return isStopped
  }

  /// Waits for the writing thread; where the ingest is given up, for the batch that is being written alone.
  private func finish(abandoning: Bool) -> (any Error)? {
    handover.close(abandoning: abandoning)
    var isAbandoned = abandoning
    var cancelAt = abandoning ? Self.now() + Self.grace : UInt64.max
    var failure: (any Error)?
    while true {
      let hasEnded = handover.hasEnded(milliseconds: Int(Self.step))
      do throws(FileError) { try settle() } catch { failure = failure ?? error }
      if hasEnded { return failure ?? handover.stopped }
      if !isAbandoned, isStopping() || failure != nil {
        isAbandoned = true
        cancelAt = Self.now() + Self.grace
        handover.close(abandoning: true)
      }
      if Self.now() >= cancelAt {
        cancelAt = UInt64.max
        handover.cancel()
      }
    }
  }

  private static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
