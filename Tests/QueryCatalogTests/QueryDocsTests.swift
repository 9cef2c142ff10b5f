import Foundation
import QueryCatalog
import Testing

/// The pages about the queries.
@Suite("Documentation of the queries")
struct QueryDocsTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/QueryCatalog/QueryCatalog.docc")

  @Test("the committed pages are those that the headers make")
  func committed() throws {
    let pages = QueryCatalog.embedded().pages
    let how = "run: swift run mamaudit query docs --output Sources/QueryCatalog/QueryCatalog.docc"
    let files = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".md") }
    #expect(files.sorted() == pages.map(\.path).sorted(), "\(how), and delete what has no query any more")
    for page in pages {
      let file = Self.folder.appending(path: page.path)
      let text = try? String(contentsOf: file, encoding: .utf8)
      #expect(text == page.text, "\(page.path) differs; \(how)")
    }
  }

  @Test("a page tells all that the header and the statement say, with lines to copy")
  func page() throws {
    let query = try #require(file(goodFile).query)
    let lines = query.page.split(separator: "\n", omittingEmptySubsequences: false)
    for line in [
      "# wipes-of-app", "Wipes of an app in a period.", "One row a wipe. Those without an end have none.",
      "A second paragraph.", "- Kind: report", "- File: `Queries/wipes/wipes-of-app.sql`",
      "- Order: wipes desc, app", "- Pages: it can be read page by page",
      "| `app` | text | required | the app's bundle id |",
      "| `state` | text | `it's` | which (open, closed, it's) |", "| `wipes` | bigint | how many |",
      "mamaudit query run wipes-of-app --arg app=com.contoso.mail",
      #"psql -v 'app=a "b" c' -v since=2026-03-15T12:00:00Z -v least=3 -f Queries/wipes/wipes-of-app.sql"#,
    ] {
      #expect(lines.contains { $0 == line }, "\(line)")
    }
  }

  @Test("what a statement reads is told from its words, not from its literals and comments")
  func reads() throws {
    let text = smallFile.replacing(
      "AS b;",
      with: """
        AS b FROM reporting.v1_wipe AS w -- reporting.v1_device
        JOIN reporting . v1_account AS a ON a.tenant = w.tenant AND 'reporting.v1_rule' <> ''
        JOIN (SELECT x.tenant FROM reporting.v1_wipe AS x) AS y ON y.tenant = a.tenant;
        """)
    let query = try #require(file(text, "Queries/small.sql").query)
    #expect(query.reads == ["reporting.v1_account", "reporting.v1_wipe"])
  }

  @Test("every shipped query reads views of the reporting schema alone")
  func views() {
    for query in QueryCatalog.embedded().queries {
      #expect(
        !query.reads.isEmpty && query.reads.allSatisfy { $0.hasPrefix("reporting.v1_") }, "\(query.name)")
    }
  }
}
