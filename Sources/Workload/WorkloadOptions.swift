public import MAMEvents

/// What a trace is to look like.
///
/// Equal options make equal bytes, on every machine.
public struct WorkloadOptions: Hashable, Sendable {
  /// How the ids of events are made.
  public enum IDs: String, CaseIterable, Sendable {
    /// UUIDs of version 4: no order.
    case random
    /// UUIDs of version 7: ordered by the event's time.
    case timeOrdered = "time-ordered"
  }

  /// The number of lines, repeated ones among them.
  public var events = 10_000
  /// The number of accounts, over all tenants.
  public var accounts = 100
  /// The number of devices, over all tenants; nil for one for each account and some more.
  public var devices: Int?
  /// The number of tenants, each of which has at least one account.
  public var tenants = 1
  /// What the trace is drawn from.
  public var seed: UInt64 = 1
  /// When the first event can happen.
  public var start = Timestamp(microseconds: 1_772_323_200_000_000)  // 2026-03-01T00:00:00Z
  /// The days from ``start`` within which all events happen.
  public var days = 30
  /// The share of lines that stand well after later events.
  public var latePercent = 2.0
  /// The share of lines that repeat an earlier line byte for byte.
  public var repeatPercent = 1.0
  /// The share of accounts that events name by their UPN at first; most of them are linked later.
  public var upnOnlyPercent = 3.0
  /// How the ids of events are made.
  public var ids = IDs.random
  /// Whether two events may happen at the same instant.
  ///
  /// Without ties a trace gives the same state in every order of ingest.
  public var allowsTies = false

  /// Makes the options of a small fleet's month.
  public init() {}

  /// Checks that such a trace can be made.
  ///
  /// - Throws: The first option that cannot be met.
  public func validate() throws(WorkloadError) {
    try check(events >= 1, "the number of events must be 1 or more")
    try check(events <= 1_000_000_000, "the number of events must be 1,000,000,000 or less")
    try check(accounts >= 1, "the number of accounts must be 1 or more")
    try check(accounts <= 10_000_000, "the number of accounts must be 10,000,000 or less")
    try check(
      tenants >= 1 && tenants <= accounts, "there must be one tenant or more, and an account for each")
    if let devices {
      try check(
        devices >= tenants && devices <= 20_000_000,
        "there must be a device for each tenant, and 20,000,000 or less")
    }
    try check((1...36_500).contains(days), "the number of days must be from 1 to 36500")
    try check(
      events / days <= 2_000_000, "there must be 2,000,000 events a day or less, to give each its instant")
    try check((0...50).contains(latePercent), "the share of late lines must be from 0 to 50 percent")
    try check((0...50).contains(repeatPercent), "the share of repeated lines must be from 0 to 50 percent")
    try check(
      (0...100).contains(upnOnlyPercent), "the share of UPN-only accounts must be from 0 to 100 percent")
    try check(
      (WorkloadOptions.earliest...WorkloadOptions.latest).contains(start.microseconds),
      "the start must lie between the years 1970 and 9000")
  }

  /// 1970-01-01.
  private static let earliest: Int64 = 0
  /// 9000-01-01, so that the longest period ends within four digits of the year.
  private static let latest: Int64 = 221_845_392_000_000_000

  private func check(_ isMet: Bool, _ message: String) throws(WorkloadError) {
    if !isMet { throw WorkloadError(message: message) }
  }
}

/// An option that cannot be met.
public struct WorkloadError: Error, Hashable, CustomStringConvertible {
  /// What is wrong.
  public var message: String

  /// The message.
  public var description: String { message }
}
