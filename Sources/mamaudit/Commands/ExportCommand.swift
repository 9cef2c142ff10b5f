import Arguments

/// The command `mamaudit export`.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "What leaves the store.",
    examples: [
      Example("mamaudit export events --output log.ndjson", "the records, to be kept or ingested elsewhere"),
      Example("mamaudit export dashboard --output board.html", "the figures of a month on one page"),
      Example("mamaudit export grafana /etc/grafana/mamaudit", "dashboards for Grafana"),
      Example("mamaudit export ocsf --output mam.ocsf.jsonl", "events and findings for a SIEM"),
      Example("mamaudit export metrics", "counts for a monitoring system"),
    ],
    subcommands: [
      ExportEventsCommand.self, ExportDashboardCommand.self, ExportOCSFCommand.self,
      ExportMetricsCommand.self,
      ExportMappingCommand.self, ExportGrafanaCommand.self,
    ])
}
