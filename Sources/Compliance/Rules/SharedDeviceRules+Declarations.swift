extension SharedDeviceRules {
  static let declarations: [Rule] = [
    Rule(
      .s1, "Next user before the data was cleared", key: .device,
      from: .sharedDevice, "Detect a change of the signed-in account",
      because: "{app} on {device} was used by the next user before it had cleared the data of {account}.",
      remedy: "Clear the previous user's data as soon as the account changes, before anything else is shown."),
    Rule(
      .s2, "Data used after the sign-out", key: .device,
      from: .sharedDevice, "Sign out a user",
      because:
        "{account} had signed out of {device}, and data of the account was shown or accessed in {app} afterwards.",
      remedy: "Clear the app's own data at sign-out: MSAL clears only tokens."),
    Rule(
      .s3, "Data not cleared after the last user left", key: .device, parameters: [.hours(.clearWithin, 1)],
      from: .sharedDevice, "Detect a change of the signed-in account",
      because:
        "{app} on {device} learned that {account} had left and nobody is signed in, and the data was not cleared within {clearWithin}.",
      remedy: "Clear the previous user's data also when nobody is signed in."),
    Rule(
      .s4, "Change of account not read", .warning, key: .device, parameters: [.seconds(.queryWithin, 30)],
      from: .sharedDevice, "Detect a change of the signed-in account",
      because:
        "{app} on {device} was notified that the account had changed, and did not ask for the current account within {queryWithin}.",
      remedy: "Ask MSAL for the current account when the notification comes: it carries no account."),
    Rule(
      .s5, "Resumed without asking who is signed in", .warning, key: .device,
      from: .sharedDevice, "Get the signed-in user",
      because: "{app} on {device} was resumed and used in shared mode before it asked who is signed in.",
      remedy: "Ask MSAL for the current account each time the app comes to the front."),
    Rule(
      .s6, "Two accounts at once", key: .device,
      from: .sharedDevice, "Single account mode",
      because:
        "{app} on {device} was told of another current account than the query before, and nobody had signed in or out.",
      "A token was denied in {app} on {device} because more than one account was there, although the device is shared.",
      remedy: "Check that all apps on the device use shared mode and the same authenticator."),
    Rule(
      .s7, "Sign-out failed", key: .device, parameters: [.hours(.retryWithin, 1)],
      from: .sharedDevice, "Sign out a user",
      because:
        "{account} could not be signed out in {app} on {device}, and no sign-out succeeded within {retryWithin}.",
      remedy: "Sign the account out again: its session is still open to the next user."),
    Rule(
      .s8, "Browser session left open", .warning, key: .device,
      from: .sharedDevice, "Sign out a user",
      because: "{account} signed out in {app} on {device}, and the session in the browser was not cleared.",
      remedy: "Sign out with signoutFromBrowser true."),
    Rule(
      .s9, "Lag of a cleanup", .note, key: .device,
      from: .sharedDevice, "Detect a change of the signed-in account",
      because:
        "{app} on {device} cleared the data of {account} {seconds} seconds after the account had signed out in another app.",
      remedy:
        "Listen for changes in the background, or clear at the next start: only running apps are notified."),
  ]
}
