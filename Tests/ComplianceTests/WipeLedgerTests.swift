import Compliance
import MAMEvents
import Testing

/// Which wipes were requested, and what became of each.
@Suite struct WipeLedgerTests {
  static func request(_ id: String? = nil) -> Step {
    id.map { Step.wipe.saying(.text(.requestID, $0)) } ?? .wipe
  }

  /// How a course stands: the positions of its events, for comparison at a glance.
  static func outline(_ steps: [Step]) -> [String] {
    fold(steps).wipes.courses.map { course in
      let stages: [(String, FoldPoint?)] = [
        ("request", course.request?.point), ("received", course.received), ("handled", course.handled),
        ("failed", course.failed), ("completed", course.completed),
      ]
      let place = [course.app, course.device].map { $0.map { "\($0)" } ?? "-" }.joined(separator: "/")
      let words = stages.compactMap { name, point in point.map { "\(name) \($0.position)" } }
      return ([place] + words).joined(separator: ", ")
    }
  }

  @Test(
    "a course stands where its last report put it",
    arguments: [
      ([.wipe], [.requested]), ([.wipe, .wipeReceived], [.received]), ([.policy(102)], [.received]),
      ([.wipe, .wipeHandled(wiped: true)], [.handled]), ([.wipe, .wipeFailed], [.failed]),
      ([.wipe, .wipeFailed, .wipeCompleted], [.completed]),
      // The command comes again after it failed.
      ([.wipeReceived, .wipeFailed, .wipeReceived], [.received]),
      ([.wipe, .policy(102), .wipeHandled(wiped: false), .enrollment(102)], [.received]),
      ([.wipe, .wipeReceived, .wipe], [.received, .requested]),
      ([.wipe, .wipeReceived, .signedIn], [.received]),
    ] as [([Step], [WipeState])])
  func courseState(_ steps: [Step], _ expected: [WipeState]) {
    #expect(fold(steps).wipes.courses.map(\.state) == expected)
    #expect(here(steps).wipe == expected.last)
  }

  @Test(
    "an event finds its course",
    arguments: [
      ([.signedIn], []),
      ([.wipe], ["1/1, request 0"]),
      (
        [.wipe, .wipeReceived, .wipeHandled(wiped: true), .wipeCompleted],
        ["1/1, request 0, received 1, handled 2, completed 3"]
      ),
      ([.wipe, .policy(102)], ["1/1, request 0, received 1"]),
      ([.wipe, .enrollment(102)], ["1/1, request 0, received 1"]),
      ([.wipe, .unenrollment(102)], ["1/1, request 0"]),
      ([.unenroll(wipe: true), .unenrollment(104), .wipeCompleted], ["1/1, request 0, completed 2"]),
      ([.unenroll(wipe: false)], []),
      // The first time it was received counts, and the last answer and failure.
      ([.wipe, .policy(102), .wipeReceived], ["1/1, request 0, received 1"]),
      ([.wipe, .wipeFailed, .wipeFailed, .wipeCompleted], ["1/1, request 0, failed 2, completed 3"]),
      ([.wipe, .wipeHandled(wiped: false), .wipeHandled(wiped: true)], ["1/1, request 0, handled 2"]),
      // Without a request.
      ([.policy(102), .wipeCompleted], ["1/1, received 0, completed 1"]),
      ([.wipeCompleted], ["1/1, completed 0"]),
      ([.wipeFailed, .wipeHandled(wiped: true)], ["1/1, handled 1, failed 0"]),
      // A confirmed course takes nothing more; the next report begins another.
      ([.wipe, .wipeCompleted, .policy(102)], ["1/1, request 0, completed 1", "1/1, received 2"]),
      ([.wipe, .wipeCompleted, .wipe], ["1/1, request 0, completed 1", "1/1, request 2"]),
      // One confirmation answers all that was asked for until then.
      (
        [.wipe, .wipeReceived, .wipe, .wipeCompleted],
        ["1/1, request 0, received 1, completed 3", "1/1, request 2, completed 3"]
      ),
      // Elsewhere is another course.
      ([.wipe, .wipeCompleted.on(docsOnPhone)], ["1/1, request 0", "2/1, completed 1"]),
    ] as [([Step], [String])])
  func courses(_ steps: [Step], _ expected: [String]) {
    #expect(Self.outline(steps) == expected)
  }

