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
  private let channel: Channel

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
    channel = Channel(
      mayPage: Terminal.isTerminal(STDOUT_FILENO) && isTable && !options.noPager)
  }

  /// How many columns a table may take: `--width`, else COLUMNS, else those of the terminal; nil for as many as it
  /// wants, which is so where the answer goes to no terminal.
  var width: Int? {
    if let width = options.width { return width == 0 ? nil : width }
    return Terminal.columns ?? (Terminal.isTerminal(STDOUT_FILENO) ? Terminal.size(of: STDOUT_FILENO) : nil)
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
      style: Style(isOn: isColoured), width: width, isRaw: options.raw,
      isTerminal: Terminal.isTerminal(STDOUT_FILENO))
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
      if getenv("CLICOLOR").map({ String(cString: $0) == "0" }) ?? false { return false }
      let isDumb = getenv("TERM").map { String(cString: $0) == "dumb" } ?? false
      return Terminal.isTerminal(STDOUT_FILENO) && !isDumb
    }
  }

  /// Writes bytes of the answer.
  func write(_ bytes: [UInt8]) throws {
    if let pager = channel.pager {
      try pager.write(bytes)
    } else {
      try Terminal.write(bytes, to: STDOUT_FILENO, named: "standard output")
    }
  }

  /// Writes text of the answer.
  func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// Writes text that somebody else has made: as it is, but at a terminal made safe for it.
  func write(foreign bytes: [UInt8]) throws {
    guard Terminal.isTerminal(STDOUT_FILENO) else { return try write(bytes) }
    let lines = String(decoding: bytes, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    try write(
      lines.map {
        $0.split(separator: "\t", omittingEmptySubsequences: false).map(\.printable).joined(separator: "\t")
      }
      .joined(separator: "\n"))
  }

  /// Writes a remark to standard error, made safe for a terminal; below a pager once the reader has left it.
  func note(_ text: String) {
    if !options.quiet { say(text) }
  }

  /// Writes to standard error what must be said however quiet the user wants it: that rows were left out.
  func say(_ text: String) {
    if let pager = channel.startedPager { pager.remarks.append(text) } else { Terminal.complain(text) }
  }

  /// Asks for a key on standard error; the answer comes on the same line.
  func prompt(_ text: String) {
    if !options.quiet { Terminal.ask(writerOptions.style.paint(text.printable, .faint)) }
  }

  /// Waits until the reader has left the pager, which happens anyhow when the output goes out of use.
  func finish() { channel.startedPager?.finish() }

  /// Writes rows in the format asked for.
  ///
  /// - Parameters:
  ///   - columns: their columns.
  ///   - about: what the answer says of itself.
  ///   - body: calls its argument with each row.
  func rows(
    _ columns: [Column], about: About, _ body: (@escaping ([Cell]) throws -> Void) throws -> Ending
  ) throws {
    var options = writerOptions
    options.about = about
    var writer = format.writer(options) { try write($0) }
    try writer.begin(columns)
    let progress = RowProgress(self)
    let ending = try body { cells in
      progress.count()
      try writer.row(cells)
    }
    progress.end()
    try writer.end(ending)
    if writer.neutralisedCells > 0 {
      note("\(writer.neutralisedCells) cells were made safe for spreadsheets; --raw leaves them as they are")
    }
    if format == .table, progress.rows == 0 { note("no rows") }
    tellBlocks(of: writer)
  }

  /// Says that a table did not fit, where it did not.
  func tellBlocks(of writer: any RowWriter) {
    guard let needed = writer.neededWidth, let width = writerOptions.width else { return }
    note(
      "note: the table needs \(needed) columns and has \(width), so each row is a block of lines; --width 0 writes it whole"
    )
  }

  /// Writes rows that have nothing to say of themselves but a title.
  func rows(
    _ columns: [Column], title: String, _ body: (@escaping ([Cell]) throws -> Void) throws -> Ending
  ) throws {
    try rows(columns, about: About(title), body)
  }
}

/// Where an answer goes: straight to standard output, or through a pager that is started with its first bytes.
private final class Channel {
  private var mayPage: Bool
  private(set) var startedPager: Pager?

  init(mayPage: Bool) {
    self.mayPage = mayPage
  }

  /// The pager, started if there is to be one.
  var pager: Pager? {
    if mayPage {
      mayPage = false
      startedPager = Pager()
    }
    return startedPager
  }
}

extension Output {
  /// Writes objects as JSON, one after the other: a line each, or the `rows` of one document where the
  /// format is `json`.
  ///
  /// - Parameters:
  ///   - about: what the document says of itself.
  ///   - body: calls its argument for each object, with what writes it.
  func objects(
    about: About,
    _ body: (_ object: @escaping ((inout JSONWriter) throws -> Void) throws -> Void) throws -> Ending
  ) throws {
    var json = JSONWriter { try write($0) }
    let isDocument = format == .json
    if isDocument {
      json.beginObject()
      json.members(of: about)
      json.key("rows")
      json.beginArray()
    }
    let progress = RowProgress(self)
    let ending = try body { write in
      progress.count()
      try write(&json)
      if !isDocument { json.endLine() }
      try json.check()
    }
    progress.end()
    if isDocument {
      json.endArray()
      json.key("complete")
      json.boolean(ending.isComplete)
      json.key("next")
      json.string(ending.next)
      json.endObject()
      json.endLine()
    }
    try json.finish()
  }

  /// Writes objects that have nothing to say of themselves but a title, and are all there are.
  func objects(
    title: String,
    _ body: (_ object: @escaping ((inout JSONWriter) throws -> Void) throws -> Void) throws -> Void
  ) throws {
    try objects(about: About(title)) { object in
      try body(object)
      return .complete
    }
  }
}

/// Counts rows on standard error while they go elsewhere.
private final class RowProgress {
  private let isShown: Bool
  private let start = ContinuousClock.now
  private var shown: ContinuousClock.Instant
  private(set) var rows = 0

  init(_ output: Output) {
    // At a terminal the rows themselves show that they come.
    isShown = output.showsProgress && !Terminal.isTerminal(STDOUT_FILENO)
    shown = start
  }

  func count() {
    rows += 1
    guard isShown, rows % 256 == 0, ContinuousClock.now - shown > .milliseconds(200) else { return }
    shown = .now
    let bar = ProgressBar("rows", unit: "rows", done: rows, seconds: (shown - start).seconds)
    Terminal.progress(bar.line(width: Terminal.width))
  }

  func end() {
    if shown != start { Terminal.clearProgress() }
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
  static var width: Int { size(of: STDERR_FILENO) ?? size(of: STDOUT_FILENO) ?? columns ?? 80 }

  /// How many columns a terminal has; nil where the descriptor is none, or one that does not say.
  static func size(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// What COLUMNS says, where it is a number of columns.
  static var columns: Int? {
    getenv("COLUMNS").flatMap { Int(String(cString: $0)) }.flatMap { $0 > 0 ? $0 : nil }
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
        if errno == EPIPE, descriptor == STDOUT_FILENO { endByPipe() }
        throw OutputFailure(target: name, reason: String(cString: strerror(errno)))
      }
      start += written
    }
  }

  /// Ends the program as a broken pipe ends one that has not been started with SIGPIPE ignored: without a word.
  private static func endByPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    var pipes = sigset_t()
    sigemptyset(&pipes)
    sigaddset(&pipes, SIGPIPE)
    pthread_sigmask(SIG_UNBLOCK, &pipes, nil)
    raise(SIGPIPE)
    _exit(141)
  }
}
