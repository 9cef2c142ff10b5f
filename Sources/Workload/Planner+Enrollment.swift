import MAMEvents

/// Codes of callbacks that the courses branch on.
enum Code {
  static let newPolicies: Int32 = 100
  static let unchanged: Int32 = 101
  static let wipeReceived: Int32 = 102
  static let noPolicy: Int32 = 103
  static let unenrolled: Int32 = 104
}

extension Planner {
  /// How enrollments end: mostly well, else in many ways, now and then by a code that only a newer SDK knows.
  private static let enrollmentCodes: [(value: Int32, weight: Int)] =
    [
      (Code.newPolicies, 740), (Code.unchanged, 45), (Code.noPolicy, 35), (225, 30), (208, 15), (203, 20),
      (205, 18), (200, 16), (216, 12), (201, 8), (209, 8), (210, 5), (211, 5), (228, 3),
    ]
    + [204, 206, 207, 212, 213, 214, 217, 218, 219, 220, 221, 222, 223, 224, 226, 227].map { ($0, 3) }

  /// The account signs in to the app, is registered and enrolled.
  mutating func onboard(_ seat: inout Seat) {
    let app = SampleApp.all[Int(seat.app)]
    if !seat.isConfigured {
      seat.isConfigured = true
      add(&seat, .appConfigured)
      if random.chance(30) { add(&seat, .modeDetected(0)) }
    }
    add(&seat, .lifecycle(.launched), 1...4)
    add(&seat, .signedIn(managed: true, links: false), 5...60)
    if app.autoEnrolls {
      add(&seat, .registered(.autoEnrollOnLaunch))
    } else if random.chance(20) {
      denial(&seat, .appProtection)
      add(&seat, .remediationRequested(silent: true))
      add(&seat, .registered(.remediateCompliance))
      add(&seat, .remediationCompleted(0), 5...40)
      add(&seat, .tokenGranted)
    } else {
      add(&seat, .registered(random.chance(25) ? .loginAndEnroll : .registerAndEnroll))
    }
    enroll(&seat)
  }

  /// The result of an enrollment, and what follows at once.
  mutating func enroll(_ seat: inout Seat) {
    let code = random.pick(weighted: Planner.enrollmentCodes)
    add(&seat, .enrollmentCompleted(code), 2...25)
    switch code {
    case Code.newPolicies:
      becomeManaged(&seat)
    case Code.unchanged, 208:
      seat.stage = .managed
    case Code.noPolicy, 225:
      seat.stage = .notTargeted
    case 209...211:
      add(&seat, .signedOut, 5...600)
      seat.stage = .signedOut
    default:
      seat.stage = .failed
    }
  }

  private mutating func becomeManaged(_ seat: inout Seat) {
    seat.stage = .managed
    add(&seat, .policyChanged)
    if !SampleApp.all[Int(seat.app)].needsNoRestart {
      add(&seat, .restartRequested(random.chance(70) ? .sdk : .app))
      add(&seat, .lifecycle(.terminated), 2...20)
      // Some never open the app again on that day, and wait for the restart until the next session.
      if random.chance(12) { return }
      add(&seat, .lifecycle(.launched), 1...30)
    }
    if random.chance(70) { add(&seat, .policyCompleted(Code.unchanged), 2...30) }
    view(&seat, applied: true)
  }

  /// A session of an account whose enrollment failed: the SDK tries again.
  mutating func retryEnrollment(_ seat: inout Seat) {
    open(&seat)
    if random.chance(15) { return close(&seat) }
    enroll(&seat)
  }

  /// A session of an account without policy.
  mutating func untargetedSession(_ seat: inout Seat) {
    open(&seat)
    switchIdentity(&seat, to: seat.account)
    add(&seat, .viewShown(policyApplied: false))
    if random.chance(35) {
      transfer(&seat, isManaged: false)
    }
    if random.chance(20) {
      enroll(&seat)
    } else {
      close(&seat)
    }
  }

  /// The user logs out of the app: unenrollment with or without wipe, which does not always end well.
  mutating func logOut(_ seat: inout Seat) {
    open(&seat)
    let withWipe = random.chance(55)
    add(&seat, .unenrollmentRequested(withWipe: withWipe))
    if withWipe {
      if random.chance(50) { add(&seat, .wipeHandled(random.chance(75))) }
      add(&seat, .wipeCompleted, 2...40)
    } else if random.chance(85) {
      add(&seat, .dataRemoved(.app))
    }
    let code = random.pick(weighted: [
      (Code.unenrolled, 86), (Int32(215), 6), (205, 3), (203, 3), (214, 2),
    ])
    add(&seat, .unenrollmentCompleted(code), 2...60)
    guard code == Code.unenrolled else { return }
    add(&seat, .tokensRemoved)
    add(&seat, .signedOut)
    seat.stage = .signedOut
  }
}
