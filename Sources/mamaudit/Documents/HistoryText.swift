import Compliance
import MAMEvents
import PlainText
import Projections
import Rendering

/// A history for a person at a terminal: a line an event, and below it a line for each thing that it changed.
enum HistoryText {
  /// Writes the whole history.
  static func write(_ question: AccountQuestion, output: Output) throws {
    var events = 0
    try question.reader.history(of: question.account) { entry in
      events += 1
      try output.write(text(of: entry, output: output))
    }
    try output.write(
      "\n\(Quantity.grouped(events)) events of \(Quantity.grouped(question.header.knownSize)) known in the log\n"
    )
    output.finish()
  }

  /// An event and its changes.
  static func text(of entry: HistoryEntry, output: Output) throws -> String {
    let options = output.writerOptions
    let content = try RecordContent(record: entry.record, disclosures: entry.disclosures.map(\.disclosure))
    let time = CalendarText.human(entry.event.effectiveAt.microseconds, options.zone)
    let place = [entry.app, entry.device].compactMap { $0?.printable }.joined(separator: "  ")
    let start = "\(time)  #\(entry.event.position)  "
    let type = content.type.printable
    let late = entry.isLate ? "  (arrived late)" : ""
    var head = start + options.style.paint(type, .strong)
    let whole = (start + type + (place.isEmpty ? "" : "  " + place) + late).displayWidth
    if let width = options.width, whole > width {
      // Where it happened does not fit beside what happened.
      head += options.style.paint(late, .faint)
      for line in place.isEmpty ? [] : place.folded(to: width - 6) { head += "\n      " + line }
    } else {
      if !place.isEmpty { head += "  " + place }
      head += options.style.paint(late, .faint)
    }
    let width = entry.changes.map(\.field.rawValue.count).max() ?? 0
    let lines = entry.changes.map { change in
      let from = change.from.cell.machineText?.printable ?? options.nullText
      let to = change.to.cell.machineText?.printable ?? options.nullText
      let isElsewhere = change.app != nil && (change.app != entry.app || change.device != entry.device)
      let elsewhere =
        isElsewhere ? "  on \(change.app?.printable ?? "") \(change.device?.printable ?? "")" : ""
      let text = "\(from) → \(to)\(elsewhere)"
      let lines = options.width.map { text.folded(to: max(20, $0 - width - 6)) } ?? [text]
      let indent = String(repeating: " ", count: width + 6)
      return "    \(change.field.rawValue.padded(to: width))  " + lines.joined(separator: "\n" + indent)
    }
    let policy = PolicyText.text(of: entry, content).map { said in
      let text = "brought " + said.printable
      let lines = options.width.map { text.folded(to: max(20, $0 - 6)) } ?? [text]
      return "    " + lines.joined(separator: "\n      ")
    }
    return ([head] + [policy].compactMap(\.self) + lines).joined(separator: "\n") + "\n"
  }
}
