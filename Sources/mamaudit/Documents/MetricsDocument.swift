import Compliance
import Interchange
import MAMEvents
import Projections

/// The figures of the store as families of metrics.
///
/// No label names an account, a device, an app or a person: labels are few and say nothing personal.
enum MetricsDocument {
  private typealias Labels = [(name: String, value: String)]

  /// The families, in their order.
  static func families(_ figures: [TenantFigures], version: String) -> [MetricFamily] {
    [
      MetricFamily(
        "mamaudit_build", .info, "The program that wrote this.", [MetricSample([("version", version)], 1)])
    ] + log(figures) + fleet(figures) + findings(figures) + wipes(figures)
  }

  private static func log(_ figures: [TenantFigures]) -> [MetricFamily] {
    [
      MetricFamily(
        "mamaudit_events", .counter,
        "Events that the read models have, by type; x.* are the producers' own types.",
        figures.flatMap { tenant in
          tenant.events.map { MetricSample([tenant.label, ("type", $0.type)], $0.count) }
        }),
      MetricFamily(
        "mamaudit_log_size", .gauge, "Events in the log.",
        figures.map { MetricSample([$0.label], $0.size) }),
      MetricFamily(
        "mamaudit_last_recorded_timestamp_seconds", .gauge, unit: "seconds",
        "When the last event was recorded.",
        figures.compactMap { tenant in
          tenant.lastRecordedAt.map { MetricSample([tenant.label], .seconds(microseconds: $0.microseconds)) }
        }),
      MetricFamily(
        "mamaudit_projection_through_position", .gauge,
        "Every event below this position is in the projection.",
        figures.flatMap { tenant in
          tenant.progress.map { MetricSample([tenant.label, ("projection", $0.projection)], $0.through) }
        }),
      MetricFamily(
        "mamaudit_projection_stale_rows", .gauge,
        "Rows of accounts and of devices that could not be folded or stored, and may be out of date.",
        figures.flatMap { tenant in
          [
            MetricSample([tenant.label, ("projection", "accounts")], tenant.stale.accounts),
            MetricSample([tenant.label, ("projection", "devices")], tenant.stale.devices),
          ]
        }),
      MetricFamily(
        "mamaudit_projection_lag_seconds", .gauge, unit: "seconds",
        "Time between the recording of the last event of the log and of the last one in the projection.",
        figures.flatMap { tenant in
          tenant.progress.map {
            MetricSample([tenant.label, ("projection", $0.projection)], .seconds(microseconds: $0.lag))
          }
        }),
    ]
  }

  private static func fleet(_ figures: [TenantFigures]) -> [MetricFamily] {
    [
      MetricFamily(
        "mamaudit_enrollment_results", .counter, "Results of enrollments, by status code.",
        figures.flatMap { tenant in
          tenant.enrollments.map { result in
            let code = result.code.map { "\($0)" } ?? "none"
            return MetricSample(
              [tenant.label, ("code", code), ("name", result.name ?? "unknown")], result.count)
          }
        }),
      MetricFamily(
        "mamaudit_accounts", .gauge, "Accounts, by status.",
        figures.flatMap { tenant in
          AccountStatus.allCases.map {
            MetricSample([tenant.label, ("status", $0.rawValue)], tenant.accounts[$0.rawValue] ?? 0)
          }
        }),
      MetricFamily(
        "mamaudit_installations", .gauge, "Installations: an app on a device.",
        figures.map { MetricSample([$0.label], $0.installations) }),
      MetricFamily(
        "mamaudit_devices", .gauge, "Devices.", figures.map { MetricSample([$0.label], $0.devices) }),
    ]
  }

  private static func findings(_ figures: [TenantFigures]) -> [MetricFamily] {
    [
      MetricFamily(
        "mamaudit_open_findings", .gauge, "Findings that are open now, by rule; 0 where a rule has had some.",
        figures.flatMap { tenant in
          tenant.findings.map {
            MetricSample([tenant.label, ("rule", $0.rule), ("severity", $0.severity)], $0.open)
          }
        })
    ]
  }

  private static func wipes(_ figures: [TenantFigures]) -> [MetricFamily] {
    let states = WipeState.allCases.filter { $0 != .none }
    return [
      MetricFamily(
        "mamaudit_wipes", .gauge, "Wipes of an account in an app on a device, by state.",
        figures.flatMap { tenant in
          states.map { MetricSample([tenant.label, ("state", $0.rawValue)], tenant.wipes[$0.rawValue] ?? 0) }
        }),
      MetricFamily(
        "mamaudit_open_wipes", .gauge, "Wipes that are wanted and not confirmed.",
        figures.map { tenant in
          let open = states.filter(\.isPending).reduce(0) { $0 + (tenant.wipes[$1.rawValue] ?? 0) }
          return MetricSample([tenant.label], open)
        }),
      MetricFamily(
        "mamaudit_wipe_confirmation_seconds", .histogram, unit: "seconds",
        "Time from the request of a wipe to its confirmation.",
        figures.map { tenant in
          let times = tenant.confirmations
          let buckets = zip(TenantFigures.Confirmations.bounds, times.counts).map { (bound: $0, count: $1) }
          return MetricSample(
            [tenant.label], .histogram(buckets: buckets, count: times.count, sum: times.sum))
        }),
    ]
  }
}

extension TenantFigures {
  fileprivate var label: (name: String, value: String) { ("tenant", tenant.text) }
}
