import MAMEvents
import Testing
import Workload

@Suite("The workload generator")
struct WorkloadTests {
  @Test("equal options make equal bytes, another seed others")
  func deterministic() throws {
    let bytes = try Workload(.with(2000)).bytes()
    #expect(try Workload(.with(2000)).bytes() == bytes)
    #expect(try Workload(.with(2000) { $0.seed = 2 }).bytes() != bytes)
  }

  @Test("pieces end with lines, and make the whole")
  func pieces() throws {
    let workload = try Workload(.with(3000))
    var whole: [UInt8] = []
    var count = 0
    workload.write { piece in
      #expect(piece.last == UInt8(ascii: "\n"))
      whole.append(contentsOf: piece)
      count += 1
    }
    #expect(count > 1)
    #expect(whole == workload.bytes())
  }

  @Test("there are as many lines as asked for", arguments: [1, 2, 9, 100, 4999])
  func count(events: Int) throws {
    #expect(try Trace(.with(events)).lines.count == events)
    #expect(
      try Trace(
        .with(events) {
          $0.latePercent = 50
          $0.repeatPercent = 50
        }
      ).lines.count == events)
  }

  @Test("every type that a producer of the apps sends is there, and no other", arguments: [1, 7])
  func types(seed: UInt64) throws {
    let trace = try Trace(
      .with(8000) {
        $0.seed = seed
      })
    let expected = Catalogue.all.filter { $0.group != .upstream && $0.group != .log }.map(\.type)
    #expect(Set(trace.events.compactMap(\.columns.type)) == Set(expected))
  }

  @Test("the decoder takes every line, and flags only what is meant to be strange")
  func decodes() throws {
    let events = try Trace(.with(10_000)).events
    let flags = events.reduce(into: EventFlags()) { $0.formUnion($1.columns.flags) }
    #expect(flags.isSubset(of: [.unknownCode, .unattributed]))
    #expect(flags.contains(.unknownCode))
  }

  @Test(
    "every event happens within the period, no two at once",
    arguments: [
      WorkloadOptions.with(5000), .with(3000) { $0.accounts = 1 }, .with(2000) { $0.accounts = 3000 },
      .with(10_000) {
        $0.accounts = 3
        $0.days = 1
      },
      .with(5000) {
        $0.latePercent = 30
        $0.repeatPercent = 30
        $0.tenants = 4
      },
    ])
  func instants(options: WorkloadOptions) throws {
    let times = try Trace(options).distinct.map(\.columns.occurredAt)
    let end = options.start.microseconds + Int64(options.days) * 86_400_000_000
    #expect(try #require(times.min()) >= options.start)
    #expect(try #require(times.max()).microseconds < end)
    #expect(Set(times).count == times.count)
    // The trace reaches well into its period.
    let reached = try #require(times.max()).microseconds - options.start.microseconds
    #expect(reached > (end - options.start.microseconds) / 10 * 6)
  }

  @Test("ties come only when asked for")
  func ties() throws {
    let times = try Trace(.with(5000) { $0.allowsTies = true }).distinct.map(\.columns.occurredAt)
    #expect(Set(times).count < times.count)
  }

  @Test("late and repeated lines are about as many as asked for", arguments: [(0.0, 0.0), (2, 5), (20, 4)])
  func shares(late: Double, repeats: Double) throws {
    let trace = try Trace(
      .with(8000) {
        $0.latePercent = late
        $0.repeatPercent = repeats
      })
    let repeated = Double(trace.lines.count - Set(trace.lines).count) / 80
    #expect(repeated >= repeats * 0.8 && repeated <= repeats * 1.2)
    #expect(trace.distinct.count == Set(trace.lines).count)
    var latest = Timestamp(microseconds: .min)
    var outOfOrder = 0.0
    for event in trace.distinct {
      if event.columns.occurredAt < latest { outOfOrder += 1 }
      latest = max(latest, event.columns.occurredAt)
    }
    #expect(outOfOrder / 80 >= late * 0.8 && outOfOrder / 80 <= late * 1.2)
  }

  @Test("tenants share no account, device or event")
  func tenants() throws {
    let events = try Trace(
      .with(6000) {
        $0.tenants = 3
        $0.accounts = 60
      }
    ).events
    #expect(Set(events.map(\.columns.tenant)).count == 3)
    var tenantOf: [AccountName: GUID] = [:]
    for event in events {
      guard let account = event.columns.account else { continue }
      #expect(
        tenantOf.updateValue(event.columns.tenant, forKey: account) ?? event.columns.tenant
          == event.columns.tenant)
    }
    #expect(tenantOf.count > 40)
  }

  @Test("accounts known by their UPN alone are linked later, most of them")
  func linking() throws {
    let events = try Trace(
      .with(6000) {
        $0.upnOnlyPercent = 40
        $0.latePercent = 0
      }
    ).events
    var named: Set<String> = []
    var linked: Set<String> = []
    for event in events {
      if case .upn(let upn) = event.columns.account { named.insert(upn) }
      if let upn = event.linkedUPN { linked.insert(upn) }
    }
    #expect(named.count >= 20)
    #expect(named.intersection(linked).count * 2 > named.count)
    #expect(!named.subtracting(linked).isEmpty)
  }

  @Test("time-ordered ids are in the order of the events")
  func timeOrderedIDs() throws {
    let lines = try Trace(
      .with(2000) {
        $0.ids = .timeOrdered
        $0.latePercent = 0
        $0.repeatPercent = 0
      }
    ).lines
    // The first 12 hexadecimal digits are milliseconds.
    let moments = lines.map { $0.dropFirst(#"{"specversion":"1.0","id":""#.count).prefix(13) }
    #expect(moments == moments.sorted())
    #expect(Set(moments).count > 1900)
  }

  @Test(
    "options that cannot be met are refused",
    arguments: [
      WorkloadOptions.with(0), .with(10) { $0.accounts = 0 }, .with(10) { $0.tenants = 101 },
      .with(10) { $0.days = 0 },
      .with(10) { $0.latePercent = 51 }, .with(10) { $0.repeatPercent = -1 }, .with(10) { $0.devices = 0 },
      .with(10) { $0.upnOnlyPercent = .nan }, .with(3_000_000) { $0.days = 1 },
    ])
  func refused(options: WorkloadOptions) {
    #expect(throws: WorkloadError.self) { try Workload(options) }
  }
}
