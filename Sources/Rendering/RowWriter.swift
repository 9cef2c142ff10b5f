/// Writes a result row by row, in constant memory, in one format.
public protocol RowWriter {
  /// Starts with the columns; once, before all else.
  mutating func begin(_ columns: [Column]) throws

  /// Writes a row of as many cells as there are columns.
  mutating func row(_ cells: [Cell]) throws

  /// Closes the document and hands the last bytes to the sink; once, after all else.
  mutating func end(_ ending: Ending) throws

  /// How many cells were changed so that a spreadsheet does not take them for formulas.
  var neutralisedCells: Int { get }

  /// How wide a table would have to be, where rows were written as blocks for want of width; nil where they were not.
  var neededWidth: Int? { get }
}

extension RowWriter {
  /// None: the format has no such cells.
  public var neutralisedCells: Int { 0 }

  /// Nil: the format has no width.
  public var neededWidth: Int? { nil }
}

/// Whether a result is all there is.
public struct Ending: Sendable, Hashable {
  /// False when rows were left out.
  public var isComplete: Bool
  /// The cursor that goes on after the last row.
  public var next: String?

  /// All rows are there.
  public static let complete = Ending()

  /// Makes an ending.
  public init(isComplete: Bool = true, next: String? = nil) {
    self.isComplete = isComplete
    self.next = next
  }
}

/// The formats of `--format`.
public enum OutputFormat: String, CaseIterable, Sendable {
  case table, json, jsonl, csv, markdown, html

  /// Whether the format is for programs: UTC with microseconds, no labels, no colours.
  public var isForMachines: Bool {
    switch self {
    case .json, .jsonl, .csv: true
    case .table, .markdown, .html: false
    }
  }

  /// A writer of the format on a sink, which gets blocks of about 64 KiB.
  public func writer(_ options: WriterOptions = WriterOptions(), to sink: @escaping ByteSink) -> any RowWriter
  {
    switch self {
    case .table: TableWriter(options, sink)
    case .json: JSONDocumentWriter(options, sink)
    case .jsonl: JSONLinesWriter(sink)
    case .csv: CSVWriter(options, sink)
    case .markdown: MarkdownWriter(options, sink)
    case .html: HTMLWriter(options, sink)
    }
  }
}

/// How to write.
public struct WriterOptions: Sendable {
  /// The zone of times in formats for people.
  public var zone: ZoneOffset
  /// Colours of the table.
  public var style: Style
  /// How many columns the table may take; nil for as many as it wants.
  public var width: Int?
  /// How many rows the table looks at before it settles the widths of its columns.
  public var lookAhead: Int
  /// What stands for null in a table.
  public var nullText: String
  /// Whether CSV is left as it is: nothing neutralised.
  public var isRaw: Bool
  /// Whether the bytes go to a terminal, where CSV must not carry control characters either.
  public var isTerminal: Bool
  /// Whether the JSON document names the columns and their kinds before the rows.
  public var listsColumns: Bool
  /// What HTML, Markdown and the JSON document say of the answer.
  public var about: About

  /// Makes options.
  public init(
    zone: @escaping ZoneOffset = CalendarText.utc, style: Style = .plain, width: Int? = nil,
    lookAhead: Int = 500, nullText: String = "–", isRaw: Bool = false, isTerminal: Bool = false,
    listsColumns: Bool = true, about: About = About("Result")
  ) {
    self.zone = zone
    self.style = style
    self.width = width
    self.lookAhead = lookAhead
    self.nullText = nullText
    self.isRaw = isRaw
    self.isTerminal = isTerminal
    self.listsColumns = listsColumns
    self.about = about
  }
}
