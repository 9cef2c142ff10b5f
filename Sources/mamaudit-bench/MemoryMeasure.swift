import Postgres

/// P6: how much memory the long runs take.
struct MemoryMeasure {
  private static let ceiling = 256.0

  private let stage: Stage

  init(_ stage: Stage) {
    self.stage = stage
  }

  /// Runs what has not been run yet, and reads off the peaks.
  func rows() throws -> [ReportRow] {
    try stage.needLog()
    stage.say("P6: mamaudit export events")
    stage.note(try stage.mamaudit(["export", "events", "--quiet"], on: .product), as: "export events")
    if stage.peaks["rebuild"] == nil {
      stage.say("P6: mamaudit projections rebuild")
      stage.note(try stage.mamaudit(["projections", "rebuild", "--quiet"], on: .product), as: "rebuild")
    }
    stage.say("P6: mamaudit projections verify")
    stage.note(try stage.mamaudit(["projections", "verify", "--quiet"], on: .product), as: "verify")
    let installed = try stage.connect(.product).execute(
      "SELECT count(*) FROM projection.account_installation"
    ).single().int64(0)

    let own = Double(Child.ownPeakKiB) / 1_024
    return ["ingest", "export events", "rebuild", "verify"].map { name in
      let peak = Double(stage.peaks[name] ?? 0) / 1_024
      // Of a rebuild each account on an installation may take 4 KiB more.
      let more = name == "rebuild" ? Double(installed) * 4 / 1_024 : 0
      var notes = ["the most that was resident in the product's process (ru_maxrss of wait4), in any round"]
      if name == "rebuild" {
        notes.append(
          "a rebuild may take 4 KiB more for each of \(Rounds.count(Int(installed))) accounts on installations"
        )
      }
      if peak <= own {
        notes.append("\(name): no more than this program itself has had, less cannot be told")
      }
      return ReportRow(
        measure: .memory, work: "memory of \(name), \(Rounds.count(stage.plan.events)) events",
        unit: .mebibytes, product: [peak],
        limit: .init(what: "a ceiling: 256 MiB", values: [Self.ceiling + more], bar: 1), notes: notes)
    }
  }
}
