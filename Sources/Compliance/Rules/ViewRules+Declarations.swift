extension ViewRules {
  /// L1 and L2.
  ///
  /// Which of an order's two rows a wrong view breaks depends on who came first: the pattern of L2a is that of L1b
  /// before any account was managed here.
  static let loginDeclarations: [Rule] = [
    Rule(
      .l1a, "Managed account not protected after its login", key: .installation,
      from: .multiIdentity, "Validate login and logout: log in the managed account first",
      because:
        "{account} is managed in {app} on {device}, and was shown without policy before it was ever shown with it.",
      remedy:
        "Set the identity before the account's data is shown, and launch the app anew after the first policy."
    ),
    Rule(
      .l1b, "Policy leaked to an unmanaged account", key: .installation,
      from: .multiIdentity, "Validate login and logout: log in the managed account first",
      because:
        "The unmanaged {account} was shown under policy in {app} on {device}, where another account had come under policy before, and had never been shown without.",
      "{app} on {device}, where another account had come under policy before, encrypted a file of the unmanaged {account}.",
      remedy: "Switch the identity to the unmanaged account before its data is shown or written."),
    Rule(
      .l2a, "Unmanaged account captured", key: .installation,
      from: .multiIdentity, "Validate login and logout: log in the unmanaged account first",
      because:
        "The unmanaged {account} was shown under policy in {app} on {device} before any account there was managed (the evidence is that of L1b in the other order), and had never been shown without.",
      "{app} on {device} encrypted a file of the unmanaged {account} before any account there was managed (the evidence is that of L1b in the other order).",
      remedy: "Switch the identity to the unmanaged account before its data is shown or written."),
    Rule(
      .l2b, "Managed account not protected beside an unmanaged one", key: .installation,
      from: .multiIdentity, "Validate login and logout: log in the unmanaged account first",
      because:
        "{account} came to {app} on {device} after an unmanaged account, is managed there, and was shown without policy before it was ever shown with it.",
      remedy: "Set the identity before the account's data is shown: the order of the logins must not matter."),
  ]

  /// A1 to A8.
  static let identityDeclarations: [Rule] = [
    Rule(
      .a1, "Managed account shown without policy", key: .installation,
      from: .multiIdentity, "Validate the active identity: view of one account, managed",
      because: "{app} on {device} showed the managed {account}, the active identity, without policy.",
      remedy: "Check this page: policy must hold on every page of a managed account."),
    Rule(
      .a2, "Unmanaged account shown under policy", key: .installation,
      from: .multiIdentity, "Validate the active identity: view of one account, unmanaged",
      because: "{app} on {device} showed the unmanaged {account}, the active identity, under policy.",
      remedy: "Check which identity the page's window and threads have."),
    Rule(
      .a3, "View of several accounts without policy", key: .installation,
      from: .multiIdentity, "Validate the active identity: view of several accounts",
      because: "{app} on {device} showed the managed {account} together with others and without policy.",
      remedy: "Make a managed account the active identity of every page that shows one."),
    Rule(
      .a4, "Policy lost in a pause", key: .installation,
      from: .multiIdentity, "Validate the active identity: managed pause",
      because:
        "{app} on {device} was suspended with a managed account under policy, and after it was resumed first showed {account} without.",
      remedy: "Set the identity again when the app comes back, before anything is shown."),
    Rule(
      .a5, "Policy gained in a pause", key: .installation,
      from: .multiIdentity, "Validate the active identity: unmanaged pause",
      because:
        "{app} on {device} was suspended with an unmanaged account and no policy, and after it was resumed first showed the unmanaged {account} under policy.",
      remedy: "Set the identity again when the app comes back, before anything is shown."),
    Rule(
      .a6, "Policy wrong after a kill", key: .installation,
      from: .multiIdentity, "Validate the active identity: managed kill",
      because:
        "{app} on {device} was killed with a managed account on the screen, and after its launch first showed the managed {account} without policy.",
      "{app} on {device} was killed with a managed account on the screen, and after its launch first showed the unmanaged {account} under policy.",
      remedy: "Set the identity at launch, for the account that is shown first."),
    Rule(
      .a7, "Policy gained in a kill", key: .installation,
      from: .multiIdentity, "Validate the active identity: unmanaged kill (corrected reading)",
      because:
        "{app} on {device} was killed with an unmanaged account on the screen, and after its launch first showed the unmanaged {account} under policy (whether policy was active before the kill does not count: the document's row says so by mistake).",
      remedy: "Set the identity at launch, for the account that is shown first."),
    Rule(
      .a8, "Managed account unprotected after a kill", key: .installation,
      from: .multiIdentity, "Validate the active identity: unmanaged kill (corrected reading)",
      because:
        "{app} on {device} was killed with an unmanaged account on the screen, and after its launch first showed the managed {account} without policy (whether policy was active before the kill does not count: the document's row says so by mistake).",
      remedy: "Set the identity at launch, for the account that is shown first."),
  ]
}
