extension ComplianceRules {
  static let declarations: [Rule] = [
    Rule(
      .c1, "Token and remediation do not agree", parameters: [.minutes(.tokenWithin, 10)],
      from: .conditionalAccess, "Test cases: conditional access always applied",
      because:
        "{account} was found compliant in {app} on {device}, and no token was granted within {tokenWithin}.",
      "A token was denied to {account} in {app} on {device} for want of app protection, and one for the same resource was granted before any compliant result.",
      remedy:
        "Ask for the token again after the compliant result, and check which policy covers the resource."),
    Rule(
      .c2, "Denial without remediation", parameters: [.minutes(.remediateWithin, 5)],
      from: .conditionalAccess, "Test cases: conditional access applied after the enrollment",
      because:
        "A token was denied to the enrolled {account} for want of app protection ({app} on {device}), and no remediation was asked for within {remediateWithin}.",
      remedy: "Call the SDK's remediation for the account when a token is denied so."),
    Rule(
      .c3, "Token granted while not compliant",
      from: .conditionalAccess, "Test cases: not compliant",
      because:
        "{account} was granted a token in {app} on {device} although the last remediation ended with status {status}.",
      remedy: "Check that conditional access covers the resource: without compliance there is no valid token."
    ),
    Rule(
      .c4, "Not compliant and not wiped", parameters: [.hours(.wipeWithin, 24)],
      from: .conditionalAccess, "Test cases: not compliant",
      because:
        "Remediation of {account} in {app} on {device} ended with status {status} while data of the account was there, and no wipe was asked for within {wipeWithin}.",
      remedy:
        "Ask for a wipe of the account's data. An account that has become compliant meanwhile needs none: acknowledge the finding.",
      note:
        "A status 0 within that time calls it off; once it is open, only a request for a wipe or an acknowledgement ends it, be the account compliant by then or not. The control `no-data-while-not-compliant` differs: it alarms where an account is not compliant now and its data is there, however long, and no longer once it is compliant or its data is gone."
    ),
    Rule(
      .c5, "Interaction required and not offered", parameters: [.minutes(.retryWithin, 10)],
      from: .conditionalAccess, "New APIs",
      because:
        "Remediation of {account} in {app} on {device} needs the user (status 4), and within {retryWithin} it was not repeated with interaction.",
      remedy: "Call the remediation again with silent false."),
    Rule(
      .c6, "Message not shown", parameters: [.minutes(.messageWithin, 5)],
      from: .conditionalAccess, "New APIs",
      because:
        "Remediation of {account} in {app} on {device} ended with status {status}, and its message was not shown within {messageWithin}.",
      remedy: "Show the title and the message that the SDK hands over."),
    Rule(
      .c7, "Token asked for during remediation",
      from: .conditionalAccess, "New APIs",
      because:
        "{app} on {device} asked for a token of {account} before the running remediation had a result.",
      remedy: "Wait for the delegate's result before asking for a token."),
    Rule(
      .c8, "Another account remediated than the denied one", key: .installation,
      from: .conditionalAccess, "MSAL and ADAL",
      because:
        "A token was denied for want of app protection in {app} on {device}, and the app asked to remediate {account}, whose object id is not the one in the denial's home account id.",
      remedy:
        "Remediate the account whose object id stands before the point in the denial's home account id."),
    Rule(
      .c9, "Compliant and denied again", parameters: [.count(.count, 2), .hours(.within, 24)],
      from: .issues, "Issues 353, 393 and 403",
      because:
        "{account} was compliant in {app} on {device}, and a token was denied for want of app protection {count} times within {within}.",
      remedy:
        "Compare the account, app and device of the denial in Entra's sign-in log with those of the enrollment."
    ),
    Rule(
      .c10, "App lacks the capability for app protection", .warning, key: .installation,
      from: .conditionalAccess, "MSAL and ADAL",
      because:
        "A token was denied to {account} for want of app protection, and {app} on {device} does not declare the capability protapp.",
      remedy: "Add protapp to the client capabilities that the app hands to MSAL."),
    Rule(
      .c11, "Remediation lost in a restart", .warning, parameters: [.hours(.resultWithin, 24)],
      from: .conditionalAccess, "New APIs",
      because:
        "{app} on {device} was launched anew while {account} was being remediated, and no result came within {resultWithin}.",
      remedy: "Set the compliance delegate at launch: the SDK reports the result at the next one."),
  ]
}
