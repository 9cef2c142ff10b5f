import Hashing
import MAMEvents

/// An event of the log's own, as the tool writes it.
public enum OwnEvent: Sendable, Hashable {
  /// The parameters of the rules changed.
  ///
  /// - Parameters:
  ///   - parameters: all of them, a JSON object.
  ///   - sha256: the SHA-256 of the file that they come from.
  case rulesChanged(parameters: String, sha256: Digest)
  /// Somebody acknowledged a finding.
  ///
  /// - Parameters:
  ///   - finding: its id.
  ///   - by: who; personal, and nil where nobody is named.
  ///   - reason: why it may stand.
  case findingAcknowledged(finding: String, by: String?, reason: String)

  /// The type.
  public var type: EventType {
    switch self {
    case .rulesChanged: .logRulesChanged
    case .findingAcknowledged: .logFindingAcknowledged
    }
  }

  /// The event as a producer would send it; its id is new each time.
  func line(tenant: GUID, at time: Timestamp) throws(RandomSourceError) -> [UInt8] {
    let id = try GUID(randomBytes: secureRandomBytes(16))
    var line: [UInt8] = []
    line.append(contentsOf: #"{"specversion":"1.0","id":""#.utf8)
    id.append(to: &line)
    line.append(contentsOf: #"","source":"urn:mamaudit:"#.utf8)
    tenant.append(to: &line)
    line.append(contentsOf: #"","type":"\#(Catalogue[type].name)","time":""#.utf8)
    time.append(to: &line)
    line.append(contentsOf: #"","tenantid":""#.utf8)
    tenant.append(to: &line)
    line.append(contentsOf: #"","data":{"#.utf8)
    switch self {
    case .rulesChanged(let parameters, let sha256):
      line.append(contentsOf: #""parameters":\#(parameters),"sha256":"\#(sha256.hex)""#.utf8)
    case .findingAcknowledged(let finding, let by, let reason):
      var members = [("finding", finding)]
      if let by { members.append(("by", by)) }
      members.append(("reason", reason))
      for (index, (name, value)) in members.enumerated() {
        line.append(contentsOf: "\(index == 0 ? "" : ",")\"\(name)\":".utf8)
        JSONText.append(value, to: &line)
      }
    }
    line.append(contentsOf: "}}".utf8)
    return line
  }
}

extension GUID {
  /// A GUID of version 4 of sixteen random bytes.
  init(randomBytes bytes: [UInt8]) {
    let words = [bytes.prefix(8), bytes.suffix(8)].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    self.init(
      high: words[0] & ~0xF000 | 0x4000, low: words[1] & ~(0b11 << 62) | 0b10 << 62)
  }
}
