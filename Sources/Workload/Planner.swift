import MAMEvents

/// Plans sessions: what the account of a seat does next, from where it stands.
struct Planner {
  var random: SeededRandom

  /// Fills the seat's plan with the steps of its next session.
  mutating func plan(_ seat: inout Seat, _ fleet: inout Fleet) {
    seat.plan.removeAll(keepingCapacity: true)
    seat.nextStep = 0
    seat.sessions += 1
    if fleet.devices[Int(seat.device)].isShared {
      sharedSession(&seat, fleet)
    } else {
      privateSession(&seat, &fleet)
    }
  }

  private mutating func privateSession(_ seat: inout Seat, _ fleet: inout Fleet) {
    switch seat.stage {
    case .fresh, .signedOut: onboard(&seat)
    case .failed: retryEnrollment(&seat)
    case .notTargeted: untargetedSession(&seat)
    case .managed: managedSession(&seat, &fleet)
    }
  }

  private mutating func managedSession(_ seat: inout Seat, _ fleet: inout Fleet) {
    let account = Int(seat.account)
    if seat.wideWipesSeen != fleet.accounts[account].wideWipes {
      seat.wideWipesSeen = fleet.accounts[account].wideWipes
      seat.wipeID = fleet.accounts[account].wideWipeID
      if random.chance(80) {
        open(&seat)
        return carryOutWipe(&seat)
      }
    }
    if random.chance(18) {
      incident(&seat, &fleet)
    } else {
      work(&seat, fleet)
    }
  }

  // MARK: Steps

  /// Adds a step about the seat's account, a random time within the given seconds after the one before.
  mutating func add(_ seat: inout Seat, _ act: Act, _ seconds: ClosedRange<Int> = 1...12) {
    add(&seat, act, of: seat.account, seconds)
  }

  /// Adds a step about an account, which may name a second one.
  mutating func add(
    _ seat: inout Seat, _ act: Act, of account: Int32, peer: Int32 = -1, _ seconds: ClosedRange<Int> = 1...12
  ) {
    let delay = Int64(random.within(seconds)) * Microseconds.second + Int64(random.below(1_000_000))
    seat.plan.append(Step(delay: delay, account: account, peer: peer, act: act))
  }

  /// The app comes to the front.
  mutating func open(_ seat: inout Seat) {
    if !seat.isConfigured || random.chance(2) {
      add(&seat, .appConfigured)
      seat.isConfigured = true
    }
    add(&seat, .lifecycle(random.chance(60) ? .resumed : .launched))
  }

  /// The app leaves the front.
  mutating func close(_ seat: inout Seat) {
    if random.chance(45) { add(&seat, .lifecycle(random.chance(80) ? .suspended : .terminated), 10...300) }
  }
}
