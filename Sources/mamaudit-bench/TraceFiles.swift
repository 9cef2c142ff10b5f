import Glibc

/// Makes the traces of a run, each in a process of its own, so that this one stays small.
struct TraceFiles {
  /// What runs the generator.
  var child: Child
  /// The generator: this program.
  var generator: String
  /// Where the files go.
  var folder: String

  /// Makes a trace of one tenant with random ids.
  func generate(
    _ name: String, events: Int, accounts: Int, repeats: Int = 0, seed: Int = 1
  ) throws -> String {
    let path = "\(folder)/\(name).ndjson"
    try child.must(
      generator,
      [
        "generate", "--events", String(events), "--accounts", String(accounts), "--repeats", String(repeats),
        "--seed", String(seed), "--output", path,
      ])
    return path
  }

  /// Makes a trace in which one account has many events, spread evenly over it.
  func generateWithBusyAccount(_ name: String, events: Int, accounts: Int, busy: Int) throws -> String {
    let main = try generate("\(name)-main", events: events - busy, accounts: accounts)
    let busyFile = "\(folder)/\(name)-busy.ndjson"
    try child.must(
      generator,
      [
        "generate", "--events", String(busy), "--accounts", "1", "--repeats", "0", "--upn-only", "0",
        "--seed",
        "7", "--output", busyFile,
      ])
    defer {
      unlink(main)
      unlink(busyFile)
    }
    let path = "\(folder)/\(name).ndjson"
    try Self.weave(busyFile, into: main, step: max(1, (events - busy) / max(1, busy)), output: path)
    return path
  }

  /// Cuts a trace into files of so many lines; the last one has the rest.
  static func split(_ path: String, lines: [Int], output: (Int) -> String) throws {
    var part = 0
    var left = lines.first ?? Int.max
    var file = try BufferedFile(creating: output(0))
    try LineFile.forEachLine(of: path) { line in
      if left == 0 {
        try file.close()
        try Interrupts.check()
        part += 1
        left = part < lines.count ? lines[part] : Int.max
        file = try BufferedFile(creating: output(part))
      }
      try file.write(line)
      left -= 1
    }
    try file.close()
  }

  /// Lays the lines of a short trace among those of a long one, as events of its tenant.
  static func weave(_ short: String, into long: String, step: Int, output: String) throws {
    var tenant: [UInt8] = []
    try LineFile.forEachLine(of: long) { if tenant.isEmpty { tenant = Self.tenant(of: $0) ?? [] } }
    var lines: [[UInt8]] = []
    try LineFile.forEachLine(of: short) { lines.append(Self.replacing(tenant, in: Array($0))) }
    var file = try BufferedFile(creating: output)
    var rest = lines[...]
    var number = 0
    try LineFile.forEachLine(of: long) { line in
      try file.write(line)
      number += 1
      if number % step == 0, let next = rest.popFirst() { try next.withUnsafeBytes { try file.write($0) } }
    }
    for line in rest { try line.withUnsafeBytes { try file.write($0) } }
    try file.close()
  }

  private static let tenantMember = Array(#""tenantid":""#.utf8)
  private static let idLength = 36

  private static func tenant(of line: UnsafeRawBufferPointer) -> [UInt8]? {
    let bytes = Array(line)
    guard let start = start(ofTenantIn: bytes) else { return nil }
    return Array(bytes[start..<(start + idLength)])
  }

  private static func replacing(_ tenant: [UInt8], in line: [UInt8]) -> [UInt8] {
    guard let start = start(ofTenantIn: line), tenant.count == idLength else { return line }
    var line = line
    line.replaceSubrange(start..<(start + idLength), with: tenant)
    return line
  }

  private static func start(ofTenantIn line: [UInt8]) -> Int? {
    let last = line.count - tenantMember.count - idLength
    guard last >= 0 else { return nil }
    for start in 0...last where line[start..<(start + tenantMember.count)].elementsEqual(tenantMember) {
      return start + tenantMember.count
    }
    return nil
  }
}
