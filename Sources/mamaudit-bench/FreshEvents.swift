import MAMEvents

/// Events that differ from each other: lines of a trace, each time with an id of its own.
struct FreshEvents: ~Copyable {
  /// A line and where its id stands.
  struct Template: Sendable {
    var line: [UInt8]
    var id: Int
  }

  private static let idMember = Array(#""id":""#.utf8)
  private static let idLength = 36
  private static let digits = Array("0123456789abcdef".utf8)

  private var templates: [Template]
  private var place: Int
  private var decoder = EventDecoder()
  private var random = SystemRandomNumberGenerator()

  /// Takes lines, beginning with one of them.
  init(_ templates: [Template], from place: Int) {
    self.templates = templates
    self.place = place % templates.count
  }

  /// The first lines of a trace that name an account.
  static func templates(of path: String, count: Int = 2_000) throws -> [Template] {
    var templates: [Template] = []
    let subject = Array(#""subject":""#.utf8)
    try LineFile.forEachLine(of: path) { line in
      guard templates.count < count else { return }
      let bytes = Array(line.dropLast())
      guard bytes.contains(subject), let id = bytes.end(of: idMember) else { return }
      templates.append(Template(line: bytes, id: id))
    }
    guard !templates.isEmpty else { throw BenchError.failed("\(path) has no event of an account") }
    return templates
  }

  /// The next one.
  mutating func next() throws -> DecodedEvent {
    place = (place + 1) % templates.count
    let start = templates[place].id
    // The digits of a random UUID, but for its hyphens and its version.
    var bits = (random.next(), random.next())
    for offset in 0..<Self.idLength where ![8, 13, 14, 18, 19, 23].contains(offset) {
      templates[place].line[start + offset] = Self.digits[Int(bits.0 & 15)]
      bits = (bits.0 >> 4 | bits.1 << 60, bits.1 >> 4)
    }
    return try templates[place].line.withUnsafeBytes { try decoder.decode($0) }
  }
}

extension [UInt8] {
  /// The place behind the first occurrence of some bytes.
  fileprivate func end(of bytes: [UInt8]) -> Int? {
    guard count >= bytes.count else { return nil }
    for start in 0...(count - bytes.count) where self[start..<(start + bytes.count)].elementsEqual(bytes) {
      return start + bytes.count
    }
    return nil
  }

  fileprivate func contains(_ bytes: [UInt8]) -> Bool { end(of: bytes) != nil }
}
