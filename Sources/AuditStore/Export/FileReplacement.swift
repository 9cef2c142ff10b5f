import Glibc

/// A file that takes its place when it is whole, and leaves nothing behind when it never is.
final class FileReplacement {
  /// What to write to.
  let output: FileOutput
  private let target: String
  private let isDirect: Bool
  private var isPending: Bool

  /// Begins to write beside the target, in the same folder.
  ///
  /// A link stays, and what it leads to is replaced. A target that is no regular file, such as a pipe or a device, is written to directly: it cannot be replaced.
  ///
  /// - Parameter mode: who may do what with the file.
  init(_ path: String, mode: mode_t = 0o600) throws(FileError) {
    let target = Self.resolved(path)
    self.target = target
    var status = stat()
    isDirect = stat(target, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    isPending = !isDirect
    output = try FileOutput(path: isDirect ? path : "\(target).\(getpid()).partial", mode: mode)
  }

  /// Where links lead in the end, also where nothing is there yet.
  private static func resolved(_ path: String) -> String {
    var path = path
    // As many as the kernel follows.
    for _ in 0..<40 {
      var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &buffer, buffer.count)
      guard count > 0 else { return path }
      let next = String(decoding: buffer[..<count], as: UTF8.self)
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      path = next.hasPrefix("/") ? next : folder + next
    }
    return path
  }

  /// Waits until the disk has the file, and puts it in its place.
  func commit() throws(FileError) {
    if !isDirect { try output.synchronize() }
    try output.close()
    guard !isDirect else { return }
    guard rename(output.path, target) == 0 else {
      throw .writeFailed(path: target, reason: FileError.reason(errno))
    }
    isPending = false
  }

  deinit {
    if isPending { unlink(output.path) }
  }
}
