import Foundation

/// Headless Chromium, which looks at HTML pages as readers do, with scripts off.
public enum Browser {
  /// How a reader looks at a page.
  public struct View: Encodable, Sendable {
    /// A colour scheme that the reader prefers.
    public enum Scheme: String, Encodable, Sendable, CaseIterable {
      case light, dark
    }

    /// What the page is rendered for.
    public enum Media: String, Encodable, Sendable {
      case screen, print
    }

    /// The address of the page.
    public var url: String
    /// The width of the window in pixels.
    public var width: Int
    /// The height of the window in pixels.
    public var height = 900
    /// The colour scheme preferred.
    public var scheme: Scheme
    /// What the page is rendered for.
    public var media = Media.screen
    /// Where to write a picture of the whole page, as PNG.
    public var screenshot: String?
    /// Where to write the page as printed, as PDF.
    public var pdf: String?
    /// Whether axe-core is to look for barriers.
    public var axe = false
    /// A JavaScript expression to evaluate in the page as text.
    public var evaluate: String?

    /// Makes a view of a file.
    public init(file: String, width: Int = 1280, scheme: Scheme = .light, media: Media = .screen) {
      url = URL(fileURLWithPath: file).absoluteString
      self.width = width
      self.scheme = scheme
      self.media = media
    }
  }

  /// What was seen in a view.
  public struct Sight: Decodable, Sendable {
    /// How wide the page is, which is more than the window where it overflows.
    public var width: Int
    /// How high the page is.
    public var height: Int
    /// What axe-core finds wrong.
    public var violations: [String]
    /// What the page made the browser say: on the console, in its log, as exceptions.
    public var messages: [String]
    /// Every address asked for, the page's own included.
    public var requests: [String]
    /// What the expression gave.
    public var value: String?
  }

  /// Looks at pages, one view after the other.
  ///
  /// - Throws: a `TestSupportError` that says what to install where the browser is missing.
  public static func look(at views: [View]) throws -> [Sight] {
    struct Order: Encodable {
      var chromium: String
      var axe: String
      var views: [View]
    }
    // Of its packages only the script of axe-core is used, so what they depend on is left out.
    let environment = try PythonEnvironment(
      "axe", packages: ["axe-playwright-python==0.1.8"], withDependencies: false)
    let order = Order(
      chromium: try chromium(), axe: try environment.file("axe_playwright_python/axe.min.js"), views: views)
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("browser.py").path
    let outcome = try environment.run(script, input: try JSONEncoder().encode(order))
    guard outcome.status == 0 else {
      throw TestSupportError("browser.py exits with \(outcome.status):\n\(outcome.stderr)")
    }
    return try JSONDecoder().decode([Sight].self, from: outcome.stdout)
  }

  private static func chromium() throws -> String {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    for name in ["chromium", "chromium-browser", "google-chrome"] {
      for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") {
        return "\(folder)/\(name)"
      }
    }
    throw TestSupportError("The tests need a browser: apt-get install chromium")
  }
}
