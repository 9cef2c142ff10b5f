import Glibc

/// Lays parameters out as libpq wants them: pointers, lengths and formats.
enum BoundParameters {
  typealias Pointers = UnsafePointer<UnsafePointer<CChar>?>?
  typealias Numbers = UnsafePointer<Int32>?

  /// Values longer than this are passed where they lie; shorter ones are gathered in one block.
  private static let gatherLimit = 4096

  /// Calls `body` with what stands for `parameters`; nothing of it may be kept.
  static func with<Result>(
    _ parameters: [Parameter], _ body: (Pointers, Numbers, Numbers) -> Result
  ) -> Result {
    if parameters.isEmpty { return body(nil, nil, nil) }
    let encoded = parameters.map(\.wire)
    var gathered: [UInt8] = []
    var offsets: [Int?] = []
    for value in encoded {
      if let value, value.count <= gatherLimit {
        offsets.append(gathered.count)
        gathered.append(contentsOf: value)
      } else {
        offsets.append(nil)
      }
    }
    // libpq takes a null pointer for NULL, so that an empty value needs an address too.
    gathered.append(0)
    let lengths = encoded.map { Int32(truncatingIfNeeded: $0?.count ?? 0) }
    let formats = [Int32](repeating: 1, count: encoded.count)
    var pointers = [UnsafePointer<CChar>?](repeating: nil, count: encoded.count)
    return gathered.withUnsafeBytes { block in
      for (index, offset) in offsets.enumerated() {
        guard let offset, let base = block.baseAddress else { continue }
        pointers[index] = (base + offset).assumingMemoryBound(to: CChar.self)
      }
      let large = encoded.indices.filter { encoded[$0] != nil && offsets[$0] == nil }
      return withAddresses(of: encoded, at: large[...], &pointers) { pointers in
        pointers.withUnsafeBufferPointer { body($0.baseAddress, lengths, formats) }
      }
    }
  }

  /// Holds the large values in place, one level of nesting for each, and fills in their addresses.
  private static func withAddresses<Result>(
    of values: [[UInt8]?], at indices: ArraySlice<Int>, _ pointers: inout [UnsafePointer<CChar>?],
    _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    guard let index = indices.first, let value = values[index] else { return body(pointers) }
    return value.withUnsafeBytes { bytes in
      pointers[index] = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return withAddresses(of: values, at: indices.dropFirst(), &pointers, body)
    }
  }
}

/// Calls `body` with the texts as a null-terminated list of C strings.
func withCStrings<Result>(
  _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
) -> Result {
  let copies = texts.map { strdup($0) }
  defer { copies.forEach { free($0) } }
  let pointers = copies.map { UnsafePointer($0) } + [nil]
  return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
}
