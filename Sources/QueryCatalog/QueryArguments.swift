import PlainText
import Postgres

/// Why a query does not accept its arguments.
public enum QueryArgumentError: Error, Hashable, CustomStringConvertible {
  /// The query has no such parameter.
  case unknown(String, suggestion: String?, known: [String])
  /// Parameters without a default were not given.
  case missing([String])
  /// A value is not of the parameter's type, or none of its values.
  case invalid(name: String, value: String, reason: String)

  /// What is wrong and what to do, with nothing that could steer a terminal.
  public var description: String {
    switch self {
    case .unknown(let name, let suggestion?, _):
      "the query has no parameter '\(name.printable)'; did you mean '\(suggestion)'?"
    case .unknown(let name, nil, let known):
      "the query has no parameter '\(name.printable)'; it has "
        + (known.isEmpty ? "none" : known.joined(separator: ", "))
    case .missing(let names):
      "missing " + names.map { "--arg \($0)=…" }.joined(separator: " ")
    case .invalid(let name, let value, let reason):
      "'\(value.printable)' for \(name)" + (reason.hasPrefix("is ") ? " " : ": ") + reason.printable
    }
  }
}

/// Reads a point in time as the product does: to microseconds since 1970.
///
/// What it throws says what is wrong.
public typealias TimeParser = (String) throws -> Int64

/// A query with its arguments, ready to run.
public struct BoundQuery: Sendable {
  /// The query.
  public var query: StoredQuery
  /// The values for `$1`, `$2` ….
  public var parameters: [Parameter]
  /// The words that the values were read from, defaults included, in the order of the header.
  public var arguments: [QueryHeader.Example.Argument]
}

extension StoredQuery {
  /// Checks arguments and binds them to the parameters; what is not given has its default.
  ///
  /// - Parameters:
  ///   - arguments: words by the names of parameters.
  ///   - parseTime: reads what is given for a `timestamptz`; `infinity` and `-infinity` need no reading.
  public func bind(
    _ arguments: [String: String], parseTime: TimeParser
  ) throws(QueryArgumentError) -> BoundQuery {
    let names = header.parameters.map(\.name)
    if let unknown = arguments.keys.sorted().first(where: { !names.contains($0) }) {
      throw .unknown(unknown, suggestion: Nearness.closest(to: unknown, in: names), known: names)
    }
    let missing = header.parameters.filter { $0.standard == nil && arguments[$0.name] == nil }
    guard missing.isEmpty else { throw .missing(missing.map(\.name)) }
    var bound = BoundQuery(query: self, parameters: [], arguments: [])
    for parameter in header.parameters {
      guard let word = arguments[parameter.name] ?? parameter.standard else { continue }
      bound.parameters.append(try parameter.bind(word, parseTime))
      bound.arguments.append(QueryHeader.Example.Argument(name: parameter.name, value: word))
    }
    return bound
  }
}

extension QueryHeader.Parameter {
  /// Why a word is no value of the parameter, as far as that can be told without reading times; nil if it is one.
  func refusal(of word: String) -> String? {
    if let values, !values.contains(word) {
      let meant = Nearness.closest(to: word, in: values).map { "; did you mean '\($0)'?" } ?? ""
      return "is none of: \(values.joined(separator: ", "))\(meant)"
    }
    guard type != .timestamptz, WordReader.parameter(word, type) == nil else { return nil }
    return "is not \(WordReader.expectation(type))"
  }

  fileprivate func bind(_ word: String, _ parseTime: TimeParser) throws(QueryArgumentError) -> Parameter {
    if let reason = refusal(of: word) { throw .invalid(name: name, value: word, reason: reason) }
    guard type == .timestamptz else {
      guard let value = WordReader.parameter(word, type) else {
        throw .invalid(name: name, value: word, reason: "is not \(WordReader.expectation(type))")
      }
      return value
    }
    switch word {
    case "infinity": return .timestamptz(microsecondsSince1970: .max)
    case "-infinity": return .timestamptz(microsecondsSince1970: .min)
    default: break
    }
    do {
      return .timestamptz(microsecondsSince1970: try parseTime(word))
    } catch {
      throw .invalid(name: name, value: word, reason: String(describing: error))
    }
  }
}
