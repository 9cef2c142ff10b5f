import CEmbedded
import Hashing

/// A numbered step of the schema: a file of `Migrations/`, with its exact bytes.
public struct Migration: Sendable, Hashable {
  /// Its number, from 1 without a gap.
  public let version: Int32
  /// Its file name: `NNNN_snake_name.sql`.
  public let name: String
  /// The exact bytes of the file.
  public let bytes: [UInt8]
  /// The SHA-256 of the bytes.
  public let sha256: Digest

  /// The SHA-256 as lower-case hexadecimal.
  public var checksum: String { sha256.description }

  /// The bytes as text.
  public var sql: String { String(decoding: bytes, as: UTF8.self) }

  /// Makes a migration of a file.
  ///
  /// - Throws: `MigrationError` where the name is not `NNNN_snake_name.sql`.
  public init(name: String, bytes: [UInt8]) throws(MigrationError) {
    let utf8 = Array(name.utf8)
    let digits = utf8.prefix(4)
    let stem = utf8.dropFirst(5).dropLast(4)
    guard
      utf8.count > 9, name.hasSuffix(".sql"), utf8[4] == UInt8(ascii: "_"),
      digits.allSatisfy({ (0x30...0x39).contains($0) }),
      stem.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_") }
      ),
      let version = Int32(String(decoding: digits, as: UTF8.self))
    else { throw MigrationError.badFileName(name) }
    self.version = version
    self.name = name
    self.bytes = bytes
    sha256 = SHA256Hasher().digest(of: bytes)
  }

  /// The files of `Migrations/` that are compiled in, in order.
  public static func embedded() throws(MigrationError) -> [Migration] {
    var files: [Migration] = []
    let folder = "Migrations/"
    for index in 0..<embedded_file_count() {
      let file = embedded_file(index)
      let path = String(cString: file.path)
      guard path.hasPrefix(folder) else { continue }
      let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.length))
      files.append(try Migration(name: String(path.dropFirst(folder.count)), bytes: bytes))
    }
    return try inOrder(files)
  }

  /// The migrations in order of version.
  ///
  /// - Throws: `MigrationError` where the versions are not 1, 2, 3 ….
  static func inOrder(_ files: [Migration]) throws(MigrationError) -> [Migration] {
    let sorted = files.sorted { $0.version < $1.version }
    for (index, file) in sorted.enumerated() where file.version != Int32(index + 1) {
      throw MigrationError.gap(expected: Int32(index + 1), found: file.name)
    }
    return sorted
  }
}
