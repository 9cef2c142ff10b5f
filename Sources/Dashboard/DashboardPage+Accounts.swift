import PlainText
import Rendering

extension DashboardPage {
  /// The accounts that need attention, the worst first.
  var accountsSection: DashboardSection {
    let rows = rows(.accounts)
    return DashboardSection(
      id: "accounts", title: "Accounts that need attention", told: toldOfAccounts(rows), queries: [.accounts],
      lists: { html in
        guard let first = rows.first else {
          html.element(
            "p", ["class": "none"],
            text: "No account had an open violation or warning, or a wipe not confirmed.")
          return
        }
        var list = PageTable(
          "Accounts with open violations, warnings, or wipes not confirmed, the worst first",
          [
            .init("Account"), .init("Violations", .number), .init("Wipes", .number),
            .init("Warnings", .number), .init("Since", .fixed), .init("Why"),
          ],
          rows.map { row in
            [
              account(row), .number(row.count("violations")), .number(row.count("wipes")),
              .number(row.count("warnings")),
              .optional(row.instant("since").map { String(scope.time($0).prefix(10)) }),
              reasons(row),
            ]
          },
          rest: rest(.accounts, shown: rows.count, of: first.count("of_accounts"), "accounts")
        )
        list.isStacked = true
        list.write(to: &html)
      })
  }

  private func reasons(_ row: QueryRows.Row) -> PageTable.Content {
    var html = HTML()
    html.element("div", ["class": "reasons"]) { html in
      let wipes = row.count("wipes")
      let status = row.text("status")
      let reasons = [
        row.text("reasons"), wipes > 0 ? "\(Wording.counted(wipes, "wipe")) not confirmed" : nil,
        status.map { "now \(Wording.words($0))" },
      ].compactMap(\.self)
      html.text(reasons.joined(separator: "; "))
      if let account = row.text("account") {
        html.tag("br")
        html.element("code", text: "mamaudit why \(ShellWord.quoted(account))")
      }
    }
    return .markup(html)
  }

  private func toldOfAccounts(_ rows: [QueryRows.Row]) -> [String] {
    guard let total = rows.first?.count("of_accounts") else {
      return ["No account had anything open at the end of the period."]
    }
    return [
      "\(Wording.sentence(Wording.counted(total, "account"))) had an open violation or warning, or a wipe that was not "
        + "confirmed, at the end of the period. Those with most violations come first, then those with most wipes.",
      scope.showsIdentities
        ? "Names are shown: the page holds personal data."
        : "Accounts are shown by object id alone; --identities puts their names beside it.",
    ]
  }
}
