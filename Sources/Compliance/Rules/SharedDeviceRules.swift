import MAMEvents

/// The S rules: one user at a time, and what each leaves behind.
struct SharedDeviceRules: Sendable {
  /// What the events have left in one app.
  private struct Trace {
    var user: AccountReference?
    /// The users before, whose data was not cleared since.
    var uncleared: Set<AccountReference> = []
    /// Those whose data was cleared and neither used since, nor theirs again: a change reported late, or by
    /// another app's notification, leaves nothing of theirs to clear.
    var cleared: Set<AccountReference> = []
    /// The app has come back and has not asked since who is signed in, nor done anything.
    var isUnasked = false
  }

  /// A sign-out that succeeded.
  private struct SignOut {
    var at: Timestamp
    var app: Int32
  }

  private var traces: [Int32: Trace] = [:]
  private var signedOut: [AccountReference: SignOut] = [:]
  /// The user by the last query, unless somebody signed in or out, or a change was reported, since.
  private var queried: AccountReference?

  mutating func judge(_ moment: DeviceMoment, _ ledger: inout FindingLedger) {
    var trace = traces[moment.here.app] ?? Trace()
    judgeUse(moment, trace, &ledger)
    trace.cleared.subtract(moment.used)
    judgeFirstAct(moment, &trace, &ledger)
    switch moment.type {
    case .sharedDeviceSignedIn:
      queried = nil
      become(moment.subject, &trace, moment, &ledger)
    case .sharedDeviceSignedOut:
      queried = nil
      judgeSignOut(moment, &trace, &ledger)
    case .sharedDeviceAccountChanged:
      queried = nil
      judgeChange(moment, &trace, &ledger)
    case .sharedDeviceAccountQueried:
      judgeQuery(moment, &ledger)
      judgeChange(moment, &trace, &ledger)
    case .sharedDeviceDataCleared:
      judgeCleared(moment, &trace, &ledger)
    case .tokenDenied:
      let isAmbiguous = moment.event.facts.integer(.errorCode) == Self.ambiguousAccount
      if isAmbiguous, moment.isShared { ledger.report(.s6, moment.scope(moment.subject), reason: 1) }
    default:
      break
    }
    traces[moment.here.app] = trace
  }

  /// MSAL's internal error for more than one account.
  private static let ambiguousAccount: Int64 = -42102

  /// S1 and S2.
  private func judgeUse(_ moment: DeviceMoment, _ trace: Trace, _ ledger: inout FindingLedger) {
    let used = moment.used
    for account in used where signedOut[account] != nil { ledger.report(.s2, moment.scope(account)) }
    guard let user = trace.user else { return }
    let isNextUser = used.contains(user) || (moment.type == .accountSignedIn && moment.subject == user)
    if isNextUser {
      for previous in trace.uncleared { ledger.open(.s1, moment.scope(previous)) }
    }
  }

  /// S5.
  private func judgeFirstAct(_ moment: DeviceMoment, _ trace: inout Trace, _ ledger: inout FindingLedger) {
    if moment.isQuery {
      trace.isUnasked = false
      return
    }
    switch moment.type {
    case .appLifecycle:
      switch moment.event.facts.word(.phase, of: LifecyclePhase.self) {
      case .resumed: trace.isUnasked = true
      case .launched, .terminated: trace.isUnasked = false
      case .suspended, nil: break
      }
    case .viewShown, .dataAccessed, .tokenRequested, .tokenGranted, .tokenDenied:
      if trace.isUnasked, moment.isShared { ledger.report(.s5, moment.place) }
      trace.isUnasked = false
    default:
      break
    }
  }

  /// S7 and S8.
  private mutating func judgeSignOut(
    _ moment: DeviceMoment, _ trace: inout Trace, _ ledger: inout FindingLedger
  ) {
    guard let account = moment.subject else { return }
    if moment.event.facts.bool(.signoutFromBrowser) == false { ledger.report(.s8, moment.scope(account)) }
    switch moment.event.facts.bool(.success) {
    case true:
      ledger.meet(.s7) { $0.account == account }
      become(nil, &trace, moment, &ledger)
      signedOut[account] = SignOut(at: moment.at, app: moment.here.app)
    case false:
      ledger.start(.s7, moment.scope(account), .retryWithin)
    case nil:
      break
    }
  }

  /// S3 and S4 start; S1 has its ground.
  private mutating func judgeChange(
    _ moment: DeviceMoment, _ trace: inout Trace, _ ledger: inout FindingLedger
  ) {
    if moment.isQuery { ledger.meet(.s4, moment.place) }
    if moment.event.facts.word(.via, of: SharedAccountSource.self) == .notification {
      ledger.start(.s4, moment.place, .queryWithin)
    }
    let current = moment.account(.current)
    let previous = moment.account(.previous)
    if let previous, previous != current, !trace.cleared.contains(previous) {
      trace.uncleared.insert(previous)
      if current == nil { ledger.start(.s3, moment.scope(previous), .clearWithin) }
    }
    become(current, &trace, moment, &ledger)
  }

  /// S6.
  private mutating func judgeQuery(_ moment: DeviceMoment, _ ledger: inout FindingLedger) {
    let current = moment.account(.current)
    if let queried, let current, queried != current { ledger.report(.s6, moment.place) }
    queried = current ?? queried
  }

  /// S9; S1 and S3 end.
  private func judgeCleared(_ moment: DeviceMoment, _ trace: inout Trace, _ ledger: inout FindingLedger) {
    guard let account = moment.subject else { return }
    trace.uncleared.remove(account)
    trace.cleared.insert(account)
    let scope = moment.scope(account)
    ledger.close(.s1) { $0 == scope }
    ledger.meet(.s3, scope)
    if let signOut = signedOut[account], signOut.app != moment.here.app {
      let seconds = (moment.at.microseconds - signOut.at.microseconds) / 1_000_000
      ledger.report(.s9, scope, evidence: ["seconds": seconds])
    }
  }

  /// The app has another user, or none.
  private mutating func become(
    _ next: AccountReference?, _ trace: inout Trace, _ moment: DeviceMoment, _ ledger: inout FindingLedger
  ) {
    if let user = trace.user, user != next, !trace.cleared.contains(user) { trace.uncleared.insert(user) }
    if let next, next != trace.user { trace.cleared.remove(next) }
    trace.user = next
    guard let next else { return }
    trace.uncleared.remove(next)
    ledger.callOff(.s3, moment.scope(next))
    signedOut[next] = nil
  }
}
