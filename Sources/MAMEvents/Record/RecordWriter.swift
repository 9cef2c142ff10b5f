import Hashing

/// Writes the record of an event: the line that is stored, hashed and exported.
///
/// The event token for token, with the white space between tokens left out, personal values replaced by
/// `{"_sd":"DIGEST"}`, and a `recordedtime` that came in dropped. The record is unfinished: it has no closing
/// bracket, which comes with the time of recording (``complete(_:recordedAt:)``). Made to be used again.
public struct RecordWriter {
  /// The unfinished record of the last event that was written.
  public private(set) var record: [UInt8] = []
  /// The disclosures of the last event that was written, in the order of their places in it.
  public private(set) var disclosures: [RecordDisclosure] = []

  private var order: [Int] = []
  private var value: [UInt8] = []

  /// Makes a writer.
  public init() {}

  /// Writes the record of an event in place of the last one.
  ///
  /// - Parameters:
  ///   - event: An object with members other than `recordedtime`.
  ///   - document: The document that it is in.
  ///   - personal: The values that are personal data, in any order. One inside another goes with the outer one.
  ///   - salts: The salts of the append call that the event is part of.
  /// - Throws: ``RandomSourceError`` where no salt can be had.
  public mutating func write(
    _ event: JSONNode, of document: JSONDocument, personal: [PersonalMember], salts: SaltBook
  ) throws(RandomSourceError) {
    record.removeAll(keepingCapacity: true)
    disclosures.removeAll(keepingCapacity: true)
    sort(personal)
    var compactor = Compactor(document, from: document.range(of: event).lowerBound)
    record.append(UInt8(ascii: "{"))
    var next = 0
    for member in document.members(of: event) {
      let memberRange =
        document.range(of: member.name).lowerBound..<document.range(of: member.value).upperBound
      let isDropped = document.isString(member.name, JSONDocument.recordedTimeName)
      if !isDropped, record.count > 1 { record.append(UInt8(ascii: ",")) }
      var at = memberRange.lowerBound
      while next < order.count {
        let person = personal[order[next]]
        let range = document.range(of: person.value)
        guard range.lowerBound < memberRange.upperBound else { break }
        next += 1
        if isDropped || range.lowerBound < at || document.staysInRecord(person.value) { continue }
        compactor.copy(at..<range.lowerBound, of: document, to: &record)
        value.removeAll(keepingCapacity: true)
        compactor.copy(range, of: document, to: &value)
        try redact(person, salts)
        at = range.upperBound
      }
      if !isDropped { compactor.copy(at..<memberRange.upperBound, of: document, to: &record) }
    }
  }

  /// Ends an unfinished record: adds `recordedtime` and the closing bracket.
  public static func complete(_ record: inout [UInt8], recordedAt: Timestamp) {
    record.append(contentsOf: ",\"recordedtime\":\"".utf8)
    recordedAt.append(to: &record)
    record.append(contentsOf: "\"}".utf8)
  }

  /// Puts the digest of `value` into the record and keeps the disclosure.
  private mutating func redact(_ person: PersonalMember, _ salts: SaltBook) throws(RandomSourceError) {
    let made = try salts.disclosure(of: value, name: person.name, account: person.account)
    record.append(contentsOf: "{\"_sd\":\"".utf8)
    made.digest.withUnsafeBytes { Base64URL.append($0, to: &record) }
    record.append(contentsOf: "\"}".utf8)
    disclosures.append(RecordDisclosure(path: person.path, account: person.account, disclosure: made))
  }

  /// The personal values in the order of their places.
  private mutating func sort(_ personal: [PersonalMember]) {
    order.removeAll(keepingCapacity: true)
    order.append(contentsOf: personal.indices)
    if order.count > 1 { order.sort { personal[$0].value < personal[$1].value } }
  }
}

extension JSONDocument {
  /// The attribute that the store adds to a record.
  static let recordedTimeName: StaticString = "recordedtime"
}

/// Copies ranges of a document, from front to back, without the white space between tokens.
private struct Compactor {
  private var gap: Int

  /// Starts at a byte of the document.
  init(_ document: JSONDocument, from start: Int) {
    var low = 0
    var high = document.tape.gaps.count
    while low < high {
      let middle = (low + high) / 2
      if Int(document.tape.gaps[middle].lowerBound) < start { low = middle + 1 } else { high = middle }
    }
    gap = low
  }

  /// Copies a range that does not begin before the end of the last one.
  mutating func copy(_ range: Range<Int>, of document: JSONDocument, to output: inout [UInt8]) {
    var at = range.lowerBound
    while gap < document.tape.gaps.count {
      let space = document.tape.gaps[gap]
      guard space.lowerBound < range.upperBound else { break }
      gap += 1
      guard space.lowerBound >= at else { continue }
      document.withBytes(at..<Int(space.lowerBound)) { output.append(contentsOf: $0) }
      at = Int(space.upperBound)
    }
    document.withBytes(at..<range.upperBound) { output.append(contentsOf: $0) }
  }
}
