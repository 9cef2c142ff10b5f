extension TransferRules {
  static let declarations: [Rule] =
    table([.x1, .x2, .x3, .x4], "Send", "Validate data sharing: send")
    + table([.x5, .x6, .x7, .x8], "Import", "Validate data sharing: import")
    + table([.x9, .x10, .x11, .x12], "Receive", "Validate data sharing: receive") + [
      Rule(
        .x13, "Account given for a place of the device", .warning, key: .installation,
        from: .participation, "Save to and open from",
        because: "{app} on {device} asked for {account} whether the camera or the photos may be used.",
        remedy: "Ask without an account for the camera, the photos and the camera roll."),
      Rule(
        .x14, "Blocked transfer performed", key: .installation,
        from: .multiIdentity, "Share data",
        because: "{app} on {device} performed a transfer that had been blocked.",
        remedy: "Wait for the decision and keep to it."),
      Rule(
        .x15, "No account given for local storage", .warning, key: .installation,
        from: .participation, "Save to and open from",
        because:
          "{app} on {device} asked without an account whether local storage may be used, which the SDK, from 15.1.0 on, answers as for an unmanaged account.",
        remedy: "Ask for the account whose data is saved or opened."),
      Rule(
        .x16, "Decision by an old policy", .warning, key: .installation,
        from: .multiIdentity, "Share data",
        because:
          "{app} on {device} decided about a transfer of {account} by a policy that had been replaced.",
        remedy: "Ask the SDK for the policy at each decision, and keep none."),
    ]

  /// The four rows of one of the document's tables.
  private static func table(_ ids: [RuleID], _ title: String, _ section: String) -> [Rule] {
    let rows = [
      "managed account, unmanaged app", "managed account, managed app", "unmanaged account, managed app",
      "unmanaged account, unmanaged app",
    ]
    return zip(ids, rows).map { id, row in
      Rule(
        id, "\(title): \(row)", key: .installation,
        from: .multiIdentity, section,
        because:
          "A transfer (\(title.lowercased()): \(row)) in {app} on {device} was allowed, and the policy says that it must be blocked.",
        "A transfer (\(title.lowercased()): \(row)) in {app} on {device} was blocked, and the policy says that it must be allowed.",
        remedy:
          "Check which identity was active when the app asked: a wrong decision mostly has a wrong identity.")
    }
  }
}
