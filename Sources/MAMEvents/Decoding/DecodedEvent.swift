import Hashing

/// What the store keeps of an event in typed columns: a pure function of the record.
public struct EventColumns: Hashable, Sendable {
  /// The tenant that the event names, or the one that was given for events that name none.
  public var tenant: GUID
  /// The type, or nil for one that begins with `x.`.
  public var type: EventType?
  /// The type's name, where it begins with `x.`.
  public var extensionName: ExactText?
  /// The sixteen bytes of the key that `source` and `id` make.
  public var eventKey: EventKey
  /// The SHA-256 of the canonical form.
  public var contentHash: Digest
  /// The account, for types that are about one.
  public var account: AccountName?
  /// The app's bundle id, for types that name one.
  public var app: ExactText?
  /// The device, for types that name one.
  public var device: ExactText?
  /// The number of the type's own enumeration, also an unknown one.
  public var code: Int32?
  /// What is noteworthy.
  public var flags: EventFlags
  /// When it happened by the producer's clock.
  public var occurredAt: Timestamp
  /// When it was appended: the record's own `recordedtime`; nil before that.
  public var recordedAt: Timestamp?
  /// What reducers and rules read beyond the columns.
  public var facts: Facts
}

/// An event that was taken: its columns, its record but for `recordedtime`, and the personal values left out of it.
public struct DecodedEvent: Sendable {
  /// The typed columns.
  public var columns: EventColumns
  /// The unfinished record; the store ends it (``RecordWriter/complete(_:recordedAt:)``).
  public var record: [UInt8]
  /// The personal values that the record has as digests.
  public var disclosures: [RecordDisclosure]
  /// The UPN in `identity`, in lower case, where the subject is an object id: a link between the two.
  public var linkedUPN: String?
}
