import Foundation
import TestSupport
import Testing

/// The checks of HTML pages can fail: each is shown a page with the fault that it is there for.
@Suite struct BrowserTests {
  private static func look(
    _ body: String, width: Int = 390, axe: Bool = false, evaluate: String? = nil
  ) throws -> Browser.Sight {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("page-\(UUID().uuidString).html")
      .path
    let page = """
      <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Page</title>
      <style>@media (prefers-color-scheme: dark) { body { color: rgb(1, 2, 3); } }</style></head>
      <body><main><h1>Page</h1>\(body)</main></body></html>
      """
    try page.write(toFile: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: file) }
    var view = Browser.View(file: file, width: width, scheme: .dark)
    view.axe = axe
    view.evaluate = evaluate
    return try #require(try Browser.look(at: [view]).first)
  }

  @Test("a good page has no barrier, asks for nothing but itself, and fits")
  func good() throws {
    let sight = try Self.look("<p>Text</p>", axe: true, evaluate: "getComputedStyle(document.body).color")
    #expect(sight.violations == [] && sight.messages == [] && sight.requests.count == 1 && sight.width == 390)
    #expect(sight.value == "rgb(1, 2, 3)")
  }

  @Test("a barrier, a message, a request, and a page that is too wide are seen")
  func faults() throws {
    let barrier = try Self.look("<img src='data:,'>", axe: true)
    #expect(barrier.violations.contains { $0.hasPrefix("image-alt:") })
    let request = try Self.look("<link rel='stylesheet' href='file:///nowhere/style.css'>")
    #expect(request.requests.count == 2 && request.messages.count == 1, "\(request)")
    let wide = try Self.look("<p style='width: 500px'>Text</p>")
    #expect(wide.width > 390)
  }

  @Test("scripts do not run")
  func scripts() throws {
    let sight = try Self.look("<script>document.title = 'Other'</script>", evaluate: "document.title")
    #expect(sight.value == "Page")
  }
}
