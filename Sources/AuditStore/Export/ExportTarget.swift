/// Where an export goes.
public enum ExportTarget: Hashable, Sendable {
  /// Standard output.
  case standardOutput
  /// A file, replaced when the new one is whole.
  case file(String)

  /// Writes bytes that are there already.
  ///
  /// - Throws: `FileError` where a write fails.
  public func write(_ bytes: [UInt8]) throws {
    try write { try $0.write(bytes) }
  }

  /// Opens the target, lets `body` write, and ends it; what fails on the way leaves no part of a file.
  ///
  /// - Parameters:
  ///   - isPublic: whether others than the owner may read the file, which has nothing personal in it then.
  ///   - body: writes.
  /// - Throws: `FileError` where a write fails; what `body` throws.
  public func write<R>(isPublic: Bool = false, _ body: (FileOutput) throws -> R) throws -> R {
    switch self {
    case .standardOutput:
      let output = FileOutput(descriptor: 1, path: "standard output")
      let result = try body(output)
      try output.close()
      return result
    case .file(let path):
      let replacement = try FileReplacement(path, mode: isPublic ? 0o644 : 0o600)
      let result = try body(replacement.output)
      try replacement.commit()
      return result
    }
  }
}
