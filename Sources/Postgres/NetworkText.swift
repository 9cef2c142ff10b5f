import Glibc

/// The text of an `inet` or `cidr` from its binary form, as the server prints it.
enum NetworkText {
  /// Family (2 is IPv4, 3 is IPv6), prefix length, whether it is a `cidr`, number of bytes, the address.
  static func decode(_ bytes: UnsafeRawBufferPointer) throws(PostgresError) -> String {
    guard bytes.count >= 4, bytes.count == 4 + Int(bytes[3]) else { throw malformed }
    let isVersion6 = bytes[0] == 3
    guard bytes[3] == (isVersion6 ? 16 : 4) else { throw malformed }
    let address = bytes.dropFirst(4).withContiguousStorageIfAvailable { storage in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer -> String? in
        inet_ntop(
          isVersion6 ? AF_INET6 : AF_INET, storage.baseAddress, buffer.baseAddress, socklen_t(buffer.count)
        )
        .map { String(cString: $0) }
      }
    }
    guard let text = address.flatMap({ $0 }) else { throw malformed }
    let isHost = bytes[1] == (isVersion6 ? 128 : 32)
    // A `cidr` always shows its prefix length, an `inet` only where it is not that of one host.
    return isHost && bytes[2] == 0 ? text : "\(text)/\(bytes[1])"
  }

  private static var malformed: PostgresError { PostgresError(.decoding, "a network address is malformed") }
}
