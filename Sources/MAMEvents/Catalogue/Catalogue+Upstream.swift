extension Catalogue {
  private static func upstream(
    _ type: EventType, _ name: String, _ meaning: String, _ members: [Member] = []
  ) -> EventDefinition {
    EventDefinition(
      type, name, .upstream, account: .upstream, app: .optional, device: .optional, meaning, members)
  }

  static let upstream: [EventDefinition] = [
    upstream(.intuneAuditRecorded, "intune.audit.recorded", "An audit record of Intune."),
    upstream(
      .intuneRegistrationObserved, "intune.registration.observed",
      "A registration as the service knew it (a snapshot)."),
    upstream(.intuneReportObserved, "intune.report.observed", "A row of the app protection status report."),
    upstream(.entraSignInRecorded, "entra.signIn.recorded", "A sign-in record of Entra."),
    upstream(.intuneOperationalRecorded, "intune.operational.recorded", "An operational record of Intune."),
    upstream(.intuneDeviceObserved, "intune.device.observed", "A device as the service knew it."),
    upstream(.intuneOperationObserved, "intune.operation.observed", "An operation of a registration."),
    upstream(
      .intuneRegistrationVanished, "intune.registration.vanished",
      "A registration is missing from an import declared complete."),
    EventDefinition(
      .importCompleted, "mam.import.completed", .upstream, account: .none, app: .none, device: .none,
      "An importer ran.",
      [
        Member("source", .text, fact: .importSource, "What was imported."),
        Member(
          "window", .object,
          members: [
            Member("from", .instant, fact: .windowFrom, "Its start, an instant."),
            Member("to", .instant, fact: .windowTo, "Its end, an instant, not part of it."),
          ], "The time that the import covers, half open."),
        Member("counts", .object, "How many records were read, and what became of them."),
      ]),
  ]
}
