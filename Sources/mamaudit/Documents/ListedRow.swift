import MAMEvents
import Rendering

/// What the list commands write of a row: one definition for programs and for people.
protocol ListedRow {
  /// The members of the contract in their order, the tenant aside: those of the JSON object, and the columns of CSV.
  static var columns: [Column] { get }
  /// The names of the columns that people are shown, in their order.
  static var shown: [String] { get }
  /// A cell for each of ``columns``.
  var cells: [Cell] { get }
  /// What people are shown in place of a cell, by the name of its column.
  var words: [String: Cell] { get }
  /// Writes the members of the JSON object, the tenant and the closing brace aside.
  func write(to json: inout JSONWriter)
}

extension ListedRow {
  /// Nothing: the cells speak for themselves.
  var words: [String: Cell] { [:] }

  /// Writes each column as a member.
  func write(to json: inout JSONWriter) {
    for (column, cell) in zip(Self.columns, cells) {
      json.key(column.name)
      json.cell(cell)
    }
  }
}

/// A row of a list that comes in pages.
protocol PagedRow: ListedRow {
  /// What orders the list, in rising order, and tells each row from every other: texts by their bytes, whole numbers
  /// and times.
  var keys: [Cell] { get }
}

extension Output {
  /// Writes rows of a log in the format asked for.
  ///
  /// - Parameter body: calls its argument with each row.
  func list<Row: ListedRow>(
    _ type: Row.Type, tenant: GUID, about: About, _ body: (@escaping (Row) throws -> Void) throws -> Ending
  ) throws {
    switch format {
    case .json, .jsonl:
      try objects(about: about) { object in
        try body { row in
          try object { json in
            json.object { json in
              json.key("tenant")
              json.string(tenant.text)
              row.write(to: &json)
            }
          }
        }
      }
    case .csv:
      let tenant = Cell.guid(tenant.text)
      try rows([Column("tenant", .guid)] + Row.columns, about: about) { write in
        try body { try write([tenant] + $0.cells) }
      }
    case .table, .markdown, .html:
      let shown = Row.shown.compactMap { name in Row.columns.firstIndex { $0.name == name } }
      try rows(shown.map { Row.columns[$0] }, about: about) { write in
        try body { row in
          let (cells, words) = (row.cells, row.words)
          try write(shown.map { words[Row.columns[$0].name] ?? cells[$0] })
        }
      }
    }
  }
}
