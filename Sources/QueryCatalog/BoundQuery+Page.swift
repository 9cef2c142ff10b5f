import Postgres

extension BoundQuery {
  /// A column of the keyset by which a query is paged.
  public struct Key: Sendable, Hashable {
    /// The column's name.
    public var name: String
    /// Its type.
    public var type: SQLType
    /// Its place among the columns of the result.
    public var index: Int
    /// Whether it falls from row to row.
    public var isDescending: Bool
  }

  /// The keyset in the order of the header; empty where the query cannot be paged.
  public var keys: [Key] {
    let columns = query.header.columns
    let order = query.header.order.compactMap(QueryHeader.OrderedColumn.init)
    return query.header.cursor.compactMap(QueryHeader.OrderedColumn.init).compactMap { entry in
      guard let index = columns.firstIndex(where: { $0.name == entry.name }) else { return nil }
      let isDescending = entry.isDescending ?? order.first { $0.name == entry.name }?.isDescending
      return Key(
        name: entry.name, type: columns[index].type, index: index, isDescending: isDescending ?? false)
    }
  }

  /// The query cut to the rows behind one, by its keyset and never by counting rows.
  ///
  /// Texts are ordered by their bytes, and nulls as PostgreSQL does: last where a key rises, first where it falls. The
  /// values go in as parameters.
  ///
  /// - Parameters:
  ///   - last: the keys of the row before, as text; nil for the first page.
  ///   - limit: how many rows at most; nil for all.
  public func page(after last: [String?]?, limit: Int?) -> BoundQuery {
    var page = self
    func parameter(_ value: Parameter) -> String {
      page.parameters.append(value)
      return "$\(page.parameters.count)"
    }
    var conditions = ""
    if let last {
      let values = zip(keys, last).map { key, value in
        value.map { "\(parameter(.text($0)))::text::\(key.type.rawValue)" }
      }
      conditions = "\nWHERE " + Self.isBehind(keys, values)
    }
    let order = keys.map { $0.expression + ($0.isDescending ? " DESC" : "") }.joined(separator: ", ")
    let count = limit.map { "\nLIMIT " + parameter(.int64(Int64($0))) } ?? ""
    // A comment may end the statement, so what follows begins a line.
    page.query.sql = "SELECT *\nFROM (\n\(query.sql)\n) AS page\(conditions)\nORDER BY \(order)\(count)"
    return page
  }

  /// The condition that a row stands behind the one with these keys; nil stands for null.
  private static func isBehind(_ keys: [Key], _ values: [String?]) -> String {
    var equal: [String] = []
    var alternatives: [String] = []
    for (key, value) in zip(keys, values) {
      if let behind = key.isBehind(value) {
        alternatives.append("(" + (equal + [behind]).joined(separator: " AND ") + ")")
      }
      equal.append(value.map { "\(key.expression) = \($0)" } ?? "\(key.expression) IS NULL")
    }
    return alternatives.isEmpty ? "false" : "(" + alternatives.joined(separator: "\n    OR ") + ")"
  }
}

extension BoundQuery.Key {
  /// The column as it is compared and ordered.
  fileprivate var expression: String {
    "page." + quotedIdentifier(name) + (type == .text ? " COLLATE \"C\"" : "")
  }

  /// The condition that this key alone puts a row behind a value; nil where nothing stands behind it.
  fileprivate func isBehind(_ value: String?) -> String? {
    switch (value, isDescending) {
    case (let value?, false): "(\(expression) > \(value) OR \(expression) IS NULL)"
    case (let value?, true): "\(expression) < \(value)"
    case (nil, false): nil
    case (nil, true): "\(expression) IS NOT NULL"
    }
  }
}
