import MAMEvents

/// L3: one managed account at a time, unless the app is made for more.
struct SecondAccountRule: Sendable {
  /// The registered accounts in the order in which their enrollments here succeeded.
  private var order: [AccountID] = []

  mutating func judge(_ moment: InstallationMoment, _ ledger: inout FindingLedger) {
    order.removeAll { moment.state(of: $0)?.registered != true }
    ledger.close(.l3) { scope in !order.dropFirst().contains { scope.account == .account($0) } }
    if let account = moment.event.account, moment.isEnrolled(account), !order.contains(account) {
      order.append(account)
      judgeSecond(account, moment, &ledger)
    }
    if moment.type == .viewShown {
      for account in moment.shown where moment.isManaged(account) { judgeSecond(account, moment, &ledger) }
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
  /// The account is registered and enrolled here, or on its way out.
  fileprivate func isEnrolled(_ account: AccountID) -> Bool {
    state(of: account).map { $0.registered && $0.enrollment.isEnrolledHere } ?? false
  }
}
