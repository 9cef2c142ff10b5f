extension Catalogue {
  private static func log(
    _ type: EventType, _ name: String, account: EventDefinition.AccountNeed = .none, _ meaning: String,
    _ members: [Member] = []
  ) -> EventDefinition {
    EventDefinition(type, name, .log, account: account, app: .none, device: .none, meaning, members)
  }

  static let log: [EventDefinition] = [
    log(
      .logRulesChanged, "log.rules.changed", "The parameters of the rules changed.",
      [
        Member("parameters", .object, required: true, fact: .parameters, "All of the parameters."),
        Member("sha256", .text, required: true, "The SHA-256 of the file."),
      ]),
    log(
      .logErased, "log.erased", account: .upstream, "Personal data of an account was erased.",
      [
        Member("by", .text, personal: .other, "Who erased it."),
        Member("count", .integer, "How many values were erased."),
      ]),
    log(.logKeyRotated, "log.key.rotated", "The log got another key."),
    log(
      .logExported, "log.exported", "Evidence or data left the log.",
      [Member("by", .text, personal: .other, "Who exported it.")]),
    log(
      .logVerified, "log.verified", "The log was verified.",
      [
        Member("depth", .text, "How deep the verification went."),
        Member("size", .integer, "The size of the tree that was verified."),
        Member("root", .text, "The root of that tree."),
        Member("result", .word(Words(VerificationResult.self)), required: true, "Whether the log is whole."),
      ]),
    log(.logMigrated, "log.migrated", "The store's schema was migrated."),
    log(
      .logIdentityCorrected, "log.identity.corrected", account: .upstream,
      "A name was found to belong to an account.",
      [Member("name", .text, required: true, personal: .account, "The UPN.")]),
    log(
      .logFindingAcknowledged, "log.finding.acknowledged", "Somebody acknowledged a finding.",
      [
        Member("finding", .text, required: true, fact: .finding, "The finding's id."),
        Member("by", .text, personal: .other, "Who acknowledged it."),
        Member("reason", .text, required: true, "Why it may stand."),
      ]),
    log(.logConflictRefused, "log.conflict.refused", "An event was refused: same id, other content."),
  ]
}
