import MAMEvents

extension Planner {
  /// A session in which something happens to a managed account.
  mutating func incident(_ seat: inout Seat, _ fleet: inout Fleet) {
    switch random.below(100) {
    case 0..<34: complianceCheck(&seat)
    case 34..<50: logOut(&seat)
    case 50..<76: wipe(&seat, &fleet)
    case 76..<88:
      open(&seat)
      add(&seat, .blockRequested(Int32(random.within(1...3))))
      let succeeded = random.chance(90)
      add(&seat, .blocked(succeeded ? 0 : 1))
      seat.isBlocked = succeeded
    case 88..<94:
      open(&seat)
      add(&seat, .policyCompleted(random.chance(50) ? Code.noPolicy : 225))
      seat.stage = .notTargeted
    default:
      open(&seat)
      add(&seat, .policyCompleted(random.pick([213, 214, 220])))
      seat.stage = .failed
    }
  }

  /// A token request that is denied, with the request before it.
  mutating func denial(_ seat: inout Seat, _ denial: Act.Denial) {
    if random.chance(70) { add(&seat, .tokenRequested) }
    add(&seat, .tokenDenied(denial), 1...4)
  }

  /// The token service asks for app protection, and the app remediates, not always to a good end.
  private mutating func complianceCheck(_ seat: inout Seat) {
    open(&seat)
    denial(&seat, random.pick([.appProtection, .appProtection, .entraCode, .subError, .blocked]))
    if random.chance(10) { return }
    add(&seat, .remediationRequested(silent: true))
    if random.chance(5) { return }
    let status: Int32 = random.pick(weighted: [(0, 52), (1, 16), (2, 6), (3, 8), (4, 12), (5, 6)])
    add(&seat, .remediationCompleted(status), 5...90)
    switch status {
    case 0:
      add(&seat, .tokenGranted)
      view(&seat, applied: true)
    case 4:
      add(&seat, .remediationRequested(silent: false))
      add(&seat, .remediationCompleted(random.chance(80) ? 0 : 5), 10...200)
    default:
      if random.chance(80) { add(&seat, .messageShown) }
    }
  }

  // MARK: Wipes

  private mutating func wipe(_ seat: inout Seat, _ fleet: inout Fleet) {
    seat.wipeID = random.next()
    switch random.below(100) {
    case 0..<40: adminWipe(&seat, &fleet)
    case 40..<55:
      // The service says so in a callback, and the request is never seen.
      open(&seat)
      carryOutWipe(&seat)
    case 55..<72:
      open(&seat)
      add(
        &seat, .wipeRequested(.conditionalLaunch, .installation, reasonCode: Int32(random.within(600...612))))
      handleWipe(&seat)
    case 72..<84:
      open(&seat)
      add(&seat, .wipeRequested(.offlineGrace, .installation, reasonCode: 608))
      handleWipe(&seat)
    case 84..<94:
      open(&seat)
      add(&seat, .wipeRequested(.app, .installation, reasonCode: 607))
      handleWipe(&seat)
    default:
      open(&seat)
      add(&seat, .wipeRequested(random.pick([.service, .unknown]), .installation, reasonCode: 0))
      carryOutWipe(&seat)
    }
  }

  /// An administrator asks for a wipe of an installation, a device, an app or all that the account has.
  private mutating func adminWipe(_ seat: inout Seat, _ fleet: inout Fleet) {
    let reach = random.pick(weighted: [
      (Act.WipeReach.installation, 45), (.device, 20), (.app, 10), (.account, 25),
    ])
    add(&seat, .wipeRequested(.admin, reach, reasonCode: 0))
    if reach != .installation {
      let account = Int(seat.account)
      fleet.accounts[account].wideWipes += 1
      fleet.accounts[account].wideWipeID = seat.wipeID
      seat.wideWipesSeen = fleet.accounts[account].wideWipes
    }
    if random.chance(25) {
      // The device is never seen again, and nothing confirms the wipe.
      seat.isRetiring = true
      return
    }
    add(&seat, .lifecycle(.launched), 600...90_000)
    carryOutWipe(&seat)
  }

  /// The command reaches the app, which mostly obeys.
  mutating func carryOutWipe(_ seat: inout Seat) {
    if random.chance(60) { add(&seat, .policyCompleted(Code.wipeReceived)) }
    add(&seat, .wipeReceived)
    if random.chance(8) { return }
    handleWipe(&seat)
  }

  private mutating func handleWipe(_ seat: inout Seat) {
    if random.chance(8) {
      add(&seat, .wipeFailed, 5...60)
      return
    }
    let isWiped = random.chance(70)
    add(&seat, .wipeHandled(isWiped), 2...30)
    if random.chance(8) { return }
    if isWiped {
      if random.chance(50) { add(&seat, .dataRemoved(.app), 1...3) }
    } else if random.chance(80) {
      add(&seat, .dataRemoved(.sdk))
    }
    add(&seat, .wipeCompleted, 2...120)
    if random.chance(60) { add(&seat, .signedOut) }
    seat.stage = .signedOut
  }
}
