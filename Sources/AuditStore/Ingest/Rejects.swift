import Glibc
import MAMEvents

/// Keeps what was refused: the bytes as they came, one event a line, and beside it why.
///
/// The files are made with the first refusal, readable by their owner alone: they may hold personal data. The second
/// is named like the first with `.reasons.jsonl` behind it. An element of an array that spans lines is written on one
/// line; nothing else is changed.
final class Rejects {
  /// Where the refused lines are; nil while there is none.
  private(set) var path: String?
  /// How many were refused.
  private(set) var count = 0

  private let given: String?
  private let inputs: [IngestInput]
  private var lines: FileOutput?
  private var reasons: FileOutput?
  private var flattener = LineFlattener()

  /// Makes a keeper that has made no file yet.
  ///
  /// - Parameters:
  ///   - path: where; nil for a new file under the user's state folder.
  ///   - inputs: what is being read, and so must not be overwritten.
  init(path: String?, inputs: [IngestInput]) {
    given = path
    self.inputs = inputs
  }

  /// Keeps an event that was refused.
  func refuse(
    _ bytes: UnsafeRawBufferPointer, file: String, line: Int, _ rejection: Rejection
  ) throws(FileError) {
    try refusePiece(bytes, isLast: true, file: file, line: line, rejection)
  }

  /// Keeps a piece of an event that was refused; the last one ends it.
  func refusePiece(
    _ bytes: UnsafeRawBufferPointer, isLast: Bool, file: String, line: Int, _ rejection: Rejection
  ) throws(FileError) {
    let (lines, reasons) = try files()
    if let flat = flattener.flatten(bytes) { try lines.write(flat) } else { try lines.write(bytes) }
    guard isLast else { return }
    flattener = LineFlattener()
    try lines.write(0x0A)
    count += 1
    try reasons.write(Self.reason(file, line, count, rejection))
  }

  /// Hands everything over to the system, so that it can be read while the ingest goes on.
  func flush() throws(FileError) {
    try lines?.flush()
    try reasons?.flush()
  }

  /// Ends the files.
  func close() throws(FileError) {
    try lines?.close()
    try reasons?.close()
  }

  // MARK: -

  private func files() throws(FileError) -> (FileOutput, FileOutput) {
    if let lines, let reasons { return (lines, reasons) }
    let newLines: FileOutput
    if let given {
      for path in [given, given + RejectsLocation.reasonsSuffix] where InputReader.isInput(path, of: inputs) {
        throw .overwritesInput(path: path)
      }
      newLines = try FileOutput(path: given)
    } else {
      newLines = try FileOutput(path: RejectsLocation.newPath(), isNew: true)
    }
    let newReasons = try FileOutput(path: newLines.path + RejectsLocation.reasonsSuffix)
    (lines, reasons, path) = (newLines, newReasons, newLines.path)
    return (newLines, newReasons)
  }

  private static func reason(_ file: String, _ line: Int, _ rejectLine: Int, _ rejection: Rejection)
    -> [UInt8]
  {
    var text: [UInt8] = []
    text.append(contentsOf: "{\"file\":".utf8)
    JSONText.append(file, to: &text)
    text.append(contentsOf: ",\"line\":\(line),\"rejectLine\":\(rejectLine),\"code\":".utf8)
    JSONText.append(rejection.code.rawValue, to: &text)
    for (name, value) in [
      ("path", rejection.path), ("reason", rejection.reason), ("remedy", rejection.remedy),
    ] {
      text.append(contentsOf: ",\"\(name)\":".utf8)
      JSONText.append(value, to: &text)
    }
    text.append(contentsOf: "}\n".utf8)
    return text
  }
}

/// Brings JSON that spans lines onto one line.
///
/// White space with a line end in it becomes one space. Within a string, where a line end is an error, it becomes a
/// tab, which is the same error: a mended line is one that somebody has looked at.
struct LineFlattener {
  private var isInString = false
  private var isEscaped = false
  private var hasSpace = false

  /// The bytes on one line; nil where there is nothing to change.
  mutating func flatten(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    let hasLineEnds = bytes.baseAddress.map { memchr($0, 0x0A, bytes.count) != nil } ?? false
    var output: [UInt8] = []
    if hasLineEnds { output.reserveCapacity(bytes.count) }
    for byte in bytes {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        } else {
          isEscaped = byte == UInt8(ascii: "\\")
        }
        if hasLineEnds { output.append(byte == 0x0A ? 0x09 : byte) }
        continue
      }
      isInString = byte == UInt8(ascii: "\"")
      let isSpace = byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
      if hasLineEnds, !isSpace || !hasSpace { output.append(isSpace ? 0x20 : byte) }
      hasSpace = isSpace
    }
    return hasLineEnds ? output : nil
  }
}
