/// What the product's pages have in common around their content: no script, no remote part, and nothing that depends on
/// when or where the page is made.
public enum PageShell {
  /// The beginning of a page, up to its content.
  ///
  /// - Parameters:
  ///   - title: the title.
  ///   - style: the style of this page, after that of all pages.
  ///   - skip: the id and the name of what a keyboard can go to at once.
  ///   - footLine: what stands at the foot of each printed sheet; words of our own.
  public static func head(
    title: String, style: String, skip: (id: String, name: String), footLine: String
  ) -> String {
    var html = HTML()
    html.add(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <meta name="color-scheme" content="light dark">

      """)
    html.element("title", text: title)
    html.add(
      """

      <style>
      \(PageStyle.sheet)
      @page{@bottom-left{content:"\(footLine)";font:7.5pt sans-serif;color:#565d66}
      @bottom-right{content:counter(page) " / " counter(pages);font:7.5pt sans-serif;color:#565d66}}
      \(style)
      </style>
      </head>
      <body>

      """)
    html.element("a", ["class": "skip", "href": "#\(skip.id)"], text: skip.name)
    html.add("\n<div class=\"page\">\n")
    return html.markup
  }

  /// The end of a page.
  public static let end = "</div>\n</body>\n</html>\n"
}
