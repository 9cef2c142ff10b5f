import AuditStore

/// What is different between the contract as it was and as it is.
struct ContractComparison {
  /// What breaks those who read a view: it is gone, or a column is gone, moved, or of another type.
  var breaks: [String] = []
  /// The lines that are gone or other, each with a minus or a plus before it.
  var lines: [String] = []

  init(was: ReportingContract, is now: ReportingContract) {
    for view in was.views {
      guard let same = now.views.first(where: { $0.name == view.name }) else {
        breaks.append("\(view.name) is gone")
        continue
      }
      for (index, column) in view.columns.enumerated() {
        let place = "\(view.name).\(column.name)"
        guard let found = same.columns.firstIndex(where: { $0.name == column.name }) else {
          breaks.append("\(place) is gone")
          continue
        }
        if found != index { breaks.append("\(place) is column \(found + 1), and was column \(index + 1)") }
        let type = same.columns[found].type
        if type != column.type { breaks.append("\(place) is \(type), and was \(column.type)") }
      }
    }
    let (old, new) = (Self.lines(of: was), Self.lines(of: now))
    lines =
      old.filter { !new.contains($0) }.map { "- " + $0 } + new.filter { !old.contains($0) }.map { "+ " + $0 }
  }

  private static func lines(of contract: ReportingContract) -> [String] {
    contract.views.flatMap { view in
      ["\(view.name), since \(view.since): \(view.description)"]
        + view.columns.enumerated().map { index, column in
          "\(view.name) \(index + 1) \(column.name) \(column.type), \(column.unit ?? "no unit"), "
            + "since \(column.since): \(column.description)"
        }
    }
  }
}
