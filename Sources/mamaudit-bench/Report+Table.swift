import Rendering

extension Report {
  /// The report for people: the table, what stands against what, and where it was measured.
  func table() throws -> String {
    var bytes = [UInt8]()
    try withoutActuallyEscaping({ (block: [UInt8]) in bytes += block }) { sink in
      var writer = OutputFormat.table.writer(to: sink)
      try writer.begin(Self.columns)
      for row in rows { try writer.row(Self.cells(of: row)) }
      try writer.end(.complete)
    }
    let table = String(decoding: bytes, as: UTF8.self)
    return table + "\n" + explanations + "\n" + circumstances
  }

  private static let columns = [
    Column("id"), Column("work"), Column("unit"), Column("mamaudit", alignment: .trailing),
    Column("limit", alignment: .trailing), Column("ratio", alignment: .trailing),
    Column("bar", alignment: .trailing), Column("met"), Column("peer", alignment: .trailing),
    Column("peerRatio", title: "ratio", alignment: .trailing),
    Column("peerBar", title: "bar", alignment: .trailing), Column("peerMet", title: "met"),
  ]

  private static func cells(of row: ReportRow) -> [Cell] {
    let text = { (spread: Spread?) -> Cell in
      spread.map { .text(figure($0, row.unit)) } ?? .null
    }
    var cells: [Cell] = [
      .text(row.measure.rawValue), .text(row.work), .text(row.spread == nil ? "" : row.unit.rawValue),
      text(row.spread),
    ]
    for other in [row.limit, row.peer] {
      cells.append(text(other?.spread))
      cells.append(row.ratio(to: other).map { .text(figure($0, .share)) } ?? .null)
      cells.append(other.map { .text(decimal($0.bar, 2)) } ?? .null)
      cells.append(row.isMet(other).map { .text($0 ? "yes" : "NO") } ?? .null)
    }
    return cells
  }

  private var explanations: String {
    var lines: [String] = []
    for row in rows {
      let id = row.measure.rawValue
      if let limit = row.limit { lines.append("\(id) limit: \(limit.what)") }
      if let peer = row.peer { lines.append("\(id) peer: \(peer.what)") }
      lines += row.notes.map { "\(id): \($0)" }
    }
    var seen: Set<String> = []
    return lines.filter { seen.insert($0).inserted }.map { $0 + "\n" }.joined()
  }

  private var circumstances: String {
    var lines = notes
    for (title, facts) in [
      ("Run", options), ("Machine", machine), ("Versions", versions), ("Settings", settings),
    ] {
      lines.append("\(title): " + facts.map { "\($0.name) \($0.value)" }.joined(separator: ", "))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// A figure with its extremes where they differ: `98,120 (95,004–101,377)`.
  static func figure(_ spread: Spread, _ unit: FigureUnit) -> String {
    let text = { (value: Double) in
      switch unit {
      case .eventsPerSecond: Quantity.grouped(Int(value.rounded()))
      case .milliseconds, .mebibytes: decimal(value, 1)
      case .share: decimal(value, 2)
      }
    }
    let (middle, least, most) = (text(spread.median), text(spread.minimum), text(spread.maximum))
    return least == most ? middle : "\(middle) (\(least)–\(most))"
  }

  /// A number with so many decimals.
  static func decimal(_ value: Double, _ places: Int) -> String {
    let scale = places == 1 ? 10 : 100
    let whole = Int((value.magnitude * Double(scale)).rounded())
    let rest = String(whole % scale)
    let zeros = String(repeating: "0", count: places - rest.count)
    return "\(value < 0 ? "-" : "")\(Quantity.grouped(whole / scale)).\(zeros)\(rest)"
  }
}
