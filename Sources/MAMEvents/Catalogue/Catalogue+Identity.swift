extension Catalogue {
  /// What both sides of an identity switch carry.
  static let switching: [Member] = [
    Member(
      "scope", .word(Words(IdentityScope.self)), required: true, fact: .scope, "What the identity holds for."),
    Member(
      "initiator", .word(Words(SwitchInitiator.self)), required: true, fact: .initiator, "Who began it."),
    Member(
      "user", .word(Words(NoUser.self)), fact: .noUser,
      "`none` for no user; without it an absent subject means nil."),
  ]

  static let identities: [EventDefinition] = [
    EventDefinition(
      .identitySwitchRequested, "mam.identity.switchRequested", .identity, account: .identity,
      "A switch of identity was asked for.",
      switching + [
        Member(
          "reason", .enumeration(Enumerations.identitySwitchReason), code: true, "Why the SDK asks for it.")
      ]),
    EventDefinition(
      .identitySwitched, "mam.identity.switched", .identity, account: .identity,
      "A switch of identity ended.",
      switching + [
        Member(
          "result", .enumeration(Enumerations.switchIdentityResult), required: true, code: true,
          "How it ended.")
      ]),
    EventDefinition(
      .identityAddRequested, "mam.identity.addRequested", .identity, "The SDK asked to add an account."),
    EventDefinition(
      .identityAdded, "mam.identity.added", .identity, "The app answered a request to add an account.",
      [
        Member(
          "result", .enumeration(Enumerations.addIdentityResult), required: true, code: true, "The answer.")
      ]),
    EventDefinition(
      .accountBlockRequested, "mam.account.blockRequested", .identity, "The SDK asked to block the account.",
      [
        Member(
          "reason", .enumeration(Enumerations.blockAccountReason), required: true, code: true,
          "Why; NotBlocked asks to unblock.")
      ]),
    EventDefinition(
      .accountBlocked, "mam.account.blocked", .identity, "The app answered a request to block the account.",
      [
        Member(
          "result", .enumeration(Enumerations.blockAccountResult), required: true, code: true, "The answer.")
      ]),
    EventDefinition(
      .viewShown, "mam.view.shown", .identity, account: .none, "The app showed content of accounts.",
      [
        Member("accounts", .accounts, required: true, fact: .accounts, "Whose content was shown."),
        Member(
          "policyApplied", .boolean, required: true, fact: .policyApplied, "Whether policy was in force."),
      ]),
  ]
}
