extension Catalogue {
  static let compliance: [EventDefinition] = [
    EventDefinition(
      .tokenDenied, "mam.token.denied", .compliance, account: .optional, "A token request was denied.",
      [
        Member("error", .text, required: true, fact: .errorName, "The error's name."),
        Member(
          "errorCode", .enumeration(Enumerations.msalErrorCode), fact: .errorCode, "The code of MSAL."),
        Member("entraErrorCode", .digits, fact: .entraErrorCode, "The error code of Entra."),
        Member("subError", .text, fact: .subError, "The OAuth sub-error."),
        Member("homeAccountId", .text, personal: .account, "MSAL's id of the account."),
        Member("resource", .text, fact: .resource, "The resource the token was for."),
      ]),
    EventDefinition(
      .tokenRequested, "mam.token.requested", .compliance, "A token was asked for.",
      [Member("resource", .text, fact: .resource, "The resource the token is for.")]),
    EventDefinition(
      .tokenGranted, "mam.token.granted", .compliance, "A token was granted.",
      [Member("resource", .text, fact: .resource, "The resource the token is for.")]),
    EventDefinition(
      .remediationRequested, "mam.remediation.requested", .compliance,
      "The app asked the SDK to remediate compliance.",
      [Member("silent", .boolean, required: true, fact: .silent, "Whether without the user.")]),
    EventDefinition(
      .remediationCompleted, "mam.remediation.completed", .compliance,
      "The SDK reported the result of a remediation.",
      [
        Member(
          "status", .enumeration(Enumerations.complianceStatus), required: true, code: true, "The result."),
        Member("errorTitle", .text, personal: .account, "The title to show."),
        Member("errorMessage", .text, personal: .account, "The message to show."),
      ]),
    EventDefinition(
      .remediationMessageShown, "mam.remediation.messageShown", .compliance,
      "The app showed the remediation's title and message."),
  ]
}
