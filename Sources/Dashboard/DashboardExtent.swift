/// A log that there is something to show of, as `dashboard-extent` gives it.
public struct DashboardExtent: Sendable {
  /// The tenant, in lower case.
  public var tenant: String
  /// The day of the first event of an account, since 1970-01-01; nil where no account has one.
  public var firstDay: Int32?
  /// The day of the last one.
  public var lastDay: Int32?
  /// Every event below this position is in.
  public var throughPosition: Int64
  /// When the last of them was recorded, in microseconds since 1970.
  public var throughRecordedAt: Int64
  /// How many events the log has.
  public var size: Int64
}

extension QueryRows {
  /// The rows of `dashboard-extent`.
  public var extents: [DashboardExtent] {
    rows.map { row in
      DashboardExtent(
        tenant: row.text("tenant") ?? "", firstDay: row.day("first_day"), lastDay: row.day("last_day"),
        throughPosition: row.count("through_position"),
        throughRecordedAt: row.instant("through_recorded_at") ?? 0, size: row.count("size"))
    }
  }
}
