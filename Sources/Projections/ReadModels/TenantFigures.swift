import MAMEvents

/// The figures of one log that a monitoring system keeps: counts over the read models, without accounts, devices or names.
public struct TenantFigures: Sendable {
  /// How many events of a type there are.
  public struct EventCount: Sendable, Equatable {
    /// The type; `x.*` for all that begin with `x.`.
    public var type: String
    /// How many.
    public var count: Int64
  }

  /// How many enrollments ended with a code.
  public struct EnrollmentCount: Sendable, Equatable {
    /// The number; nil for a word that is none.
    public var code: Int64?
    /// Its name; nil for an unknown one.
    public var name: String?
    /// How many.
    public var count: Int64
  }

  /// How many findings of a rule are open.
  public struct FindingCount: Sendable, Equatable {
    /// The rule.
    public var rule: String
    /// How much they matter.
    public var severity: String
    /// How many; 0 where there have been some.
    public var open: Int64
  }

  /// How long wipes took to be confirmed, from the request on, in seconds.
  public struct Confirmations: Sendable, Equatable {
    /// The bounds of the buckets: a minute to thirty days.
    public static let bounds: [Int64] = [
      60, 300, 900, 1800, 3600, 14_400, 43_200, 86_400, 259_200, 604_800, 2_592_000,
    ]

    /// How many took at most as long as each bound.
    public var counts: [Int64]
    /// How many there are.
    public var count: Int64
    /// How long all of them took together.
    public var sum: Int64
  }

  /// How far a projection has come.
  public struct Progress: Sendable, Equatable {
    /// The projection.
    public var projection: String
    /// Every event below this position is in.
    public var through: Int64
    /// How long the last event of the log had been recorded after the last one that is in, in microseconds.
    public var lag: Int64
  }

  /// The tenant.
  public var tenant: GUID
  /// How many events the log has.
  public var size: Int64 = 0
  /// When the last one was recorded; nil in an empty log.
  public var lastRecordedAt: Timestamp?
  /// The projections, by name.
  public var progress: [Progress] = []
  /// The events that the read models have, by type.
  public var events: [EventCount] = []
  /// The results of enrollments, by code.
  public var enrollments: [EnrollmentCount] = []
  /// The accounts by status.
  public var accounts: [String: Int64] = [:]
  /// The rows of accounts and of devices that could not be folded or stored, and may be out of date.
  public var stale: (accounts: Int64, devices: Int64) = (0, 0)
  /// How many installations there are.
  public var installations: Int64 = 0
  /// How many devices there are.
  public var devices: Int64 = 0
  /// The open findings, by rule and severity.
  public var findings: [FindingCount] = []
  /// The wipes by state.
  public var wipes: [String: Int64] = [:]
  /// How long the confirmed ones took.
  public var confirmations = Confirmations(
    counts: Confirmations.bounds.map { _ in 0 }, count: 0, sum: 0)

  init(tenant: GUID) {
    self.tenant = tenant
  }
}
