import MAMEvents
import Postgres

/// Reads logs as they are: which there are, how much of one was known when, and its records.
///
/// Needs the rights of a reader (`StoreRole.reader`), and sees the logs that the role is granted. What streams holds
/// one row in memory.
public struct LogReader {
  let connection: Connection

  /// Reads over a connection.
  public init(_ connection: Connection) {
    self.connection = connection
  }

  /// The logs, by tenant.
  public func logs() throws -> [Log] {
    try connection.execute(ReadSQL.logs).map { row in
      let tenant = try row.uuid(1)
      return Log(
        id: LogID(try row.int32(0)), tenant: GUID(high: tenant.high, low: tenant.low), size: try row.int64(2),
        lastRecordedAt: try row.timestampOrNull(3).map(Timestamp.init(microseconds:)),
        createdAt: Timestamp(microseconds: try row.timestamp(4)))
    }
  }

  /// The store's clock: what `now` and `today` mean.
  ///
  /// Any login may ask for it.
  public func clock() throws(PostgresError) -> Timestamp {
    Timestamp(microseconds: try connection.execute(ReadSQL.clock).single().timestamp(0))
  }

  /// The login of the connection, whatever role it has taken.
  public func login() throws -> String { try connection.execute(ReadSQL.login).single().text(0) }

  /// Whether a log has seen an app.
  public func hasApp(_ name: String, in log: LogID) throws -> Bool {
    try connection.execute(ReadSQL.hasApp, [.int32(log.rawValue), .text(name)]).single().bool(0)
  }

  /// Whether a log has seen a device.
  public func hasDevice(_ name: String, in log: LogID) throws -> Bool {
    try connection.execute(ReadSQL.hasDevice, [.int32(log.rawValue), .text(name)]).single().bool(0)
  }

  /// How many events of a log were recorded at or before an instant.
  ///
  /// - Returns: the size of the log as it was known then; 0 for a log that the role does not see.
  public func size(of log: LogID, at instant: Timestamp) throws -> Int64 {
    let parameters: [Parameter] = [
      .int32(log.rawValue), .timestamptz(microsecondsSince1970: instant.microseconds),
    ]
    return try connection.execute(ReadSQL.sizeAt, parameters).first?.int64(0) ?? 0
  }

  /// When the event at a position of a log was recorded; nil where the log does not have it.
  public func recordedAt(_ position: Int64, in log: LogID) throws -> Timestamp? {
    let parameters: [Parameter] = [.int32(log.rawValue), .int64(position)]
    return try connection.execute(ReadSQL.recordedAt, parameters).first.map {
      Timestamp(microseconds: try $0.timestamp(0))
    }
  }

  /// The position of an event of a log; nil where the log does not have it.
  public func position(of key: EventKey, in log: LogID) throws -> Int64? {
    let parameters: [Parameter] = [.int32(log.rawValue), .uuid(high: key.high, low: key.low)]
    return try connection.execute(ReadSQL.positionOfKey, parameters).first?.int64(0)
  }

  /// The records of a range of positions, in order, in constant memory.
  ///
  /// - Parameters:
  ///   - log: the log.
  ///   - positions: from the first to before the last.
  ///   - accounts: only the rows of these numbers (an account and its aliases); nil for all.
  ///   - body: gets each position and the bytes of its record without a line end, valid for the time of the call.
  public func records(
    of log: LogID, positions: Range<Int64>, accounts: [AccountID]? = nil,
    _ body: (_ position: Int64, _ record: UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let bounds: [CopyInteger] = [.int64(positions.lowerBound), .int64(positions.upperBound)]
    let number = CopyInteger.int64(Int64(log.rawValue))
    let sql = accounts == nil ? ReadSQL.records : ReadSQL.recordsOfAccounts
    let which = accounts.map { [CopyInteger.int32Array($0.map(\.rawValue))] } ?? []
    try connection.copyOut(sql, integers: [number] + which + bounds) { row in
      guard let record = try row.field(1) else { throw PostgresError(.decoding, "a record is NULL") }
      try body(row.int64(0), record)
    }
  }

  /// A personal value that an event's record has as a digest.
  public struct Disclosed: Sendable, Hashable {
    /// The position of the event.
    public var position: Int64
    /// The account that the value is about, where it is about one.
    public var account: AccountID?
    /// Where the value stood, such as `data.identity`.
    public var path: String
    /// The disclosure: base64url of the JSON array of salt, name and value.
    public var disclosure: String
  }

  /// The disclosures of a range of positions, in order, in constant memory; erased ones are not there.
  public func disclosures(
    of log: LogID, positions: Range<Int64>, _ body: (Disclosed) throws -> Void
  ) throws {
    let parameters: [Parameter] = [
      .int32(log.rawValue), .int64(positions.lowerBound), .int64(positions.upperBound),
    ]
    try connection.stream(ReadSQL.disclosures, parameters) { row in
      try body(
        Disclosed(
          position: row.int64(0), account: row.int32OrNull(1).map(AccountID.init), path: row.text(2),
          disclosure: row.text(3)))
    }
  }
}
