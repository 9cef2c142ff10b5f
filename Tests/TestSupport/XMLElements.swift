import Foundation
import FoundationXML

/// The elements of a page that is well-formed XML, each with its text and its attributes.
public final class XMLElements: NSObject, XMLParserDelegate {
  /// An element.
  public struct Element {
    /// Its name.
    public var name: String
    /// Its attributes.
    public var attributes: [String: String]
    /// All text in it.
    public var text = ""
  }

  /// The elements in the order in which they begin.
  public private(set) var elements: [Element] = []
  private var open: [Int] = []

  /// Reads a page.
  ///
  /// - Throws: what the parser says of a page that is not well formed.
  public init(_ page: String) throws {
    super.init()
    let parser = XMLParser(data: Data(page.utf8))
    parser.delegate = self
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
  }

  /// The texts of the elements of a name, in order; `<br/>` is a line break.
  public func texts(of name: String) -> [String] { elements.filter { $0.name == name }.map(\.text) }

  /// For the parser.
  public func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.append(Element(name: name, attributes: attributes))
    if name == "br" { for index in open { elements[index].text += "\n" } }
    open.append(elements.count - 1)
  }

  /// For the parser.
  public func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }

  /// For the parser.
  public func parser(_ parser: XMLParser, foundCharacters text: String) {
    for index in open { elements[index].text += text }
  }
}
