import MAMEvents

/// L3: one managed account at a time, unless the app is made for more.
struct SecondAccountRule: Sendable {
  /// The registered accounts in the order in which their enrollments here succeeded.
  private var order: [AccountID] = []
  /// The accounts that are enrolled here by a result since they last were wiped: an enrollment that the wipe
  /// left, or that is only being undone, is no second login.
  private var succeeded: Set<AccountID> = []

  mutating func judge(_ moment: InstallationMoment, _ ledger: inout FindingLedger) {
    order.removeAll { moment.state(of: $0)?.registered != true }
    ledger.close(.l3) { scope in !order.dropFirst().contains { scope.account == .account($0) } }
    noteResult(moment)
    if let account = moment.event.account, moment.isEnrolled(account), succeeded.contains(account),
      !order.contains(account)
    {
      order.append(account)
      judgeSecond(account, moment, &ledger)
    }
    if moment.type == .viewShown {
      for account in moment.shown where moment.isManaged(account) { judgeSecond(account, moment, &ledger) }
    }
  }

  private mutating func noteResult(_ moment: InstallationMoment) {
    guard let account = moment.event.account else { return }
    let isEnrolled = moment.state(of: account)?.enrollment.isEnrolledHere == true
    if !isEnrolled || moment.type == .wipeCompleted {
      succeeded.remove(account)
    } else if moment.isEnrollmentSuccess {
      succeeded.insert(account)
    }
  }

  private func judgeSecond(
    _ account: AccountID, _ moment: InstallationMoment, _ ledger: inout FindingLedger
  ) {
    guard moment.fold.configuration?.multiManagedIdentities != true, order.contains(account) else { return }
    let isSecond = order.prefix { $0 != account }.contains { moment.isEnrolled($0) }
    if isSecond { ledger.open(.l3, FindingScope(account, moment.installation)) }
  }
}

extension InstallationMoment {
  /// A result by which the account of the event is enrolled.
  fileprivate var isEnrollmentSuccess: Bool {
    isResult(.newPoliciesReceived) || isResult(.policiesHaveNotChanged) || isResult(.wipeReceived)
      || (type == .enrollmentCompleted && isResult(.alreadyEnrolled))
  }

  /// The account is registered and enrolled here, or on its way out.
  fileprivate func isEnrolled(_ account: AccountID) -> Bool {
    state(of: account).map { $0.registered && $0.enrollment.isEnrolledHere } ?? false
  }
}
