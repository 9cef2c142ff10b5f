import Hashing
import MAMEvents
import Postgres

/// Events of one tenant on their way into its log, as columns in the form in which they are sent.
///
/// Built without a connection, so that one thread can fill a batch while another appends the one before. Names stand
/// in it as numbers of the batch; the appender puts the log's numbers in their place.
public struct EventBatch: Sendable {
  /// The longest UPN that an event can name an account by: an attribute has at most 1,024 bytes.
  private static let longestUPN = 1_024

  /// The tenant whose log it goes to.
  public let tenant: GUID
  /// How many events it holds.
  public private(set) var count = 0
  /// The bytes of the records, the measure by which batches are cut.
  public private(set) var recordBytes = 0

  /// Of each event, its key.
  var keys: [EventKey] = []
  var hashes = BytesArrayBuilder()
  var codes = Int32ArrayBuilder()
  var flags = Int32ArrayBuilder()
  var occurred = TimestamptzArrayBuilder()
  var facts = BytesArrayBuilder()
  var records = TextArrayBuilder()

  /// Of each disclosure, the place of its event, from 1.
  var disclosureEvents: [Int32] = []
  var disclosureOrdinals = Int16ArrayBuilder()
  var disclosurePaths = TextArrayBuilder()
  var disclosures = TextArrayBuilder()
  /// Of each disclosure, the batch's number of the account that it is about, or -1.
  var disclosureAccounts: [Int32] = []

  /// Of each link, the place of its event, from 1.
  var linkEvents: [Int32] = []
  /// Of each link, the batch's number of its alias.
  var linkAliases: [Int32] = []

  /// Of each event, the batch's number of its account, app and device, or -1.
  var accounts: [Int32] = []
  var apps: [Int32] = []
  var devices: [Int32] = []
  /// Of each event, its type, or below 0 the complement of the batch's number of its name.
  var types: [Int32] = []

  var accountNames = LocalNames<AccountName>()
  var appNames = LocalNames<ExactText>()
  var deviceNames = LocalNames<ExactText>()
  var extensionNames = LocalNames<ExactText>()

  /// Makes an empty batch for a tenant's log.
  public init(tenant: GUID) {
    self.tenant = tenant
  }

  /// Whether it holds no events.
  public var isEmpty: Bool { count == 0 }

  /// Adds an event of the batch's tenant.
  public mutating func append(_ event: DecodedEvent) {
    let columns = event.columns
    precondition(columns.tenant == tenant, "an event of another tenant")
    keys.append(columns.eventKey)
    columns.contentHash.withUnsafeBytes { hashes.append($0) }
    if let code = columns.code { codes.append(code) } else { codes.appendNull() }
    flags.append(columns.flags.rawValue)
    occurred.append(microsecondsSince1970: columns.occurredAt.microseconds)
    facts.append(columns.facts.bytes)
    records.append(event.record)
    recordBytes += event.record.count

    if let type = columns.type {
      types.append(Int32(type.rawValue))
    } else if let name = columns.extensionName {
      types.append(~extensionNames.number(of: name))
    } else {
      preconditionFailure("an event without a type")
    }
    accounts.append(columns.account.map { accountNames.number(of: $0) } ?? -1)
    apps.append(columns.app.map { appNames.number(of: $0) } ?? -1)
    devices.append(columns.device.map { deviceNames.number(of: $0) } ?? -1)
    count += 1

    for (ordinal, disclosure) in event.disclosures.enumerated() {
      disclosureEvents.append(Int32(truncatingIfNeeded: count))
      disclosureOrdinals.append(Int16(truncatingIfNeeded: ordinal))
      disclosurePaths.append(Self.storable(disclosure.path))
      disclosures.append(disclosure.disclosure.text)
      disclosureAccounts.append(disclosure.account.map { accountNames.number(of: $0) } ?? -1)
    }
    // A longer name, or one with NUL in it, names no account anywhere, so there is nothing to link.
    if let upn = event.linkedUPN, upn.utf8.count <= Self.longestUPN, !upn.utf8.contains(0) {
      linkEvents.append(Int32(truncatingIfNeeded: count))
      linkAliases.append(accountNames.number(of: .upn(upn)))
    }
  }

  /// Removes all events and keeps the memory.
  public mutating func removeAll() {
    count = 0
    recordBytes = 0
    keys.removeAll(keepingCapacity: true)
    hashes.removeAll()
    codes.removeAll()
    flags.removeAll()
    occurred.removeAll()
    facts.removeAll()
    records.removeAll()
    disclosureEvents.removeAll(keepingCapacity: true)
    disclosureOrdinals.removeAll()
    disclosurePaths.removeAll()
    disclosures.removeAll()
    disclosureAccounts.removeAll(keepingCapacity: true)
    linkEvents.removeAll(keepingCapacity: true)
    linkAliases.removeAll(keepingCapacity: true)
    accounts.removeAll(keepingCapacity: true)
    apps.removeAll(keepingCapacity: true)
    devices.removeAll(keepingCapacity: true)
    types.removeAll(keepingCapacity: true)
    accountNames.removeAll()
    appNames.removeAll()
    deviceNames.removeAll()
    extensionNames.removeAll()
  }

  /// Drops events, and what belongs to them.
  ///
  /// - Parameter places: their places from 0, in ascending order, each once.
  mutating func remove(at places: [Int]) {
    guard !places.isEmpty else { return }
    // Of each event, its new place from 1; 0 for one that goes.
    var moved = [Int32](repeating: 0, count: count)
    var gone = places[...]
    var place: Int32 = 0
    for index in 0..<count {
      if index == gone.first {
        gone.removeFirst()
      } else {
        place += 1
        moved[index] = place
      }
    }
    let isKept = { (index: Int) in moved[index] > 0 }
    keys.keep(where: isKept)
    accounts.keep(where: isKept)
    apps.keep(where: isKept)
    devices.keep(where: isKept)
    types.keep(where: isKept)
    hashes.remove(at: places)
    codes.remove(at: places)
    flags.remove(at: places)
    occurred.remove(at: places)
    facts.remove(at: places)
    records.remove(at: places)

    let lost = disclosureEvents.indices.filter { moved[Int(disclosureEvents[$0]) - 1] == 0 }
    disclosureOrdinals.remove(at: lost)
    disclosurePaths.remove(at: lost)
    disclosures.remove(at: lost)
    let isDisclosed = disclosureEvents.map { moved[Int($0) - 1] > 0 }
    disclosureAccounts.keep { isDisclosed[$0] }
    disclosureEvents.keep { isDisclosed[$0] }
    disclosureEvents = disclosureEvents.map { moved[Int($0) - 1] }

    let isLinked = linkEvents.map { moved[Int($0) - 1] > 0 }
    linkAliases.keep { isLinked[$0] }
    linkEvents.keep { isLinked[$0] }
    linkEvents = linkEvents.map { moved[Int($0) - 1] }
    count -= places.count
  }

  /// A path as text can hold it: the names of members may have NUL in them.
  private static func storable(_ path: String) -> String {
    guard path.utf8.contains(0) else { return path }
    return path.split(separator: "\0", omittingEmptySubsequences: false).joined(separator: #"\u0000"#)
  }
}

extension Array {
  /// Keeps the elements whose places satisfy a condition.
  fileprivate mutating func keep(where isKept: (Int) -> Bool) {
    self = indices.filter(isKept).map { self[$0] }
  }
}
