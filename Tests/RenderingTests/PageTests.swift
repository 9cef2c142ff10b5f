import Testing

@testable import Rendering

@Suite("Pages")
struct PageTests {
  @Test(
    "text is text, whatever is in it",
    arguments: [
      ("plain", "plain"), ("<b>&\"'", "&lt;b&gt;&amp;&quot;&#39;"), ("a\nb", "a\\nb"),
      ("a\u{1B}[0m", "a\\x1b[0m"),
      ("\u{202E}gpj", "\\u{202e}gpj"), ("Zoë 公司", "Zoë 公司"), ("&amp;", "&amp;amp;"),
    ])
  func escaping(text: String, expected: String) {
    #expect(HTML.escaped(text) == expected)
    var html = HTML()
    html.element("p", ["title": text], text: text)
    #expect(html.markup == "<p title=\"\(expected)\">\(expected)</p>")
  }

  @Test("a page asks for nothing, and runs nothing")
  func shell() {
    let head = PageShell.head(title: "A & B", style: "", skip: ("main", "Skip"), footLine: "tool")
    #expect(head.contains("<title>A &amp; B</title>"))
    #expect(head.contains("content=\"default-src 'none'; style-src 'unsafe-inline'\""))
    #expect(
      !head.contains("<script") && !head.contains("url(") && !head.contains("@import")
        && !head.contains("http:"))
  }

  @Test("a list that is not whole says what it lacks, and the command that shows it")
  func rest() {
    var html = HTML()
    PageTable("T", [.init("A")], [[.text("1")]], rest: .init("9 more rows", command: "mamaudit x")).write(
      to: &html)
    #expect(html.markup.contains("<p class=\"rest\">9 more rows: <code>mamaudit x</code></p>"))
  }

  // MARK: - Contrast

  /// The relative luminance of a colour, by WCAG 2.
  private static func luminance(_ colour: String) -> Double {
    let number = Int(colour.dropFirst(), radix: 16) ?? 0
    let parts = [16, 8, 0].map { shift in
      let part = Double(number >> shift & 255) / 255
      return part <= 0.04045 ? part / 12.92 : power((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  /// A power without the help of a library: e to the y times the logarithm of x, as series.
  private static func power(_ x: Double, _ y: Double) -> Double {
    let z = (x - 1) / (x + 1)
    var (logarithm, term) = (0.0, z)
    for n in stride(from: 1.0, to: 400, by: 2) {
      logarithm += 2 * term / n
      term *= z * z
    }
    var (sum, part) = (1.0, 1.0)
    for n in 1...100 {
      part *= y * logarithm / Double(n)
      sum += part
    }
    return sum
  }

  private static func contrast(_ one: String, _ other: String) -> Double {
    let values = [luminance(one), luminance(other)].sorted()
    return (values[1] + 0.05) / (values[0] + 0.05)
  }

  @Test("the measure of contrast is that of WCAG")
  func measure() {
    #expect(abs(Self.contrast("#000000", "#ffffff") - 21) < 0.01)
    // The grey that is known to be the lightest that passes on white.
    #expect(abs(Self.contrast("#767676", "#ffffff") - 4.54) < 0.01)
  }

  @Test("text is 4.5 to 1 or better and what is drawn 3 to 1 or better, on light paper, dark paper and white")
  func contrasts() throws {
    let colours = Dictionary(
      uniqueKeysWithValues: PageStyle.colours.map { ($0.name, (light: $0.light, dark: $0.dark)) })
    let paper = try #require(colours["paper"])
    // The words of warnings, trends and severities are in the colours of what is drawn.
    let texts = ["ink", "quiet", "accent", "bad", "good", "warning"]
    let drawn = ChartLook.allCases.map(\.rawValue) + ["base"]
    for name in texts + drawn {
      let colour = try #require(colours[name], "\(name)")
      let least = texts.contains(name) ? 4.5 : 3
      #expect(Self.contrast(colour.light, paper.light) >= least, "\(name)")
      #expect(Self.contrast(colour.light, "#ffffff") >= least, "\(name)")
      #expect(Self.contrast(colour.dark, paper.dark) >= least, "\(name)")
    }
  }

  @Test("the style names no colour but the palette's, save for the foot of printed sheets")
  func palette() {
    let rules = PageStyle.sheet.split(separator: "{").filter { !$0.contains("--paper:") }
    for rule in rules { #expect(!rule.contains(/#[0-9a-f]{3,6}\b/) || rule.contains("#fff"), "\(rule)") }
  }
}
