/// The grammar of OpenMetrics 1.0, as far as this product uses it, and stricter: no time stamps, no exemplars.
public enum OpenMetricsGrammar {
  private struct Family {
    var name: String
    var type: String?
    var unit: String?
    var help: String?
    var hasSamples = false
  }

  private struct Broken: Error {
    var what: String
  }

  /// The first thing that is wrong with a text; nil where nothing is.
  public static func problem(in text: String) -> String? {
    do {
      try check(text)
      return nil
    } catch {
      return (error as? Broken)?.what ?? "\(error)"
    }
  }

  private static func check(_ text: String) throws {
    guard text.hasSuffix("# EOF\n") else { throw Broken(what: "no # EOF at the end") }
    guard !text.utf8.contains(UInt8(ascii: "\r")) else { throw Broken(what: "a carriage return") }
    var family: Family?
    var seen: Set<String> = []
    var points: Set<String> = []
    var histogram = Histogram()
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    for (index, line) in lines.dropLast().enumerated() {
      let broken = { (what: String) in Broken(what: "line \(index + 1), \(what): \(line)") }
      if line == "# EOF" {
        guard index == lines.count - 2 else { throw broken("not the end") }
        try histogram.end()
        return
      }
      if line.hasPrefix("#") {
        let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(
          String.init)
        guard words.count == 4, words[0] == "#" else { throw broken("no descriptor") }
        if words[1] == "TYPE" {
          try histogram.end()
          guard seen.insert(words[2]).inserted else { throw broken("a family twice") }
          guard isName(words[2]) else { throw broken("no name") }
          guard ["counter", "gauge", "info", "histogram"].contains(words[3]) else { throw broken("no type") }
          family = Family(name: words[2], type: words[3])
          histogram = Histogram()
          continue
        }
        guard let current = family, current.name == words[2], !current.hasSamples else {
          throw broken("a descriptor that does not follow its TYPE")
        }
        switch words[1] {
        case "UNIT":
          guard current.unit == nil, current.help == nil else { throw broken("UNIT out of order") }
          guard !words[3].isEmpty, current.name.hasSuffix("_" + words[3]), current.type != "info" else {
            throw broken("a unit that the name does not end with")
          }
          family?.unit = words[3]
        case "HELP":
          guard current.help == nil else { throw broken("HELP twice") }
          guard isEscaped(words[3]) else { throw broken("an escape that is none") }
          family?.help = words[3]
        default: throw broken("no descriptor")
        }
        continue
      }
      guard let current = family, let type = current.type else { throw broken("a sample without a family") }
      let (name, labels, value) = try sample(line, broken)
      let endings: [String] =
        switch type {
        case "counter": ["_total"]
        case "info": ["_info"]
        case "histogram": ["_bucket", "_count", "_sum"]
        default: [""]
        }
      guard let ending = endings.first(where: { name == current.name + $0 }) else {
        throw broken("not of the family")
      }
      guard isNumber(value) else { throw broken("no number") }
      guard Set(labels.map(\.0)).count == labels.count else { throw broken("a label twice") }
      let others = labels.filter { $0.0 != "le" || ending != "_bucket" }
      guard points.insert(name + labels.map { "\u{1}\($0.0)\u{2}\($0.1)" }.sorted().joined()).inserted else {
        throw broken("a sample twice")
      }
      if type == "info", value != "1" { throw broken("an info that is not 1") }
      if type == "counter", value.hasPrefix("-") { throw broken("a counter below zero") }
      if type == "histogram" {
        let bound = labels.first { $0.0 == "le" }?.1
        try histogram.take(ending, others.map { "\($0.0)=\($0.1)" }.joined(separator: ","), bound, value)
      }
      family?.hasSamples = true
    }
    throw Broken(what: "no # EOF")
  }

  /// The points of a histogram: buckets that rise, `+Inf` last, and as many as `_count` says.
  private struct Histogram {
    var labels: String?
    var lastBound = -Double.infinity
    var lastCount = 0.0
    var hasCount = false
    var hasSum = false

    mutating func take(_ ending: String, _ labels: String, _ bound: String?, _ value: String) throws {
      if labels != self.labels {
        try end()
        self = Histogram()
        self.labels = labels
      }
      let number = Double(value) ?? .nan
      switch ending {
      case "_bucket":
        guard let bound, let limit = bound == "+Inf" ? .infinity : Double(bound), limit > lastBound,
          number >= lastCount, bound == "+Inf" || bound.contains("."), !hasCount, !hasSum
        else { throw Broken(what: "a bucket out of order: \(labels)") }
        (lastBound, lastCount) = (limit, number)
      case "_count":
        guard !hasCount, number == lastCount else {
          throw Broken(what: "a count that is not that of +Inf: \(labels)")
        }
        hasCount = true
      default:
        guard !hasSum else { throw Broken(what: "a sum twice: \(labels)") }
        hasSum = true
      }
    }

    func end() throws {
      guard labels == nil || (lastBound == .infinity && hasCount && hasSum) else {
        throw Broken(what: "a histogram without +Inf, count or sum: \(labels ?? "")")
      }
    }
  }

  /// A sample's name, labels and value.
  private static func sample(
    _ line: String, _ broken: (String) -> Broken
  ) throws -> (String, [(String, String)], String) {
    var rest = Substring(line)
    let name = String(rest.prefix { $0 != "{" && $0 != " " })
    guard isName(name) else { throw broken("no name") }
    rest = rest.dropFirst(name.count)
    var labels: [(String, String)] = []
    if rest.first == "{" {
      rest = rest.dropFirst()
      while rest.first != "}" {
        if !labels.isEmpty {
          guard rest.first == "," else { throw broken("no comma") }
          rest = rest.dropFirst()
        }
        let label = String(rest.prefix { $0 != "=" })
        guard isName(label), !label.contains(":") else { throw broken("no label") }
        rest = rest.dropFirst(label.count)
        guard rest.hasPrefix("=\"") else { throw broken("no value of a label") }
        rest = rest.dropFirst(2)
        var value = ""
        while let next = rest.first, next != "\"" {
          if next == "\\" {
            guard let escaped = rest.dropFirst().first, ["\\", "n", "\""].contains(escaped) else {
              throw broken("an escape that is none")
            }
            value += String(next)
            rest = rest.dropFirst()
          }
          value += String(rest.removeFirst())
        }
        guard rest.first == "\"" else { throw broken("an open value") }
        rest = rest.dropFirst()
        labels.append((label, value))
      }
      rest = rest.dropFirst()
    }
    guard rest.first == " " else { throw broken("no space before the value") }
    return (name, labels, String(rest.dropFirst()))
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.isASCII, first == "_" || first.properties.isAlphabetic
    else {
      return false
    }
    return text.unicodeScalars.allSatisfy {
      $0.isASCII && ($0 == "_" || $0 == ":" || $0.properties.isAlphabetic || $0.properties.numericType != nil)
    }
  }

  private static func isNumber(_ text: String) -> Bool {
    text.wholeMatch(of: #/[-+]?\d+(\.\d+)?(e[-+]?\d+)?/#) != nil
  }

  private static func isEscaped(_ text: String) -> Bool {
    text.wholeMatch(of: #/([^\\"]|\\\\|\\n|\\")*/#) != nil
  }
}
