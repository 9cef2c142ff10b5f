import Compliance
import MAMEvents

extension Scenario {
  /// Data sharing: what each identity may send to, import and receive from other apps.
  ///
  /// Both accounts have logged in, the policy lets data pass between managed apps alone, and the other managed app
  /// has only the same managed account.
  static let sharing: [Scenario] = table(.send, 1) + table(.import, 5) + table(.receive, 9)

  private static func table(_ direction: TransferDirection, _ first: Int) -> [Scenario] {
    let rows: [(who: AccountID, peer: String, isPeerManaged: Bool, isAllowed: Bool)] = [
      (alice, "an unmanaged app", false, false), (alice, "a managed app", true, true),
      (bob, "a managed app", true, false), (bob, "an unmanaged app", false, true),
    ]
    return rows.enumerated().map { index, row in
      func decided(_ isAllowed: Bool) -> Step {
        Step(
          .transferDecided, .word(.direction, direction.rawValue),
          .text(.peerApp, row.isPeerManaged ? "com.microsoft.office.outlook" : "com.example.notes"),
          .bool(.peerManaged, row.isPeerManaged),
          .word(.decision, (isAllowed ? TransferDecision.allowed : .blocked).rawValue),
          .text(.operationID, "operation-1"), .text(.policyID, "policy-1"), .text(.sdkVersion, "21.7.1")
        ).by(row.who)
      }
      func transfer(_ isAllowed: Bool) -> Step {
        row.isPeerManaged ? decided(isAllowed).saying(.account(.peerAccount, alice.name)) : decided(isAllowed)
      }
      let performed = Step(.transferPerformed, .text(.operationID, "operation-1")).by(row.who)
      let ready = both + (row.who == alice ? showAlice : showBob)
      let name = row.who == alice ? "managed" : "unmanaged"
      let scenario = Scenario(
        "\(direction), \(name) identity, \(row.peer)",
        good: ready + [transfer(row.isAllowed)] + (row.isAllowed ? [performed] : []))
      let of = row.who == alice ? "" : " of Bob"
      let wrong = scenario.fails(
        ready, transfer(!row.isAllowed), row.isAllowed ? [] : [performed], "X\(first + index)\(of)")
      // A block that is right and not kept.
      return row.isAllowed ? wrong : wrong.fails(ready + [transfer(false)], performed, [], "X14\(of)")
    }
  }
}
