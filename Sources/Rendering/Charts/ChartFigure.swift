import PlainText

/// A chart that can be drawn.
public protocol Chart: Sendable {
  /// Whether there is nothing to show.
  var isEmpty: Bool { get }

  /// The marks of the picture, without the `svg` element around them.
  ///
  /// - Parameters:
  ///   - size: the room.
  ///   - id: what begins the ids in it; no other chart of the page has the same.
  func draw(_ size: ChartSize, id: String) -> String
}

/// A chart on a page: a heading, the picture for wide and narrow pages, and the same numbers in a table.
public struct ChartFigure: Sendable {
  /// What begins the ids in it; no other figure of the page has the same.
  public var id: String
  /// The heading.
  public var title: String
  /// What is to be seen, for those who do not see it.
  public var summary: String
  /// How to read it, below the picture; nil for nothing.
  public var note: String?
  /// The picture.
  public var chart: any Chart
  /// How high the picture is, on wide and on narrow pages.
  public var heights: (wide: Double, narrow: Double)
  /// What to say where there is nothing to show.
  public var emptyText: String
  /// The numbers.
  public var table: PageTable

  /// Makes a figure.
  public init(
    id: String, title: String, summary: String, note: String? = nil, chart: any Chart,
    heights: (wide: Double, narrow: Double) = (240, 230), emptyText: String, table: PageTable
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.note = note
    self.chart = chart
    self.heights = heights
    self.emptyText = emptyText
    self.table = table
  }

  /// Writes the figure.
  public func write(to html: inout HTML) {
    html.element("figure", ["class": "chart", "id": id, "aria-labelledby": "\(id)-h"]) { html in
      html.element("h3", ["id": "\(id)-h"], text: title)
      if chart.isEmpty {
        html.element("p", ["class": "none"], text: emptyText)
      } else {
        picture(.wide(height: heights.wide), "wide", in: &html)
        picture(.narrow(height: heights.narrow), "narrow", in: &html)
      }
      if let note, !chart.isEmpty { html.element("figcaption", text: note) }
      if !chart.isEmpty {
        html.element("details") { html in
          html.element("summary") { html in
            html.text("Numbers")
            html.element("span", ["class": "hidden"], text: " of: \(title)")
          }
          table.write(to: &html)
        }
      }
    }
    html.line()
  }

  private func picture(_ size: ChartSize, _ name: String, in html: inout HTML) {
    let key = "\(id)-\(name)"
    html.element(
      "svg",
      [
        "class": name, "role": "img", "aria-labelledby": "\(key)-t \(key)-d",
        "viewBox": "0 0 \(SVG.number(size.width)) \(SVG.number(size.height))",
      ]
    ) { html in
      html.element("title", ["id": "\(key)-t"], text: title)
      html.element("desc", ["id": "\(key)-d"], text: summary)
      html.add(chart.draw(size, id: key))
    }
  }
}
