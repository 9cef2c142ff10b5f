import Compliance
import MAMEvents

/// The id of the policy that reached each installation of an account last, beside the fold, which does without ids.
struct LastPolicies {
  private var ids: [InstallationID: String] = [:]

  /// Takes in an event that the fold has applied.
  mutating func apply(_ event: FoldEvent, from before: AccountState, to after: AccountState) {
    if event.type == .policyChanged, let installation = event.installation,
      let id = event.facts.text(.policyID)
    {
      ids[installation] = id
    }
    guard !ids.isEmpty, let installation = event.installation,
      after.installations[installation]?.state.policy == .removed,
      before.installations[installation]?.state.policy != .removed
    else { return }
    ids[installation] = nil
  }

  /// Fills in the ids of an account's installations.
  func fill(_ rows: inout [AccountInstallationRow]) {
    for index in rows.indices { rows[index].policyID = ids[rows[index].installation] }
  }
}
