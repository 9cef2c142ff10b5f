import Compliance
import MAMEvents
import Testing

/// Table 1.1: each event from each enrollment.
@Suite struct EnrollmentTableTests {
  /// Steps that lead to each enrollment.
  static func way(to enrollment: EnrollmentState) -> [Step] {
    switch enrollment {
    case .unknown: [.signedIn]
    case .registered: [.registered]
    case .enrolled: [.registered, .enrollment(101)]
    case .failed: [.registered, .enrollment(205)]
    case .notTargeted: [.registered, .enrollment(103)]
    case .unenrolling: [.registered, .enrollment(101), .unenroll(wipe: false)]
    case .unenrolled: [.registered, .enrollment(101), .unenroll(wipe: false), .unenrollment(104)]
    case .unenrollFailed: [.registered, .enrollment(101), .unenroll(wipe: false), .unenrollment(215)]
    }
  }

  /// Where an event leads from each enrollment.
  struct Row: Sendable {
    let events: [Step]
    let to: [EnrollmentState: EnrollmentState]

    /// An event that leads to one enrollment from some (all, where nothing is said), and changes nothing from
    /// others.
    init(_ events: [Step], to: EnrollmentState, from: [EnrollmentState] = EnrollmentState.allCases) {
      self.events = events
      self.to = Dictionary(
        uniqueKeysWithValues: EnrollmentState.allCases.map { ($0, from.contains($0) ? to : $0) })
    }

    /// Events that change nothing.
    init(unchangedBy events: [Step]) {
      self.init(events, to: .unknown, from: [])
    }
  }

  static let disowning: [Int32] = [209, 210, 211, 213, 214, 220, 221]
  static let passing: [Int32] = [
    200, 201, 202, 203, 204, 205, 206, 207, 212, 215, 216, 217, 218, 219, 222, 223, 224, 226, 227,
  ]
  static let failures: [Int32] = Array(200...227)

  static let rows: [Row] = [
    Row(
      RegistrationMethod.allCases.map { .registered($0) }, to: .registered,
      from: [.unknown, .failed, .notTargeted, .unenrolled, .unenrollFailed, .registered]),
    Row([100, 101, 102, 208].map { .enrollment($0) }, to: .enrolled),
    Row([103, 225].flatMap { [.enrollment($0), .policy($0)] }, to: .notTargeted),
    Row(
      [100, 101, 102].map { .policy($0) }, to: .enrolled,
      from: [.unknown, .registered, .failed, .notTargeted]),
    Row(disowning.map { .enrollment($0) }, to: .failed),
    Row(
      passing.map { .enrollment($0) }, to: .failed,
      from: [.unknown, .registered, .failed, .notTargeted, .unenrolled, .unenrollFailed]),
    Row([213, 214, 220].map { .policy($0) }, to: .failed, from: [.enrolled]),
    Row(unchangedBy: failures.filter { ![213, 214, 220, 225].contains($0) }.map { .policy($0) }),
    Row([.unenroll(wipe: false), .unenroll(wipe: true)], to: .unenrolling),
    Row([.unenrollment(104)], to: .unenrolled),
    Row(failures.map { .unenrollment($0) }, to: .unenrollFailed),
    Row(unchangedBy: [100, 101, 102, 103].map { .unenrollment($0) } + [.enrollment(104), .policy(104)]),
    Row(
      unchangedBy: [nil, -1, 0, 99, 105, 199, 228, 999].flatMap {
        [.enrollment($0), .policy($0), .unenrollment($0)]
      }),
    Row(unchangedBy: [
      .signedIn, .wipe, .wipeCompleted, .dataAccessed, Step(.accountSignedOut), Step(.tokensRemoved),
    ]),
  ]

  @Test("an event leads from each enrollment where table 1.1 says", arguments: rows)
  func row(_ row: Row) {
    for event in row.events {
      for from in EnrollmentState.allCases {
        let before = Self.way(to: from)
        #expect(here(before).enrollment == from)
        #expect(here(before + [event]).enrollment == row.to[from], "\(event) from \(from)")
      }
    }
  }

  @Test("the code of the last result is kept, unknown numbers too, and names that are none are null")
  func enrollmentCode() {
    #expect(here([.signedIn]).enrollmentCode == nil)
    #expect(here([.enrollment(100)]).enrollmentCode == 100)
    #expect(here([.enrollment(100), .policy(999)]).enrollmentCode == 999)
    #expect(here([.enrollment(100), .policy(101), .unenrollment(215)]).enrollmentCode == 215)
    #expect(here([.enrollment(100), .policy(nil)]).enrollmentCode == nil)
    #expect(here([.enrollment(100), .remediated(3), .blocked(0)]).enrollmentCode == 100)
  }
}
