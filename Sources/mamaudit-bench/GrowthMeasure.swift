import Glibc

/// P7: what is left of the rate when the log has grown.
struct GrowthMeasure {
  private let stage: Stage

  init(_ stage: Stage) {
    self.stage = stage
  }

  /// Measures once: it is long.
  func row() throws -> ReportRow {
    let plan = stage.plan
    let (base, slice) = (plan.growthBase, plan.growthSlice)
    let parts = [base, slice, max(1, plan.growthEvents - base - slice), slice]
    stage.say("P7: making a trace of \(parts.reduce(0, +)) events")
    let whole = try stage.traces.generate("growth", events: parts.reduce(0, +), accounts: plan.accounts)
    let path = { (part: Int) in "\(stage.folder)/growth-\(part).ndjson" }
    defer { for part in parts.indices { unlink(path(part)) } }
    do {
      defer { unlink(whole) }
      try TraceFiles.split(whole, lines: parts, output: path)
    }

    let files = RowFiles(stage: stage)
    defer { files.remove() }
    try stage.create(.product)
    var mark = RowFiles.Mark()
    var (product, limit): ([Double], [Double]) = ([], [])
    for (part, events) in parts.enumerated() where part % 2 == 0 {
      stage.say("P7: mamaudit ingests \(Rounds.count(events)) events")
      try stage.ingest(path(part), into: .product, events: events, appended: events)
      stage.say("P7: mamaudit ingests \(Rounds.count(slice)) more, measured")
      let filled = try files.mark()
      product.append(
        Double(slice)
          / (try stage.ingest(path(part + 1), into: .product, events: slice, appended: slice).seconds))
      for done in [part, part + 1] { unlink(path(done)) }

      stage.say("P7: psql COPY of the same")
      try files.export(from: mark, to: filled)
      if part == 0 { try files.prepare() }
      _ = try files.copy()
      mark = try files.mark()
      try files.export(from: filled, to: mark)
      limit.append(Double(slice) / (try files.copy()))
      try files.check()
    }
    try stage.drop(.limit)
    try stage.drop(.product)
    return ReportRow(
      measure: .growth,
      work:
        "ingest rate with \(Rounds.count(plan.growthEvents)) events in the log over the one with \(Rounds.count(base))",
      unit: .share, product: [product[1] / product[0]],
      limit: .init(
        what: "the same growth of psql \\copy … FROM, FORMAT binary, of the very rows into the same tables",
        values: [limit[1] / limit[0]], bar: 0.85),
      notes: [
        "\(Rounds.count(slice)) events each time, just after a checkpoint, measured once; mamaudit "
          + "\(Rounds.count(Int(product[0]))) and \(Rounds.count(Int(product[1]))) events/s, COPY "
          + "\(Rounds.count(Int(limit[0]))) and \(Rounds.count(Int(limit[1]))) events/s"
      ])
  }
}
