import Hashing

/// Reads events of the wire format: validates them, and makes of each its columns, its record and its disclosures.
///
/// Made to be used again: its buffers keep their room. Each thread has its own.
public struct EventDecoder: ~Copyable {
  /// What the decoder is told besides the events.
  public struct Options: Hashable, Sendable {
    /// The tenant of events that name none; an event that names another is refused.
    public var tenant: GUID?
    /// Whether the log's own types are taken: from the tool, never from files.
    public var takesLogTypes: Bool

    /// Names the options.
    public init(tenant: GUID? = nil, takesLogTypes: Bool = false) {
      self.tenant = tenant
      self.takesLogTypes = takesLogTypes
    }
  }

  /// The options.
  public var options: Options

  var document = JSONDocument()
  var attributes: [JSONNode?]
  var slots: [JSONNode?]
  var packer = FactPacker()
  var personal: [PersonalMember] = []
  var account: AccountName?
  var flags: EventFlags = []
  var code: Int32?
  let hasher = SHA256Hasher()
  private let contentHasher = ContentHasher()
  /// The salts of each tenant's batch: two logs share none, since an erasure in one must not leave them in another.
  private var salts: [GUID: SaltBook] = [:]
  private var writer = RecordWriter()
  private var sourceBytes: [UInt8] = []
  private var idBytes: [UInt8] = []

  /// Makes a decoder.
  public init(options: Options = Options()) {
    self.options = options
    attributes = Array(repeating: nil, count: Attribute.allCases.count)
    slots = Array(repeating: nil, count: CompiledDefinition.largest)
  }

  /// Forgets the salts of a tenant's events so far: called before each append call, beyond which equal personal
  /// values share none.
  public mutating func startBatch(of tenant: GUID) {
    salts[tenant] = nil
  }

  /// Forgets the salts of all events so far.
  public mutating func startBatch() {
    salts.removeAll()
  }

  /// Reads an event: a line without its end, or an element of a batch.
  ///
  /// - Throws: ``Rejection`` where the event is refused; `RandomSourceError` where no salt can be had.
  public mutating func decode(_ bytes: UnsafeRawBufferPointer) throws -> DecodedEvent {
    let columns = try read(bytes, isRecord: false)
    try writer.write(document.root, of: document, personal: personal, salts: salts(of: columns.tenant))
    return DecodedEvent(
      columns: columns, record: writer.record, disclosures: writer.disclosures, linkedUPN: linkedUPN)
  }

  /// Reads an event: a line without its end, or an element of a batch.
  ///
  /// - Throws: ``Rejection`` where the event is refused; `RandomSourceError` where no salt can be had.
  public mutating func decode(_ text: String) throws -> DecodedEvent {
    let bytes = Array(text.utf8)
    let span = bytes.span
    return try span.withUnsafeBytes { try decode($0) }
  }

  /// Derives the columns of a finished record again, as full verification does.
  ///
  /// They equal those made at append, but for `recordedAt` and the flag for a date after it, which only the finished
  /// record has. For a record without `tenantid` the tenant is that of ``options``.
  ///
  /// - Throws: ``Rejection`` where the record is not one that was ever appended.
  public mutating func derive(record: UnsafeRawBufferPointer) throws(Rejection) -> EventColumns {
    try read(record, isRecord: true)
  }

  /// Derives the columns of a finished record again.
  ///
  /// - Throws: ``Rejection`` where the record is not one that was ever appended.
  public mutating func derive(record: [UInt8]) throws(Rejection) -> EventColumns {
    try record.span.withUnsafeBytes { (bytes) throws(Rejection) -> EventColumns in try derive(record: bytes) }
  }

  private mutating func salts(of tenant: GUID) -> SaltBook {
    if let book = salts[tenant] { return book }
    let book = SaltBook()
    salts[tenant] = book
    return book
  }

  func eventKey() -> EventKey {
    sourceBytes.withUnsafeBytes { source in
      idBytes.withUnsafeBytes { id in EventKey(source: source, id: id, hasher: hasher) }
    }
  }

  mutating func takeName(source: JSONNode, id: JSONNode) {
    sourceBytes.removeAll(keepingCapacity: true)
    idBytes.removeAll(keepingCapacity: true)
    document.appendText(of: source, to: &sourceBytes)
    document.appendText(of: id, to: &idBytes)
  }

  /// Which source counts the sequence numbers.
  func sourceHash() -> Int64 {
    Int64(bitPattern: hasher.digest(of: sourceBytes).words.0)
  }

  func contentHash() -> Digest {
    contentHasher.hash(of: document.root, in: document, personal: personal)
  }

  /// The UPN that links an object id, where the event carries both.
  private var linkedUPN: String? {
    guard case .object = account else { return nil }
    let identity = personal.first { $0.path == "data.identity" || $0.path == "data.name" }
    guard let identity, !document.isEmptyString(identity.value) else { return nil }
    return document.withText(of: identity.value) { UPN.lowercased($0) }
  }
}
