import Compliance
import MAMEvents

/// What an account's status was at the end of each day: what a fold of the events by then says.
///
/// The fold of all events says it too, save of the days before the first link of a UPN: the events of the UPN until then
/// belonged to nobody but itself, and are the linked account's only from that day on.
struct AccountEventsByDay {
  let account: AccountID
  /// The events of the account and of its aliases within the scope, with the account of their rows, in any order.
  let own: [FoldEvent]
  /// What happened on their installations without an account's name on it.
  let around: [FoldEvent]
  /// The links of these aliases within the scope.
  let links: [AliasLink]

  /// The status at the ends of days.
  ///
  /// - Parameter whole: the fold of all these events.
  func statusDays(_ whole: AccountFold) -> StatusDays {
    var days = StatusDays()
    var from = Int32.min
    for turn in turningDays() {
      days.go(on: statusDays(through: turn - 1), from: from)
      from = turn
    }
    days.go(on: whole.statusDays, from: from)
    return days
  }

  /// The days from which events of a UPN belong to another account than at the end of the day before.
  private func turningDays() -> [Int32] {
    if links.isEmpty { return [] }
    var first: [AccountID: AliasLink] = [:]
    for link in links {
      if let known = first[link.alias], known.point < link.point { continue }
      first[link.alias] = link
    }
    var days: Set<Int32> = []
    for event in own {
      guard let alias = event.account, let link = first[alias], event.point < link.point,
        alias == account || link.account == account
      else { continue }
      let day = link.point.effectiveAt.day
      if event.effectiveAt.day < day { days.insert(day) }
    }
    return days.sorted()
  }

  /// The status at the ends of the days through one, by what was there by its end.
  private func statusDays(through day: Int32) -> StatusDays {
    let end = Timestamp.end(ofDay: day)
    let known = AliasLinks(links, asOf: end)
    // Whom a view shows is no part of the status, so no names are needed.
    return AccountFold(account, events: own.map(known.resolve) + around, asOf: end).statusDays
  }
}
