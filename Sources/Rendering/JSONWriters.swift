/// One document: what the answer says of itself, then `"columns": [...], "rows": [...], "complete": true, "next": null`.
struct JSONDocumentWriter: RowWriter {
  private var json: JSONWriter
  private let options: WriterOptions
  private var columns: [Column] = []

  init(_ options: WriterOptions, _ sink: @escaping ByteSink) {
    json = JSONWriter(sink)
    self.options = options
  }

  mutating func begin(_ columns: [Column]) throws {
    self.columns = columns
    json.beginObject()
    json.members(of: options.about)
    if options.listsColumns {
      json.key("columns")
      json.array(columns) { json, column in
        json.object { json in
          json.key("name")
          json.string(column.name)
          json.key("kind")
          json.string(column.kind.rawValue)
        }
      }
    }
    json.key("rows")
    json.beginArray()
  }

  mutating func row(_ cells: [Cell]) throws {
    json.row(cells, columns)
    try json.check()
  }

  mutating func end(_ ending: Ending) throws {
    json.endArray()
    json.key("complete")
    json.boolean(ending.isComplete)
    json.key("next")
    json.string(ending.next)
    json.endObject()
    json.endLine()
    try json.finish()
  }
}

/// One object a line; a null is written, never left out.
struct JSONLinesWriter: RowWriter {
  private var json: JSONWriter
  private var columns: [Column] = []

  init(_ sink: @escaping ByteSink) {
    json = JSONWriter(sink)
  }

  mutating func begin(_ columns: [Column]) throws {
    self.columns = columns
  }

  mutating func row(_ cells: [Cell]) throws {
    json.row(cells, columns)
    json.endLine()
    try json.check()
  }

  mutating func end(_ ending: Ending) throws {
    try json.finish()
  }
}

extension JSONWriter {
  fileprivate mutating func row(_ cells: [Cell], _ columns: [Column]) {
    precondition(cells.count == columns.count, "a row has as many cells as there are columns")
    beginObject()
    for (cell, column) in zip(cells, columns) {
      key(column.name)
      self.cell(cell)
    }
    endObject()
  }
}
