import MAMEvents

extension Planner {
  /// A session on a shared device: now and then the device changes hands.
  mutating func sharedSession(_ seat: inout Seat, _ fleet: Fleet) {
    switch seat.stage {
    case .fresh:
      seat.isConfigured = true
      add(&seat, .appConfigured)
      add(&seat, .lifecycle(.launched))
      add(&seat, .modeDetected(1))
      takeOver(&seat, previous: -1)
    case .signedOut:
      let previous = seat.account
      seat.account = fleet.anotherUser(
        than: previous, of: fleet.devices[Int(seat.device)].tenant, &random)
      open(&seat)
      takeOver(&seat, previous: previous)
    default:
      if random.chance(30) {
        handBack(&seat)
      } else {
        open(&seat)
        if random.chance(85) {
          add(&seat, .sharedAccountQueried, of: seat.account, 1...3)
        }
        if random.chance(50) { add(&seat, .policyCompleted(Code.unchanged)) }
        add(&seat, .viewShown(policyApplied: true))
        if random.chance(40) { add(&seat, .dataAccessed) }
        close(&seat)
      }
    }
  }

  private mutating func takeOver(_ seat: inout Seat, previous: Int32) {
    let user = seat.account
    if random.chance(70) {
      add(&seat, .sharedAccountChanged(random.chance(75) ? .notification : .query), of: user, peer: previous)
    }
    add(&seat, .sharedSignedIn, of: user, 3...40)
    add(&seat, .sharedAccountQueried, of: user, peer: previous, 1...3)
    add(&seat, .signedIn(managed: true, links: false))
    add(
      &seat, .registered(SampleApp.all[Int(seat.app)].autoEnrolls ? .autoEnrollOnLaunch : .registerAndEnroll))
    enroll(&seat)
    if seat.stage == .failed || seat.stage == .notTargeted { seat.stage = .managed }
  }

  /// The user gives the device back: unenrollment, sign-out and clean-up, each of which can go wrong.
  private mutating func handBack(_ seat: inout Seat) {
    let user = seat.account
    open(&seat)
    if random.chance(80) {
      add(&seat, .unenrollmentRequested(withWipe: true))
      if random.chance(30) {
        add(&seat, .wipeRequested(.sharedDevice, .installation, reasonCode: 0))
        add(&seat, .wipeHandled(true))
        add(&seat, .wipeCompleted)
      }
      add(&seat, .unenrollmentCompleted(Code.unenrolled))
      add(&seat, .tokensRemoved)
    }
    if random.chance(10) { add(&seat, .sharedSignedOut(false)) }
    add(&seat, .sharedSignedOut(true))
    if random.chance(60) { add(&seat, .sharedAccountChanged(.notification), of: -1, peer: user) }
    if random.chance(90) { add(&seat, .sharedDataCleared, of: user, 2...90) }
    seat.stage = .signedOut
  }
}
