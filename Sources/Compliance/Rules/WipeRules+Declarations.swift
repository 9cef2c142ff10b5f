extension WipeRules {
  static let declarations: [Rule] = [
    Rule(
      .w1, "Wipe not confirmed", parameters: [.hours(.confirmWithin, 24)],
      from: .multiIdentity, "Selective wipe",
      because:
        "A wipe of {account} in {app} on {device} was wanted, and none was confirmed within {confirmWithin}.",
      remedy: "Have the app opened on the device: a wipe runs only then and may take half an hour.",
      note:
        "Wanted is what `mam.wipe.requested`, code 102 or `mam.wipe.received` says. An unenrollment with a wipe is none of these: rules L4a and E9 judge it. Reports and the dashboard list it among the wipes, with the origin `unenrollment`, so they may count more unconfirmed wipes than there are findings of this rule."
    ),
    Rule(
      .w2, "Data accessed after the app reported it wiped",
      from: .multiIdentity, "Selective wipe",
      because:
        "{app} on {device} reported that it had removed all data of {account}, and data was accessed later.",
      remedy: "Return true from the wipe delegate only after everything is removed."),
    Rule(
      .w3, "Account still there after the SDK removed its files",
      from: .multiIdentity, "Selective wipe",
      because:
        "{app} on {device} left the wipe of {account} to the SDK, which removes only files, and the account or its data still appeared.",
      remedy: "Remove what is no file (keychain, settings, the account itself) in the wipe delegate."),
    Rule(
      .w4, "Wipe removed another account's data", key: .installation, parameters: [.minutes(.lossWithin, 5)],
      from: .multiIdentity, "Selective wipe",
      because:
        "Data of {account} in {app} on {device} was removed within {lossWithin} after another account was wiped, without a logout or wipe of its own.",
      remedy: "Remove only what belongs to the account that is wiped."),
    Rule(
      .w5, "Wipe without a known cause", parameters: [.hours(.lookBack, 24)],
      from: .issues, "Issue 624",
      because:
        "{account} was wiped in {app} on {device}, and nothing in the {lookBack} before it explains why.",
      remedy: "Look for a condition of launch, the offline limit or a command that no event reports."),
    Rule(
      .w6, "Wipe of a device confirmed by some apps only", parameters: [.hours(.confirmWithin, 24)],
      from: .selectiveWipe, "Create a device-based wipe request",
      because:
        "A wipe of {account} covered all apps on {device}, and after {confirmWithin} some apps had confirmed it and others had not.",
      remedy: "Have the remaining apps opened: the service tracks one request for each protected app."),
    Rule(
      .w7, "Enrollment of a user on the wipe list",
      from: .selectiveWipe, "Create a user-based wipe request",
      because:
        "{account} was enrolled in {app} on {device} while a wipe of all of the user's apps is on the list.",
      remedy: "Remove the user from the list, or expect a wipe at every check-in."),
    Rule(
      .w8, "Check-in without the wipe", .warning,
      from: .issues, "Issue 369",
      because:
        "The service saw {account} in {app} on {device} synchronise after a wipe was requested, and no receipt of it was reported.",
      remedy: "Check that the app's SDK runs policy check-ins and reports wipes."),
    Rule(
      .w9, "Wipe loop", .warning, parameters: [.count(.count, 3), .days(.within, 7)],
      from: .issues, "Issue 693",
      because: "{account} was wiped {count} times in {app} on {device} within {within}.",
      remedy:
        "Look for the cause of the wipes: the app may unenroll the account itself, or the list still names it."
    ),
    Rule(
      .w10, "Enrollment on a lost device", .warning,
      from: .selectiveWipe, "Wipe of a lost or stolen device",
      because:
        "{account} was enrolled in {app} on {device} again after a wipe because the device was lost or stolen.",
      remedy: "Ask the person whether the device is back; otherwise block the account's sign-in."),
  ]
}
