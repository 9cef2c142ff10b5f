import MAMEvents

/// The W rules over an account: what was asked to be wiped, and what became of it.
struct WipeRules: AccountRules {
  /// What an account's wipes have left on one installation.
  private struct Trace {
    /// The last answer of the app's wipe delegate since the last registration.
    var wiped: Bool?
    /// The last thing that can explain a wipe.
    var causeAt: Timestamp?
    /// It has not been followed by a confirmation.
    var isExpected = false
    var completions = RecentCount()
  }

  /// A request as it was made.
  private struct Request {
    var at: Timestamp
    var scope: FindingScope
    /// The device is lost or stolen.
    var isForLoss: Bool
    /// The device that it names, or those on which the account was by then: a new device is not the lost one.
    var devices: Set<Int32>
    /// The installations that have received or confirmed it.
    var answered: Set<InstallationID> = []
    /// The devices on which the account was wiped or registered since.
    var renewed: Set<Int32> = []
    /// The installations whose new enrollment was reported.
    var reported: Set<InstallationID> = []

    /// The request covers all of the user.
    var isForUser: Bool { scope.app == nil && scope.device == nil }
  }

  /// Which apps of one device a request covered.
  private struct Coverage {
    var ground: FoldPoint
    var parameters: RuleParameters
    var waiting: Set<Int32>
  }

  private var traces: [InstallationID: Trace] = [:]
  private var requests: [Request] = []
  private var coverages: [Int32: Coverage] = [:]

  mutating func judge(_ moment: Moment, _ ledger: inout FindingLedger) {
    if moment.isWipeRequest { judgeRequest(moment, &ledger) }
    if moment.type == .intuneRegistrationObserved { judgeObservation(moment, &ledger) }
    guard let here = moment.event.installation else { return }
    if moment.isUnenrollmentWithWipe { expectWipe(moment, here) }
    if moment.isWipeReceipt { judgeReceipt(moment, here, &ledger) }
    switch moment.type {
    case .accountRegistered:
      traces[here]?.wiped = nil
      renew(here)
    case .wipeHandled:
      traces[here, default: Trace()].wiped = moment.event.facts.bool(.wiped)
    case .wipeCompleted:
      judgeCompletion(moment, here, &ledger)
    case .viewShown:
      if traces[here]?.wiped == false { ledger.report(.w3, FindingScope(moment.account, here)) }
    case .dataAccessed:
      judgeAccess(moment, here, &ledger)
    default:
      if moment.isEnrollmentSuccess { judgeEnrollment(moment, here, &ledger) }
    }
  }

  /// W1 and W6 start; W5, W7, W8 and W10 have their ground.
  private mutating func judgeRequest(_ moment: Moment, _ ledger: inout FindingLedger) {
    let why = moment.event.facts.word(.why, of: WipeReason.self)
    let covered = moment.coveredInstallations
    requests.append(
      Request(
        at: moment.at, scope: moment.scope, isForLoss: why == .lost || why == .stolen,
        devices: moment.event.device.map { [$0] } ?? Set(covered.map(\.device))))
    for installation in covered {
      expectWipe(moment, installation)
      ledger.start(.w1, FindingScope(moment.account, installation), .confirmWithin)
    }
    if moment.event.app == nil { cover(covered, moment) }
  }

  private mutating func cover(_ covered: [InstallationID], _ moment: Moment) {
    for (device, installations) in Dictionary(grouping: covered, by: \.device)
    where installations.count > 1 && coverages[device] == nil {
      coverages[device] = Coverage(
        ground: moment.event.point, parameters: moment.parameters, waiting: Set(installations.map(\.app)))
    }
  }

  private mutating func judgeReceipt(
    _ moment: Moment, _ here: InstallationID, _ ledger: inout FindingLedger
  ) {
    expectWipe(moment, here)
    ledger.start(.w1, moment.scope, .confirmWithin)
    answer(here, &ledger)
  }

  private mutating func judgeCompletion(
    _ moment: Moment, _ here: InstallationID, _ ledger: inout FindingLedger
  ) {
    judgeCause(moment, here, &ledger)
    ledger.meet(.w1, moment.scope)
    confirm(moment, here, &ledger)
    answer(here, &ledger)
    let limit = moment.parameters.count(.count, of: .w9)
    let within = moment.parameters.duration(.within, of: .w9)
    if traces[here, default: Trace()].completions.reaches(limit, at: moment.at, within: within) {
      ledger.report(.w9, moment.scope)
    }
    renew(here)
  }

