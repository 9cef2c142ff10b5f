extension Catalogue {
  static let transfer: [EventDefinition] = [
    EventDefinition(
      .transferDecided, "mam.transfer.decided", .transfer, account: .optional,
      "It was decided whether data may pass.",
      [
        Member(
          "direction", .word(Words(TransferDirection.self)), required: true, fact: .direction,
          "Which way the data goes."),
        Member("peerApp", .text, required: true, fact: .peerApp, "The other app."),
        Member("peerManaged", .boolean, required: true, fact: .peerManaged, "Whether that app is managed."),
        Member(
          "location", .located([Enumerations.saveLocation, Enumerations.openLocation]), fact: .location,
          "The place, by the enumeration that `enum` names."),
        Member(
          "decision", .word(Words(TransferDecision.self)), required: true, fact: .decision,
          "What was decided."),
        Member("operationId", .text, fact: .operationID, "The operation, by the installation's own id."),
        Member("peerAccount", .account, fact: .peerAccount, "The account of the other app."),
        Member("policyId", .text, fact: .policyID, "The policy by which it was decided."),
      ]),
    EventDefinition(
      .transferPerformed, "mam.transfer.performed", .transfer, account: .optional, "Data passed.",
      [Member("operationId", .text, required: true, fact: .operationID, "The operation.")]),
    EventDefinition(
      .fileProtected, "mam.file.protected", .transfer, "A file was protected.",
      [
        Member("encrypted", .boolean, required: true, fact: .encrypted, "Whether it is encrypted now."),
        Member("owner", .account, fact: .owner, "The account that owns the file."),
        Member(
          "statusCode",
          .located([Enumerations.fileProtectionStatusCode, Enumerations.dataProtectionStatusCode]),
          fact: .codeEnum, code: true, "The error, with its enumeration's name."),
      ]),
  ]
}
