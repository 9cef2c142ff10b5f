import Arguments
import Foundation
import Glibc
import PlainText
import Postgres
import Rendering

/// A write to standard output or a file has failed.
struct OutputFailure: Error, CustomStringConvertible {
  /// What was written to.
  var target: String
  /// The system's reason.
  var reason: String

  var description: String { "cannot write to \(target): \(reason)" }
}

/// Standard output and standard error as the options ask for them: data on the one, all else on the other.
struct Output {
  let options: OutputOptions
  let zone: TimeZone?
  private let pager: Pager?

  /// Reads the options and looks at the terminal.
  ///
  /// - Throws: `ValidationError` for a time zone that does not exist.
  init(_ options: OutputOptions) throws {
    self.options = options
    if let name = options.tz {
      guard let zone = TimeZone(identifier: name) ?? (name == "UTC" ? .gmt : nil) else {
        throw ValidationError("there is no time zone '\(name)': write one such as Europe/Amsterdam or UTC")
      }
      self.zone = zone
    } else {
      zone = nil
    }
    let isTable = (options.format ?? .table) == .table
    pager = Terminal.isTerminal(STDOUT_FILENO) && isTable && !options.noPager ? Pager() : nil
  }

  /// The format asked for, or what suits where the output goes.
  var format: OutputFormat { options.format ?? (Terminal.isTerminal(STDOUT_FILENO) ? .table : .jsonl) }

  /// The options of the writers of tables and rows.
  var writerOptions: WriterOptions {
    let zone = zone
    return WriterOptions(
      zone: { microseconds in
        zone.map { Int(TimeExpression.offset(of: $0, at: microseconds) / 1_000_000) } ?? 0
      },
      style: Style(isOn: isColoured), isRaw: options.raw, isTerminal: Terminal.isTerminal(STDOUT_FILENO))
  }

  /// Whether progress is shown: on a terminal, unless it is to be quiet.
  var showsProgress: Bool { !options.quiet && Terminal.isTerminal(STDERR_FILENO) }

  private var isColoured: Bool {
    switch options.color {
    case .always: return true
    case .never: return false
    case .auto:
      if getenv("NO_COLOR").map({ $0.pointee != 0 }) ?? false { return false }
      if getenv("CLICOLOR_FORCE").map({ String(cString: $0) != "0" }) ?? false { return true }
      let isDumb = getenv("TERM").map { String(cString: $0) == "dumb" } ?? false
      return Terminal.isTerminal(STDOUT_FILENO) && !isDumb
    }
  }

  /// Writes bytes of the answer.
  func write(_ bytes: [UInt8]) throws {
    if let pager {
      try pager.write(bytes)
    } else {
      try Terminal.write(bytes, to: STDOUT_FILENO, named: "standard output")
    }
  }

  /// Writes text of the answer.
  func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// Writes a remark to standard error, made safe for a terminal.
  func note(_ text: String) {
    if !options.quiet { Terminal.complain(text) }
  }

  /// Asks for a key on standard error; the answer comes on the same line.
  func prompt(_ text: String) {
    if !options.quiet { Terminal.ask(writerOptions.style.paint(text, .faint)) }
  }

  /// Waits until the reader has left the pager.
  func finish() { pager?.finish() }

  /// Writes rows in the format asked for.
  ///
  /// - Parameters:
  ///   - columns: their columns.
  ///   - title: the title of an HTML document.
  ///   - body: calls its argument with each row.
  func rows(_ columns: [Column], title: String, _ body: (@escaping ([Cell]) throws -> Void) throws -> Ending)
    throws
  {
    var options = writerOptions
    options.title = title
    var writer = format.writer(options) { try write($0) }
    try writer.begin(columns)
    var count = 0
    let ending = try body { cells in
      count += 1
      try writer.row(cells)
    }
    try writer.end(ending)
    if writer.neutralisedCells > 0 {
      note("\(writer.neutralisedCells) cells were made safe for spreadsheets; --raw leaves them as they are")
    }
    finish()
  }
}

extension Output {
  /// Writes objects as JSON, one after the other: a line each, or the `rows` of one document where the
  /// format is `json`.
  ///
  /// - Parameter body: calls its argument for each object, with what writes it.
  func objects(
    _ body: (_ object: @escaping ((inout JSONWriter) throws -> Void) throws -> Void) throws -> Void
  ) throws {
    var json = JSONWriter { try write($0) }
    let isDocument = format == .json
    if isDocument {
      json.beginObject()
      json.key("rows")
      json.beginArray()
    }
    try body { write in
      try write(&json)
      if !isDocument { json.endLine() }
      try json.check()
    }
    if isDocument {
      json.endArray()
      json.key("complete")
      json.boolean(true)
      json.key("next")
      json.null()
      json.endObject()
      json.endLine()
    }
    try json.finish()
  }
}

/// The terminal and the file descriptors.
enum Terminal {
  /// Sees to it that the standard descriptors are taken and that a file too large is an error, before anything is opened.
  ///
  /// A caller may have closed a descriptor: the next file or connection would get its number, and the answer would be
  /// written into that. What stands in can be read and not written to, so that a lost answer is a failure.
  static func prepare() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDONLY)
    }
    signal(SIGXFSZ, SIG_IGN)
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The width of the terminal on standard error or output, else of COLUMNS, else 80.
  static var width: Int {
    var size = winsize()
    for descriptor in [STDERR_FILENO, STDOUT_FILENO] where ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 {
      if size.ws_col > 0 { return Int(size.ws_col) }
    }
    return getenv("COLUMNS").flatMap { Int(String(cString: $0)) } ?? 80
  }

  /// Writes a line to standard error; control characters and escape sequences do not get there raw.
  static func complain(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
    try? write(Array((lines.joined(separator: "\n") + "\n").utf8), to: STDERR_FILENO, named: "standard error")
  }

  /// Writes to standard error without ending the line.
  static func ask(_ text: String) {
    try? write(Array(text.utf8), to: STDERR_FILENO, named: "standard error")
  }

  /// The next line of standard input without its end; nil at the end of the input.
  ///
  /// - Throws: `ExitCode.interrupted` after Ctrl-C, for which a plain read would not return.
  static func line() throws -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      let ready = poll(&input, 1, 100)
      if InterruptHandler.shared.isInterrupted { throw ExitCode.interrupted }
      if ready <= 0 { continue }
      guard read(STDIN_FILENO, &byte, 1) == 1 else {
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
      }
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
  }

  /// Shows a line of progress in place of the last one.
  static func progress(_ line: String) {
    try? write(Array(("\r\u{1B}[K" + line).utf8), to: STDERR_FILENO, named: "standard error")
  }

  /// Takes the line of progress away.
  static func clearProgress() {
    try? write(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO, named: "standard error")
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32, named name: String) throws {
    var start = 0
    while start < bytes.count {
      let written = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress.map { $0 + start }, buffer.count - start)
      }
      if written < 0 {
        if errno == EINTR { continue }
        throw OutputFailure(target: name, reason: String(cString: strerror(errno)))
      }
      start += written
    }
  }
}
