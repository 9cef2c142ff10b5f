/// What a measure found: a row of the table.
struct ReportRow: Sendable {
  /// What the product is held against.
  struct Comparison: Sendable {
    /// What it is, in words.
    var what: String
    /// Its values, a round each, beside those of the product.
    var values: [Double]
    /// What the ratio is to reach.
    var bar: Double

    /// Its middle and extremes.
    var spread: Spread? { Spread(values) }
  }

  /// The measure.
  var measure: Measure
  /// What was done, in words.
  var work: String
  /// What the values are.
  var unit: FigureUnit
  /// The product's values, a round each.
  var product: [Double]
  /// The limit; nil where there is none.
  var limit: Comparison?
  /// The peer; nil where there is none or it was not run.
  var peer: Comparison?
  /// What a reader must know of the figures.
  var notes: [String] = []

  /// The product's middle and extremes; nil where nothing was measured.
  var spread: Spread? { Spread(product) }

  /// The ratios to something, round by round: above 1 the product is the better one.
  func ratio(to other: Comparison?) -> Spread? {
    guard let other else { return nil }
    return Spread(zip(product, other.values).map { unit.ratio(of: $0, to: $1) })
  }

  /// Whether the middle ratio reaches the bar; nil where there is no ratio.
  func isMet(_ other: Comparison?) -> Bool? {
    guard let other, let ratio = ratio(to: other) else { return nil }
    return ratio.median >= other.bar
  }
}

/// All that a run found, and where.
struct Report: Sendable {
  /// A name with its value.
  struct Fact: Sendable, Hashable {
    var name: String
    var value: String
  }

  /// When it began: RFC 3339.
  var startedAt: String
  /// Whether the sizes were those of `--quick`.
  var isQuick: Bool
  /// Whether this program was built without optimisation, so that the figures say nothing of the product.
  var isDebugBuild: Bool
  /// The sizes of the run.
  var options: [Fact]
  /// The machine.
  var machine: [Fact]
  /// Versions of what was run.
  var versions: [Fact]
  /// The settings of the server.
  var settings: [Fact]
  /// The measures.
  var rows: [ReportRow]
  /// What holds for all rows.
  var notes: [String]

  /// Whether a bar is not met.
  var hasMissedBar: Bool {
    rows.contains { row in row.isMet(row.limit) == false || row.isMet(row.peer) == false }
  }
}