  @Test("only two different request ids speak against each other")
  func requestIDs() {
    let completed = Step.wipeCompleted.saying(.text(.requestID, "b"))
    #expect(
      Self.outline([Self.request("a"), Self.request("b"), completed])
        == ["1/1, request 0", "1/1, request 1, completed 2"])
    #expect(
      Self.outline([Self.request("a"), Self.request("b"), .wipeCompleted])
        == ["1/1, request 0, completed 2", "1/1, request 1, completed 2"])
    #expect(Self.outline([Self.request("a"), completed]) == ["1/1, request 0", "1/1, completed 1"])
    #expect(Self.outline([Self.request(), completed]) == ["1/1, request 0, completed 1"])
    let taken = fold([Self.request(), completed]).wipes.courses
    #expect(taken.map(\.requestID) == ["b"])
  }

  @Test("a wide request opens a course for each installation that exists by then")
  func wide() {
    let there: [Step] = [.signedIn, .signedIn.on(docsOnPhone), .signedIn.on(mailOnPad)]
    let everywhere = Step.wipe.with(app: nil, device: nil)
    #expect(
      Self.outline(there + [everywhere, .wipeCompleted, .signedIn.on(docsOnPad)])
        == ["1/1, request 3, completed 4", "1/2, request 3", "2/1, request 3"])
    #expect(Self.outline(there + [.wipe.with(app: nil, device: 1)]) == ["1/1, request 3", "2/1, request 3"])
    #expect(Self.outline(there + [.wipe.with(app: 1, device: nil)]) == ["1/1, request 3", "1/2, request 3"])
  }

  @Test("a wide request that meets no installation is kept until installations take it up")
  func unmet() {
    let onPhone = Step.wipe.with(app: nil, device: 1)
    #expect(Self.outline([onPhone]) == ["-/1, request 0"])
    #expect(Self.outline([onPhone, .signedIn, .signedIn.on(mailOnPad)]) == ["-/1, request 0"])
    #expect(Self.outline([onPhone, .policy(102)]) == ["1/1, request 0, received 1"])
    #expect(
      Self.outline([onPhone, .policy(102), .wipeCompleted, .policy(102).on(docsOnPhone)])
        == ["1/1, request 0, received 1, completed 2", "2/1, request 0, received 3"])
    #expect(
      Self.outline([onPhone, .wipeCompleted, .policy(102)]) == [
        "1/1, request 0, completed 1", "1/1, received 2",
      ])
    #expect(Self.outline([onPhone, .policy(102).on(mailOnPad)]) == ["-/1, request 0", "1/2, received 1"])
    let named = onPhone.saying(.text(.requestID, "a"))
    #expect(
      Self.outline([named, .wipeReceived.saying(.text(.requestID, "b"))]) == [
        "-/1, request 0", "1/1, received 1",
      ])
  }

  @Test("a course keeps what the request and the delegate said")
  func members() throws {
    let request = Step(
      .wipeRequested, .word(.origin, WipeOrigin.offlineGrace.rawValue), .integer(.reasonCode, 607),
      .word(.why, WipeReason.stolen.rawValue), .text(.requestID, "r-1"))
    let course = try #require(fold([request, .wipeHandled(wiped: false)]).wipes.courses.first)
    #expect(course.request?.origin == .offlineGrace)
    #expect(course.request?.reasonCode == 607)
    #expect(course.request?.why == .stolen)
    #expect(course.requestID == "r-1")
    #expect(course.wiped == false)
    #expect(course.isOpen)
    let unenrollment = try #require(fold([.unenroll(wipe: true)]).wipes.courses.first)
    #expect(unenrollment.request?.origin == .unenrollment)
    let strange = try #require(fold([Step(.wipeRequested, .word(.origin, 255))]).wipes.courses.first)
    #expect(strange.request != nil)
    #expect(strange.request?.origin == nil)
  }

  @Test("without request ids a wipe is pending exactly where a course is open", arguments: UInt64(0)..<30)
  func agreement(_ seed: UInt64) {
    var generator = SplitMix(seed: seed)
    let vocabulary: [Step] = [
      .wipe, .wipe.with(app: nil, device: nil), .unenroll(wipe: true), .policy(102), .wipeReceived,
      .wipeHandled(wiped: true), .wipeFailed, .wipeCompleted, .wipeCompleted, .signedIn,
    ]
    var steps: [Step] = []
    for _ in 0..<40 {
      guard let step = vocabulary.randomElement(using: &generator) else { continue }
      let place = Bool.random(using: &generator) ? mailOnPhone : docsOnPhone
      steps.append(step.app == nil ? step : step.on(place))
      let after = fold(steps)
      for (installation, account) in after.state.installations {
        let open = after.wipes.courses.contains {
          $0.isOpen && $0.app == installation.app && $0.device == installation.device
        }
        #expect(open == account.state.wipe.isPending)
      }
    }
  }
}
