import Foundation
import TestSupport
import Testing

/// What every page of the product must be in a browser.
enum Looks {
  /// Looks at a page from a file: on wide and narrow windows, light and dark, and as printed.
  ///
  /// - Parameters:
  ///   - html: the page.
  ///   - evaluate: an expression whose text is returned for the printed page.
  @discardableResult
  static func expectGood(
    _ html: String, evaluate: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String? {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("page-\(UUID().uuidString)")
      .path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = folder + "/page.html"
    try html.write(toFile: file, atomically: true, encoding: .utf8)
    var views = [(1280, .light), (1280, .dark), (768, .light), (390, .dark), (390, .light)].map {
      width, scheme in
      Browser.View(file: file, width: width, scheme: scheme)
    }
    views.append(Browser.View(file: file, width: 680, scheme: .dark, media: .print))
    for index in views.indices {
      views[index].axe = true
      views[index].screenshot = "\(folder)/\(index).png"
    }
    views[views.count - 1].evaluate = evaluate
    views[views.count - 1].pdf = folder + "/page.pdf"
    let sights = try Browser.look(at: views)
    for (view, sight) in zip(views, sights) {
      let name = "\(view.width) \(view.scheme) \(view.media)"
      #expect(sight.violations == [], "\(name)", sourceLocation: sourceLocation)
      #expect(sight.messages == [], "\(name)", sourceLocation: sourceLocation)
      #expect(sight.requests == [view.url], "\(name)", sourceLocation: sourceLocation)
      #expect(sight.width == view.width, "\(name)", sourceLocation: sourceLocation)
      let size = try FileManager.default.attributesOfItem(atPath: view.screenshot ?? "")[.size] as? Int ?? 0
      #expect(size > 5000, "\(name): nothing to see", sourceLocation: sourceLocation)
    }
    // The schemes are told apart: dark paper makes another picture.
    let pictures = try [0, 1].map { try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0).png")) }
    #expect(pictures[0] != pictures[1], sourceLocation: sourceLocation)
    let pdf = try Data(contentsOf: URL(fileURLWithPath: folder + "/page.pdf"))
    #expect(pdf.starts(with: Data("%PDF-".utf8)), sourceLocation: sourceLocation)
    return sights.last?.value
  }

  /// What an expression gives on a page of a width, as text.
  static func value(of expression: String, on html: String, width: Int) throws -> String? {
    try withFile(of: html) { file in
      var view = Browser.View(file: file, width: width)
      view.evaluate = expression
      return try Browser.look(at: [view])[0].value
    }
  }

  /// How many bytes a page has as printed.
  static func pdfSize(of html: String) throws -> Int {
    try withFile(of: html) { file in
      var view = Browser.View(file: file, width: 680, media: .print)
      view.pdf = file + ".pdf"
      _ = try Browser.look(at: [view])
      return try Data(contentsOf: URL(fileURLWithPath: file + ".pdf")).count
    }
  }

  private static func withFile<Value>(of html: String, _ body: (String) throws -> Value) throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("page-\(UUID().uuidString)")
      .path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try html.write(toFile: folder + "/page.html", atomically: true, encoding: .utf8)
    return try body(folder + "/page.html")
  }
}