  /// W5.
  private mutating func judgeCause(
    _ moment: Moment, _ here: InstallationID, _ ledger: inout FindingLedger
  ) {
    let trace = traces[here] ?? Trace()
    let earliest = moment.at.advanced(by: -moment.parameters.duration(.lookBack, of: .w5))
    let isRecent = trace.causeAt.map { $0 >= earliest } ?? false
    if !trace.isExpected, !isRecent, !hasUnmetCause(here, earliest) { ledger.report(.w5, moment.scope) }
    traces[here, default: Trace()].isExpected = false
  }

  /// Whether a request from before the account came to the installation covers it: it is pending, or recent.
  private func hasUnmetCause(_ here: InstallationID, _ earliest: Timestamp) -> Bool {
    requests.contains { request in
      request.scope.covers(here) && (!request.answered.contains(here) || request.at >= earliest)
    }
  }

  /// W6: some apps have confirmed and others have not.
  private mutating func confirm(
    _ moment: Moment, _ here: InstallationID, _ ledger: inout FindingLedger
  ) {
    guard var coverage = coverages[here.device], coverage.waiting.remove(here.app) != nil else { return }
    let scope = FindingScope(account: .account(moment.account), app: nil, device: here.device)
    if coverage.waiting.isEmpty {
      ledger.meet(.w6, scope)
      coverages[here.device] = nil
    } else {
      ledger.start(.w6, scope, .confirmWithin, from: coverage.ground, by: coverage.parameters)
      coverages[here.device] = coverage
    }
  }

  /// W7 and W10.
  private mutating func judgeEnrollment(
    _ moment: Moment, _ here: InstallationID, _ ledger: inout FindingLedger
  ) {
    if requests.contains(where: \.isForUser) { ledger.report(.w7, moment.scope) }
    var isTakeover = false
    for index in requests.indices
    where requests[index].isForLoss && requests[index].devices.contains(here.device)
      && requests[index].renewed.contains(here.device)
    {
      if requests[index].reported.insert(here).inserted { isTakeover = true }
    }
    if isTakeover { ledger.report(.w10, moment.scope) }
  }

  /// W8: the installation has synchronised since the request, and said nothing of it.
  private func judgeObservation(_ moment: Moment, _ ledger: inout FindingLedger) {
    guard let syncedAt = moment.event.facts.integer(.lastSyncAt) else { return }
    let observed = moment.scope
    let isIgnored = requests.contains { request in
      guard syncedAt > request.at.microseconds, request.scope.meets(observed) else { return false }
      if let here = moment.event.installation { return !request.answered.contains(here) }
      return !request.answered.contains { observed.covers($0) }
    }
    if isIgnored { ledger.open(.w8, observed) }
  }

  /// W2 and W3.
  private func judgeAccess(_ moment: Moment, _ here: InstallationID, _ ledger: inout FindingLedger) {
    switch traces[here]?.wiped {
    case true: ledger.report(.w2, moment.scope)
    case false: ledger.report(.w3, moment.scope)
    case nil: break
    }
  }

  private mutating func expectWipe(_ moment: Moment, _ here: InstallationID) {
    traces[here, default: Trace()].causeAt = moment.at
    traces[here, default: Trace()].isExpected = true
  }

  private mutating func answer(_ here: InstallationID, _ ledger: inout FindingLedger) {
    for index in requests.indices where requests[index].scope.covers(here) {
      requests[index].answered.insert(here)
    }
    ledger.close(.w8) { $0.covers(here) }
  }

  private mutating func renew(_ here: InstallationID) {
    for index in requests.indices where requests[index].isForLoss {
      requests[index].renewed.insert(here.device)
      requests[index].reported.remove(here)
    }
  }
}

extension FindingScope {
  /// Whether two scopes have an installation in common.
  fileprivate func meets(_ other: FindingScope) -> Bool {
    (app == nil || other.app == nil || app == other.app)
      && (device == nil || other.device == nil || device == other.device)
  }
}
