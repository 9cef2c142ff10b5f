/// Which strings of an upstream record are personal by the member they stand in, or by their shape alone.
///
/// The lists are by member name without case, at any depth: an importer's record travels as the service sent it,
/// and the same member stands in other places from one service to the next.
public enum PersonalShape {
  /// Members that are personal wherever they stand: names, UPNs, mail and IP addresses, telephone numbers, names of
  /// devices, coordinates and free text.
  public static let names: [String] = [
    "userPrincipalName", "upn", "servicePrincipalName", "userName", "user", "userDisplayName", "givenName",
    "surname", "userEmail", "email", "emailAddress", "mail", "otherMails", "proxyAddresses", "ipAddress",
    "callerIpAddress", "deviceName", "deviceDisplayName", "managedDeviceName", "phone", "phoneNumber",
    "mobilePhone", "businessPhones", "telephoneNumber", "coordinates", "geoCoordinates", "latitude",
    "longitude", "altitude", "description", "resultDescription", "additionalDetails", "message", "notes",
    "oldValue", "newValue", "old", "new", "targetDisplayNames", "identity", "requestedBy", "errorString",
  ]

  /// Members that are personal inside an object or list of that name.
  public static let nested: [(parent: String, name: String)] = [
    ("actor", "displayName"), ("actor", "name"), ("resources", "displayName"), ("targets", "name"),
    ("targetResources", "displayName"), ("deviceDetail", "displayName"), ("initiatedBy", "displayName"),
    ("user", "displayName"), ("device", "displayName"),
  ]

  /// Members that are about an administrator rather than the event's account, and objects that hold such.
  public static let actors: [String] = ["actor", "initiatedBy", "requestedBy", "identity", "callerIpAddress"]

  private static let lowerNames = Set(names.map { $0.utf8.map(asciiLowercase) })
  private static let lowerNested = nested.map {
    (parent: $0.parent.utf8.map(asciiLowercase), name: $0.name.utf8.map(asciiLowercase))
  }
  private static let lowerActors = Set(actors.map { $0.utf8.map(asciiLowercase) })

  /// Whether a member of an upstream record is personal by its name, given the name of the member around it.
  static func isPersonal(lowerName name: [UInt8], parent: [UInt8]?) -> Bool {
    if lowerNames.contains(name) { return true }
    guard let parent else { return false }
    return lowerNested.contains { $0.name == name && $0.parent == parent }
  }

  /// Whether a member is about an administrator, and so is all that stands in it.
  static func isActor(lowerName name: [UInt8]) -> Bool {
    lowerActors.contains(name)
  }

  /// Whether a text has the shape of a UPN (or mail address) or of an IP address.
  public static func matches(utf8 text: some RandomAccessCollection<UInt8>) -> Bool {
    isNameAtDomain(text) || isIPv4(text) || isIPv6(text)
  }

  /// One `@` with something before it, a dotted name behind it, and no space.
  static func isNameAtDomain(_ text: some RandomAccessCollection<UInt8>) -> Bool {
    guard text.count >= 5, text.count <= 1024, let at = text.firstIndex(of: 0x40), at != text.startIndex
    else { return false }
    let domain = text[text.index(after: at)...]
    guard !domain.contains(0x40), !text.contains(where: { $0 <= 0x20 }),
      let dot = domain.firstIndex(of: 0x2E), dot != domain.startIndex, domain.last != 0x2E
    else { return false }
    return !domain.contains(0x2F)
  }

  /// Four numbers up to 255, with an optional port.
  static func isIPv4(_ text: some RandomAccessCollection<UInt8>) -> Bool {
    guard text.count >= 7, text.count <= 21 else { return false }
    var address = text[...]
    if let colon = address.lastIndex(of: 0x3A) {
      let port = address[address.index(after: colon)...]
      guard !port.isEmpty, port.count <= 5, port.allSatisfy({ $0 &- 0x30 < 10 }) else { return false }
      address = address[..<colon]
    }
    let parts = address.split(separator: 0x2E, omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in part.count <= 3 && (decimal(part) ?? 256) <= 255 && part.first != 0x2D }
  }

  /// Groups of hexadecimal digits between colons, `::` at most once, an embedded IPv4 address or a zone at the end.
  static func isIPv6(_ text: some RandomAccessCollection<UInt8>) -> Bool {
    guard text.count >= 2, text.count <= 64, text.contains(0x3A) else { return false }
    var address = text[...]
    if address.first == 0x5B {
      guard let close = address.firstIndex(of: 0x5D) else { return false }
      let port = address[address.index(after: close)...]
      guard port.isEmpty || (port.first == 0x3A && port.dropFirst().allSatisfy { $0 &- 0x30 < 10 })
      else { return false }
      address = address[..<close].dropFirst()
    }
    if let zone = address.firstIndex(of: 0x25) { address = address[..<zone] }
    var groups = address.split(separator: 0x3A, omittingEmptySubsequences: false)
    guard groups.count >= 3 else { return false }
    var count = 0
    if let last = groups.last, last.contains(0x2E) {
      guard isIPv4(last) else { return false }
      groups.removeLast()
      count = 2
    }
    let isHexadecimal = { (byte: UInt8) in
      byte &- 0x30 < 10 || asciiLowercase(byte) &- 0x61 < 6
    }
    let filled = groups.filter { !$0.isEmpty }
    guard filled.allSatisfy({ $0.count <= 4 && $0.allSatisfy(isHexadecimal) }) else { return false }
    count += filled.count
    let gaps = doubleColons(address)
    if gaps == 0 { return count == 8 && filled.count == groups.count }
    return gaps == 1 && count < 8 && count > 0
  }

  private static func doubleColons(_ text: some RandomAccessCollection<UInt8>) -> Int {
    var gaps = 0
    var previous: UInt8 = 0
    for byte in text {
      if byte == 0x3A, previous == 0x3A { gaps += 1 }
      previous = byte
    }
    return gaps
  }
}
