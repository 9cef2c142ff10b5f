import Hashing

/// Makes disclosures, and lets equal (account, name, value) share one salt within one append call.
///
/// Salts are 128 random bits, never derived from anything. What was made is remembered until ``startBatch()``, under
/// a hash of the value, and never beyond it: a later call that met the value again would otherwise make a digest
/// by which an erased value could be told.
public final class SaltBook {
  private let hasher = SHA256Hasher()
  private var disclosures: [Digest: Disclosure] = [:]
  private var scratch: [UInt8] = []
  private var random: [UInt8] = []
  private var randomUsed = 0
  private static let saltCount = 16
  private static let randomCount = 256 * saltCount

  /// Makes a book with no salts.
  public init() {}

  /// The different values since the batch began.
  public var count: Int { disclosures.count }

  /// Forgets all salts: called before each append call.
  public func startBatch() {
    disclosures.removeAll(keepingCapacity: true)
  }

  /// The disclosure of a value.
  ///
  /// - Parameters:
  ///   - value: The token as it came, without white space between tokens.
  ///   - name: The name of the member.
  ///   - account: The account that the value is about.
  /// - Throws: ``RandomSourceError`` where no salt can be had.
  public func disclosure(
    of value: [UInt8], name: String, account: AccountName?
  ) throws(RandomSourceError) -> Disclosure {
    let key = key(value, name, account)
    if let known = disclosures[key] { return known }
    try refill()
    scratch.removeAll(keepingCapacity: true)
    scratch.append(contentsOf: "[\"".utf8)
    random[randomUsed..<randomUsed + SaltBook.saltCount].withUnsafeBytes {
      Base64URL.append($0, to: &scratch)
    }
    randomUsed += SaltBook.saltCount
    scratch.append(contentsOf: "\",".utf8)
    JSONText.append(name, to: &scratch)
    scratch.append(UInt8(ascii: ","))
    scratch.append(contentsOf: value)
    scratch.append(UInt8(ascii: "]"))
    var text = Base64URL.encode(scratch)
    let digest = text.withUTF8 { hasher.digest(of: UnsafeRawBufferPointer($0)) }
    let disclosure = Disclosure(text: text, digest: digest)
    disclosures[key] = disclosure
    return disclosure
  }

  /// A hash of what shares a salt; lengths stand before the parts, so that no two triples look alike.
  private func key(_ value: [UInt8], _ name: String, _ account: AccountName?) -> Digest {
    scratch.removeAll(keepingCapacity: true)
    switch account {
    case nil:
      scratch.append(0)
    case .object(let guid):
      scratch.append(1)
      withUnsafeBytes(of: (guid.high, guid.low)) { scratch.append(contentsOf: $0) }
    case .upn(let upn):
      scratch.append(2)
      withUnsafeBytes(of: upn.utf8.count) { scratch.append(contentsOf: $0) }
      scratch.append(contentsOf: upn.utf8)
    }
    withUnsafeBytes(of: name.utf8.count) { scratch.append(contentsOf: $0) }
    scratch.append(contentsOf: name.utf8)
    scratch.append(contentsOf: value)
    return hasher.digest(of: scratch)
  }

  /// Draws salts by the hundreds: the generator's price is by the call.
  private func refill() throws(RandomSourceError) {
    guard randomUsed + SaltBook.saltCount > random.count else { return }
    random = try secureRandomBytes(SaltBook.randomCount)
    randomUsed = 0
  }
}
