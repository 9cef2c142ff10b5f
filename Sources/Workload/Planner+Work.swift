import MAMEvents

extension Planner {
  /// An ordinary session of a managed account.
  mutating func work(_ seat: inout Seat, _ fleet: Fleet) {
    open(&seat)
    if seat.isBlocked {
      seat.isBlocked = false
      add(&seat, .blockRequested(0))
      add(&seat, .blocked(0))
    }
    linkIfDue(&seat, fleet)
    checkIn(&seat)
    view(&seat, applied: true)
    for _ in 0..<random.pick([0, 1, 1, 2, 3]) { activity(&seat) }
    if seat.partner >= 0 && random.chance(30) { partnerSession(&seat, fleet) }
    leaveIdentity(&seat)
    close(&seat)
  }

  /// An account known by its UPN alone is seen with its object id from its third session on.
  private mutating func linkIfDue(_ seat: inout Seat, _ fleet: Fleet) {
    if fleet.accounts[Int(seat.account)].naming == .upnUntilLinked && seat.sessions >= 3 {
      add(&seat, .signedIn(managed: true, links: true))
    }
  }

  private mutating func checkIn(_ seat: inout Seat) {
    guard random.chance(60) else { return }
    let code = random.pick(weighted: [
      (Code.unchanged, 82), (Code.newPolicies, 8), (Int32(212), 3), (216, 2), (204, 1), (203, 2), (201, 1),
      (213, 1),
    ])
    add(&seat, .policyCompleted(code), 1...20)
    if code == Code.newPolicies { add(&seat, .policyChanged) }
  }

  private mutating func activity(_ seat: inout Seat) {
    switch random.below(10) {
    case 0...3: transfer(&seat, isManaged: true)
    case 4, 5: add(&seat, .dataAccessed, 2...120)
    case 6, 7: add(&seat, .fileProtected(random.chance(92)), 2...120)
    default:
      add(&seat, .tokenRequested, 2...60)
      if random.chance(90) { add(&seat, .tokenGranted, 1...3) } else { denial(&seat, .interaction) }
    }
  }

  /// Content of the seat's account comes on screen; a multi-identity app switches to it first.
  mutating func view(_ seat: inout Seat, applied: Bool) {
    switchIdentity(&seat, to: seat.account)
    add(&seat, .viewShown(policyApplied: applied))
  }

  mutating func switchIdentity(_ seat: inout Seat, to account: Int32) {
    guard SampleApp.all[Int(seat.app)].isMultiIdentity else { return }
    let scope = random.pick(weighted: [
      (IdentityScope.ui, 80), (.window, 8), (.thread, 8), (.process, 4),
    ])
    let initiator: SwitchInitiator = random.chance(85) ? .app : .sdk
    add(&seat, .switchRequested(scope, initiator), of: account)
    let result: Int32 = random.pick(weighted: [(0, 93), (1, 3), (2, 2), (3, 2)])
    add(&seat, .switched(scope, initiator, result), of: account, 1...3)
  }

  /// A multi-identity app falls back to nobody: no user, or nil.
  private mutating func leaveIdentity(_ seat: inout Seat) {
    guard SampleApp.all[Int(seat.app)].isMultiIdentity, random.chance(12) else { return }
    add(&seat, .switchRequested(.ui, .app), of: -1)
    add(&seat, .switched(.ui, .app, 0), of: -1, 1...3)
  }

  /// Data is about to leave or enter the app, and mostly does where it may.
  mutating func transfer(_ seat: inout Seat, isManaged: Bool) {
    let direction = random.pick([TransferDirection.send, .send, .import, .receive])
    let isPeerManaged = random.chance(60)
    var isAllowed = isManaged == isPeerManaged
    if random.chance(3) { isAllowed.toggle() }
    let decision: TransferDecision = isAllowed ? .allowed : .blocked
    add(
      &seat,
      .transferDecided(
        Act.Transfer(direction: direction, isPeerManaged: isPeerManaged, decision: decision)), 3...90)
    if isAllowed && random.chance(70) { add(&seat, .transferPerformed, 1...5) }
  }

  /// The second account of a multi-identity app: a personal one without policy, or another managed one.
  private mutating func partnerSession(_ seat: inout Seat, _ fleet: Fleet) {
    let partner = seat.partner
    let isPersonal = fleet.accounts[Int(partner)].isPersonal
    if seat.partnerStage == .fresh {
      seat.partnerStage = .managed
      if random.chance(50) {
        add(&seat, .addRequested, of: partner)
        add(&seat, .added(random.chance(92) ? 0 : 1), of: partner)
      }
      add(&seat, .signedIn(managed: !isPersonal, links: false), of: partner, 5...60)
      if !isPersonal {
        add(&seat, .registered(.registerAndEnroll), of: partner)
        add(&seat, .enrollmentCompleted(Code.newPolicies), of: partner, 2...20)
        add(&seat, .policyChanged, of: partner)
        add(&seat, .restartRequested(.app), of: partner)
        add(&seat, .lifecycle(.launched), of: partner, 4...30)
      }
    }
    if !isPersonal && random.chance(60) {
      add(&seat, .policyCompleted(Code.unchanged), of: partner)
    }
    switchIdentity(&seat, to: partner)
    if random.chance(25) {
      add(&seat, .viewShown(policyApplied: true), of: seat.account, peer: partner)
    } else {
      add(&seat, .viewShown(policyApplied: !isPersonal), of: partner)
    }
  }
}
