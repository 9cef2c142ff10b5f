import Glibc

/// The file that gets the figures: opened before hours of measuring, written after, and left as it was where they fail.
struct ReportFile {
  private let path: String
  private let descriptor: Int32
  private let isNew: Bool

  /// Opens the file, or makes an empty one.
  init(_ path: String) throws(OutputError) {
    self.path = path
    isNew = access(path, F_OK) != 0
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    if descriptor < 0 { throw OutputError(action: "write \(path)", number: errno) }
  }

  /// Puts a text in the place of what it holds, and closes it.
  func write(_ text: String) throws {
    // A pipe or a device holds nothing that could be cut off.
    _ = ftruncate(descriptor, 0)
    let file = FileOutput(descriptor: descriptor, name: path)
    try file.write(text)
    try file.close()
  }

  /// Closes it; one that was made for this run is removed.
  func discard() {
    close(descriptor)
    if isNew { unlink(path) }
  }
}
