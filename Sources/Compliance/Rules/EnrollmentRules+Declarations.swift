extension EnrollmentRules {
  static let declarations: [Rule] = [
    Rule(
      .e1, "Registered without a sign-in",
      from: .integration, "Apps that already use MSAL",
      because: "{app} on {device} registered {account} before the account had signed in there.",
      remedy: "Register the account only after it has signed in successfully."),
    Rule(
      .e2, "Managed data shown before the first restart", key: .installation,
      from: .integration, "App restart",
      because:
        "{app} on {device} received its first policy for {account}, and the account was shown before the app was launched again.",
      remedy: "Restart the app, or let the SDK do so, before anything of the account is shown."),
    Rule(
      .e3, "Tokens removed before the unenrollment",
      from: .integration, "Deregister user accounts",
      because:
        "{app} on {device} removed the tokens of {account} while the account was still registered, and the SDK needs them to unenroll.",
      remedy: "Ask for the unenrollment first, and remove tokens when it has ended."),
    Rule(
      .e4, "Data not removed after an unenrollment without wipe",
      parameters: [.hours(.removeWithin, 1), .minutes(.removedBefore, 5)],
      from: .integration, "Deregister user accounts",
      because:
        "{app} on {device} unenrolled {account} without wipe, and reported no removal of its data from {removedBefore} before to {removeWithin} after.",
      remedy: "Remove the account's data in the app, or ask for the unenrollment with wipe."),
    Rule(
      .e5, "Enrollment attempt after the unenrollment",
      from: .integration, "Deregister user accounts",
      because:
        "{app} on {device} tried to enroll {account} after the account was unenrolled, without registering it again.",
      remedy: "Update the SDK: retries stop when an account is deregistered."),
    Rule(
      .e6, "Account not removed", parameters: [.hours(.removeWithin, 24)],
      from: .integration, "Status, result and debug notifications",
      because:
        "The service answered {code} for {account} in {app} on {device}, and the app had not removed the account after {removeWithin}.",
      remedy: "Sign the account out, or unenroll it, when the service answers 209, 210 or 211."),
    Rule(
      .e7, "Policy does not follow the enrollment", key: .installation,
      from: .integration, "Exit criteria",
      because: "{account} is managed in {app} on {device}, and was shown without policy.",
      "No policy is targeted at {account} in {app} on {device}, and it was shown under policy.",
      remedy:
        "Launch the app anew after the first policy, and let each page ask the SDK whether policy applies."),
    Rule(
      .e8, "Registration without a result", .warning, parameters: [.minutes(.resultWithin, 15)],
      from: .issues, "Issue 178",
      because:
        "{account} was registered in {app} on {device}, the app was used, and within {resultWithin} no result came.",
      remedy:
        "Check that a policy is targeted at the account and that a token can be had without interaction."),
    Rule(
      .e9, "Unenrollment not completed", parameters: [.hours(.unenrollWithin, 1)],
      from: .integration, "Deregister user accounts",
      because:
        "{app} on {device} asked to unenroll {account}, and no result came within {unenrollWithin}.",
      "The SDK could not clear the data of {account} when {app} on {device} unenrolled it (code 215).",
      remedy: "Have the app opened and the unenrollment repeated; data of the account may remain until then."),
    Rule(
      .e10, "Retry overdue", .warning, parameters: [.minutes(.attemptWithin, 15)],
      from: .integration, "Status, result and debug notifications",
      because:
        "The enrollment of {account} in {app} on {device} had failed and a retry was due, but within {attemptWithin} of the app's use none followed.",
      remedy:
        "Check the network and the account's token; registering the account anew starts an attempt at once."),
  ]
}
