extension IdentityRules {
  static let declarations: [Rule] = [
    Rule(
      .a9, "Shown account is not the active identity", key: .installation,
      from: .multiIdentity, "Validate the active identity: any page",
      because: "{app} on {device} showed {account} while another identity was active.",
      remedy: "Switch the identity before the account's page is shown."),
    Rule(
      .a10, "Managed account shown before the identity was set", key: .installation,
      from: .multiIdentity, "Switch identities",
      because:
        "{app} on {device} was launched and showed the managed {account} before it had switched to it.",
      remedy: "Set the identity at launch: the app starts as unknown and unmanaged."),
    Rule(
      .a11, "Content opened without a successful switch", key: .installation,
      from: .multiIdentity, "Switch identities",
      because: "{app} on {device} opened content of {account} before the switch to it had a result.",
      "{app} on {device} opened content of {account} although the switch to it had not succeeded.",
      remedy: "Open content only when the switch has succeeded, and cancel otherwise."),
    Rule(
      .a12, "Request of the SDK not answered", .warning, key: .installation,
      parameters: [.minutes(.answerWithin, 1)],
      from: .multiIdentity, "Switches that the SDK asks for",
      because:
        "The SDK asked {app} on {device} to switch to or add an account ({account}), and had no answer within {answerWithin}.",
      remedy: "Call the completion handler in every case: the SDK blocks the operation until then."),
    Rule(
      .a13, "Blocked account shown", key: .installation,
      from: .multiIdentity, "Block accounts",
      because: "{app} on {device} was asked to block {account}, and showed it afterwards.",
      remedy: "Hide everything of the account until the block is lifted."),
    Rule(
      .a14, "Managed data in another's file", key: .installation,
      from: .multiIdentity, "File owner",
      because:
        "{app} on {device} protected data of the managed {account} in a file whose owner is another account.",
      remedy:
        "Make the managed account the owner of the file, or protect its part of a file that accounts share."),
    Rule(
      .a15, "Process identity used", .warning, key: .installation,
      from: .multiIdentity, "Identity overview",
      because: "{app} on {device} set the identity of its process, although it serves several identities.",
      remedy: "Set the identity of the user interface or of a thread."),
  ]
}
