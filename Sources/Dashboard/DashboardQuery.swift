import Rendering

/// The stored queries that the figures of the page come from; raw values are their names.
public enum DashboardQuery: String, CaseIterable, Sendable {
  case headlines = "dashboard-headlines"
  case status = "dashboard-status-by-day"
  case enrollments = "dashboard-enrollments-by-day"
  case enrollmentCodes = "dashboard-enrollment-codes"
  case findingsByDay = "dashboard-findings-by-day"
  case findingsByAge = "dashboard-findings-by-age"
  case findingsByRule = "dashboard-findings-by-rule"
  case wipesByDay = "dashboard-wipes-by-day"
  case wipeTimes = "dashboard-wipe-times"
  case slowestWipes = "dashboard-slowest-wipes"
  case unconfirmedWipes = "dashboard-unconfirmed-wipes"
  case handovers = "dashboard-handovers-by-day"
  case handoverLag = "dashboard-handover-lag"
  case lateHandovers = "dashboard-late-handovers"
  case accounts = "dashboard-accounts"
  case apps = "dashboard-apps"
  case releases = "dashboard-releases"

  /// The query that tells the period and the logs: it is asked first.
  public static let extent = "dashboard-extent"

  /// How many rows of it the page shows; nil for all that there are.
  public var limit: Int? {
    switch self {
    case .slowestWipes: 10
    case .unconfirmedWipes, .lateHandovers: 15
    case .accounts, .releases: 20
    default: nil
    }
  }

  /// The arguments of a page, by the names of the parameters, in the order of its header.
  public func arguments(_ page: DashboardScope) -> [(name: String, value: String)] {
    let since = (name: "since", value: page.period.sinceText)
    let until = (name: "until", value: page.period.untilText)
    let step = (name: "step", value: page.period.step.rawValue)
    let limit = limit.map { [(name: "limit", value: "\($0)")] } ?? []
    let identities = (name: "identities", value: page.showsIdentities ? "yes" : "no")
    let tenant = (name: "tenant", value: page.tenant)
    switch self {
    case .status, .enrollments, .findingsByDay, .wipesByDay, .handovers: return [since, until, step, tenant]
    case .headlines, .enrollmentCodes, .findingsByRule, .wipeTimes, .handoverLag, .apps:
      return [since, until, tenant]
    case .findingsByAge: return [until, tenant]
    case .slowestWipes, .lateHandovers: return [since, until] + limit + [identities, tenant]
    case .unconfirmedWipes, .accounts: return [until] + limit + [identities, tenant]
    case .releases: return [since, until] + limit + [tenant]
    }
  }

  /// The command that gives the same rows, or more of them.
  func command(_ page: DashboardScope, limit: Int64? = nil) -> String {
    let words = arguments(page).map { argument in
      "--arg \(argument.name)=\(argument.name == "limit" ? limit.map(String.init) ?? argument.value : argument.value)"
    }
    return "mamaudit query run \(rawValue) " + words.joined(separator: " ")
  }
}
