extension Catalogue {
  /// The UPN of the event's account.
  static let identity = Member(
    "identity", .text, personal: .account, "The account's UPN; empty for no user.")

  /// What a callback of the SDK carries besides its code.
  static let callback: [Member] = [
    Member(
      "statusCode", .enumeration(Enumerations.enrollmentStatusCode), required: true, code: true,
      "The code of the callback."),
    Member("errorString", .text, personal: .account, "The SDK's text about the error."),
    Member(
      "error", .object,
      members: [
        Member("domain", .text, required: true, fact: .nestedErrorDomain, "The domain of the NSError."),
        Member("code", .integer, required: true, fact: .nestedErrorCode, "The code of the NSError."),
      ], "The NSError of the callback."),
  ]

  static let enrollment: [EventDefinition] = [
    EventDefinition(
      .accountSignedIn, "mam.account.signedIn", .enrollment, "The app authenticated the account.",
      [Member("managed", .boolean, fact: .managed, "Whether the app treats it as managed."), identity]),
    EventDefinition(
      .accountRegistered, "mam.account.registered", .enrollment,
      "The account was registered with the SDK.",
      [
        Member(
          "method", .word(Words(RegistrationMethod.self)), required: true, fact: .method,
          "How it was registered."),
        identity,
      ]),
    EventDefinition(
      .enrollmentCompleted, "mam.enrollment.completed", .enrollment,
      "The SDK reported the result of an enrollment.", callback + [identity]),
    EventDefinition(
      .unenrollmentRequested, "mam.unenrollment.requested", .enrollment,
      "The app asked to deregister and unenroll the account.",
      [Member("withWipe", .boolean, required: true, fact: .withWipe, "Whether the SDK shall wipe its data.")]),
    EventDefinition(
      .unenrollmentCompleted, "mam.unenrollment.completed", .enrollment,
      "The SDK reported the result of an unenrollment.", callback + [identity]),
    EventDefinition(
      .accountSignedOut, "mam.account.signedOut", .enrollment, "The account signed out of the app."),
    EventDefinition(
      .tokensRemoved, "mam.tokens.removed", .enrollment, "The account's tokens were removed."),
  ]
}
