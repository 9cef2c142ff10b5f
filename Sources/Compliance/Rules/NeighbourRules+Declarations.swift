extension NeighbourRules {
  /// The L rules; W4 is declared with its family.
  static let declarations: [Rule] = [
    Rule(
      .l3, "Second managed account", key: .installation,
      from: .multiIdentity, "Validate login and logout: multiple managed accounts",
      because:
        "{account} was enrolled in {app} on {device} while another account was still enrolled there, and the app is not made for more than one.",
      remedy: "Remove the first managed account before the second one is enrolled."),
    Rule(
      .l4a, "Managed account not gone after its logout", parameters: [.hours(.unenrollWithin, 1)],
      from: .multiIdentity, "Validate login and logout: log out the managed account",
      because:
        "The managed account {account} was logged out of {app} on {device}, and was not unenrolled within {unenrollWithin}.",
      "The managed account {account} was logged out of {app} on {device}, and was shown or its data accessed afterwards.",
      remedy: "Remove the account and all its data from the app at logout."),
    Rule(
      .l4b, "Logout of a managed account touched another", key: .installation,
      parameters: [.minutes(.lossWithin, 5)],
      from: .multiIdentity, "Validate login and logout: log out the managed account",
      because:
        "Within {lossWithin} after a managed account was logged out of {app} on {device}, the unmanaged {account} was signed out, lost data or came under policy.",
      remedy: "Touch only the account that is logged out."),
    Rule(
      .l5, "Logout of an unmanaged account", key: .installation, parameters: [.minutes(.lossWithin, 5)],
      from: .multiIdentity, "Validate login and logout: log out the unmanaged account (corrected reading)",
      because:
        "Within {lossWithin} after an unmanaged account was logged out of {app} on {device}, the managed {account} was signed out, lost data or its policy (the document's row says the unmanaged account, where only the managed one can be meant).",
      "The unmanaged {account} was logged out of {app} on {device}, and was shown or its data accessed afterwards.",
      remedy: "Remove the data of the account that is logged out, and touch no other."),
  ]
}
