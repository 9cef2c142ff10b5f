extension Catalogue {
  /// The wipe request that an event answers.
  static let requestID = Member("requestId", .text, fact: .requestID, "The id of the wipe request.")

  static let wipe: [EventDefinition] = [
    EventDefinition(
      .wipeRequested, "mam.wipe.requested", .wipe, app: .optional, device: .optional,
      "A wipe of the account was asked for; without app or device it covers all of the account's.",
      [
        Member("origin", .word(Words(WipeOrigin.self)), required: true, fact: .origin, "Who asked for it."),
        Member("reasonCode", .integer, fact: .reasonCode, "The SDK's reason (6xx), an open number."),
        Member("why", .word(Words(WipeReason.self)), fact: .why, "Why it was asked for."),
        requestID,
        Member("requestedBy", .text, personal: .other, "The person who asked for it."),
      ]),
    EventDefinition(
      .wipeReceived, "mam.wipe.received", .wipe, "The wipe command reached the app.", [requestID]),
    EventDefinition(
      .wipeHandled, "mam.wipe.handled", .wipe, "The app's wipe delegate returned.",
      [
        Member(
          "wiped", .boolean, required: true, fact: .wiped,
          "What it returned; false leaves the files to the SDK.")
      ]),
    EventDefinition(
      .wipeCompleted, "mam.wipe.completed", .wipe, "The wipe is complete.", [requestID]),
    EventDefinition(
      .wipeFailed, "mam.wipe.failed", .wipe, "The wipe failed.",
      [Member("reason", .text, personal: .account, "Why it failed.")]),
    EventDefinition(
      .dataRemoved, "mam.data.removed", .wipe, "Data of the account was removed.",
      [Member("by", .word(Words(RemovalAgent.self)), required: true, fact: .removedBy, "Who removed it.")]),
    EventDefinition(
      .dataAccessed, "mam.data.accessed", .wipe, "Data of the account was opened.",
      [Member("what", .text, fact: .what, "What was opened.")]),
  ]
}
