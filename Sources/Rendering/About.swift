/// What an answer says of itself, so that a file can be understood alone: what was asked, and of what state of the log.
public struct About: Sendable {
  /// Something that was asked for.
  public struct Parameter: Sendable {
    /// The stable name, as on the command line or in the query's header.
    public var name: String
    /// The values; times are resolved to instants.
    public var values: [Cell]
    /// Whether it may have several values, and so is an array in JSON.
    public var isList: Bool

    /// Makes a parameter of one value.
    public init(_ name: String, _ value: Cell) {
      (self.name, values, isList) = (name, [value], false)
    }

    /// Makes a parameter of any number of values.
    public init(_ name: String, list: [String]) {
      (self.name, values, isList) = (name, list.map(Cell.text), true)
    }
  }

  /// How far the data go in a log.
  public struct Through: Sendable, Hashable {
    /// The tenant.
    public var tenant: String
    /// Every event below this position is in.
    public var position: Int64
    /// When the last event that is in was recorded: microseconds since 1970; nil where none is in.
    public var recordedAt: Int64?

    /// Makes one.
    public init(tenant: String, position: Int64, recordedAt: Int64?) {
      (self.tenant, self.position, self.recordedAt) = (tenant, position, recordedAt)
    }
  }

  /// What the answer is, in a line.
  public var title: String
  /// What a row is; the title when nil.
  public var caption: String?
  /// The tenant of the log; nil where it is none, or any.
  public var tenant: String?
  /// The instant that the answer is as of: microseconds since 1970; nil where there is none.
  public var asOf: Int64?
  /// What was asked for.
  public var parameters: [Parameter]
  /// How far the data go; empty where that means nothing.
  public var through: [Through]

  /// Makes one.
  public init(
    _ title: String, caption: String? = nil, tenant: String? = nil, asOf: Int64? = nil,
    parameters: [Parameter] = [], through: [Through] = []
  ) {
    self.title = title
    self.caption = caption
    self.tenant = tenant
    self.asOf = asOf
    self.parameters = parameters
    self.through = through
  }

  /// Of how many logs it is said one by one how far the data go.
  private static let mostLogs = 8

  /// The facts as labels and values for people, in a fixed order.
  public func facts(_ zone: ZoneOffset) -> [(label: String, value: String)] {
    var facts: [(String, String)] = []
    if let tenant { facts.append(("Tenant", tenant)) }
    if let asOf { facts.append(("As of", CalendarText.human(asOf, zone))) }
    if through.count > Self.mostLogs {
      let recorded = through.compactMap(\.recordedAt).min().map { CalendarText.human($0, zone) } ?? "never"
      facts.append(("Data through", "\(recorded) or later, in the logs of \(through.count) tenants"))
    }
    for part in through where through.count <= Self.mostLogs {
      let recorded = part.recordedAt.map { ", recorded \(CalendarText.human($0, zone))" } ?? ""
      let owner = through.count > 1 || tenant == nil ? " of tenant \(part.tenant)" : ""
      facts.append(("Data through", "position \(part.position)\(owner)\(recorded)"))
    }
    let asked = parameters.filter { !$0.values.isEmpty }.map { parameter in
      let values = parameter.values.map { $0.humanText(zone).map { $0.isEmpty ? "\"\"" : $0 } ?? "null" }
      return "\(parameter.name)=\(values.joined(separator: ", "))"
    }
    if !asked.isEmpty { facts.append(("Parameters", asked.joined(separator: "; "))) }
    return facts
  }

  /// What an ending says to people: how many rows there are, and whether that is all.
  static func text(of ending: Ending, rows: Int) -> String {
    let count = "\(Quantity.grouped(rows)) row\(rows == 1 ? "" : "s")"
    return ending.isComplete ? "\(count); complete." : "\(count); incomplete: there are more rows than these."
  }
}

extension JSONWriter {
  /// Writes the members of an answer's document that stand before its rows.
  public mutating func members(of about: About) {
    key("title")
    string(about.title)
    key("tenant")
    string(about.tenant)
    key("asOf")
    timestamp(about.asOf)
    key("through")
    array(about.through) { json, part in
      json.object { json in
        json.key("tenant")
        json.string(part.tenant)
        json.key("position")
        json.integer(part.position)
        json.key("recordedAt")
        json.timestamp(part.recordedAt)
      }
    }
    key("parameters")
    object { json in
      for parameter in about.parameters {
        json.key(parameter.name)
        if parameter.isList {
          json.array(parameter.values) { $0.cell($1) }
        } else {
          json.cell(parameter.values.first ?? .null)
        }
      }
    }
  }
}
