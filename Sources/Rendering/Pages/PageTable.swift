/// A table on a page.
public struct PageTable: Sendable {
  /// A column.
  public struct Column: Sendable {
    /// How its cells are set.
    public enum Kind: String, Sendable {
      /// To the left, broken where there is need.
      case text = "t"
      /// To the left, in one line where there is room.
      case fixed = "t w"
      /// To the right.
      case number = "n"
    }

    /// Its head.
    public var name: String
    /// How its cells are set.
    public var kind: Kind

    /// Makes a column.
    public init(_ name: String, _ kind: Kind = .text) {
      self.name = name
      self.kind = kind
    }
  }

  /// A cell.
  public enum Content: Sendable {
    /// Text.
    case text(String)
    /// What a machine is told, such as a command.
    case code(String)
    /// Markup of our own.
    case markup(HTML)
    /// Nothing.
    case none
  }

  /// What is left out, and the command that shows it.
  public struct Rest: Sendable {
    /// What is left out.
    public var text: String
    /// The command.
    public var command: String

    /// Makes a remark.
    public init(_ text: String, command: String) {
      self.text = text
      self.command = command
    }
  }

  /// What it is.
  public var caption: String
  /// Whether a heading says the same, so that only those hear the caption who do not see the page.
  public var hidesCaption: Bool
  /// Whether a telephone gets the cells of a row below each other, each with the name of its column.
  public var isStacked = false
  /// Its columns; the first names the row.
  public var columns: [Column]
  /// Its rows, each with as many cells as there are columns.
  public var rows: [[Content]]
  /// What is left out; nil where nothing is.
  public var rest: Rest?

  /// Makes a table.
  public init(
    _ caption: String, hidesCaption: Bool = false, _ columns: [Column], _ rows: [[Content]], rest: Rest? = nil
  ) {
    self.caption = caption
    self.hidesCaption = hidesCaption
    self.columns = columns
    self.rows = rows
    self.rest = rest
  }

  /// Writes the table, in a frame that can be scrolled where the page is too narrow for it.
  public func write(to html: inout HTML) {
    // Few columns need not be as wide as the page; on paper a long list of them is set in columns of its own.
    // Many columns are set closer there, since paper cannot be scrolled.
    let shape = columns.count > 6 ? " many" : columns.count > 3 ? "" : rows.count > 12 ? " slim" : " few"
    html.element(
      "div",
      [
        "class": "scroll\(shape)\(isStacked ? " stack" : "")", "role": "region", "aria-label": caption,
        "tabindex": "0",
      ]
    ) { html in
      html.element("table") { html in
        html.element("caption") { html in
          html.element("span", ["class": hidesCaption ? "hidden" : "held"], text: caption)
        }
        html.element("thead") { html in
          html.element("tr") { html in
            for column in columns {
              html.element("th", ["scope": "col", "class": column.kind.rawValue], text: column.name)
            }
          }
        }
        html.element("tbody") { html in
          for row in rows { write(row, to: &html) }
        }
      }
    }
    if let rest {
      html.element("p", ["class": "rest"]) { html in
        html.text(rest.text + ": ")
        html.element("code", text: rest.command)
      }
    }
    html.line()
  }

  private func write(_ row: [Content], to html: inout HTML) {
    html.element("tr") { html in
      for (index, (cell, column)) in zip(row, columns).enumerated() {
        if index == 0 {
          html.element("th", ["scope": "row", "class": column.kind.rawValue]) { cell.write(to: &$0) }
        } else {
          let attributes: KeyValuePairs =
            isStacked
            ? ["class": column.kind.rawValue, "data-label": column.name] : ["class": column.kind.rawValue]
          html.element("td", attributes) { cell.write(to: &$0) }
        }
      }
    }
    html.line()
  }
}

extension PageTable.Content {
  func write(to html: inout HTML) {
    switch self {
    case .text(let text): html.text(text)
    case .code(let text): html.element("code", text: text)
    case .markup(let other): html.add(other.markup)
    case .none: html.element("span", ["class": "nil"], text: "–")
    }
  }
}
