import Compliance
import MAMEvents
import PlainText
import Projections
import Rendering

/// The reasons for what an account is, for a person at a terminal.
struct WhyText {
  private let options: WriterOptions
  /// The width of sentences, which are folded everywhere.
  private let width: Int
  /// The width of the lines that say what happened; they stay whole where nobody says how wide the place is.
  private let lineWidth: Int

  /// The account, then each part of its state: its value, the events that made it so, and why each did.
  static func text(of explanation: AccountExplanation, header: AnswerHeader, output: Output) -> String {
    WhyText(output).text(of: explanation, header)
  }

  /// A finding: what it is, how it stands, what to do, and the events that explain it.
  static func text(of explained: FindingExplanation, header: AnswerHeader, output: Output) -> String {
    String(WhyText(output).text(of: explained, header).dropFirst())
  }

  private init(_ output: Output) {
    options = output.writerOptions
    width = min(100, output.width ?? 80)
    lineWidth = output.width ?? .max
  }

  private func text(of explanation: AccountExplanation, _ header: AnswerHeader) -> String {
    var fields = FieldList(options)
    let account = explanation.account
    fields.add("Account", .text(account.account), .strong)
    fields.add("Identity", Cell(account.identity))
    fields.add("Status", .text(account.status.rawValue), StateTable.tone(of: account.status))
    fields.add("Open findings", Cell(account.openFindings))
    fields.add("As of", .timestamp(header.asOf.microseconds))
    fields.add("Known", .text("\(Quantity.grouped(header.knownSize)) events of tenant \(header.tenant.text)"))
    var text = fields.text
    if explanation.parts.isEmpty { text += "\nEvery part of its state has its start value.\n" }
    var place: String?
    for part in explanation.parts {
      if let app = part.app, let device = part.device, place != "\(app) on \(device)" {
        place = "\(app) on \(device)"
        text += "\n" + options.style.paint("\(app) on \(device)".printable, .strong) + "\n"
      }
      text += self.text(of: part)
    }
    for finding in explanation.findings { text += self.text(of: finding, header) }
    return text
  }

  private func text(of part: AccountExplanation.Part) -> String {
    let indent = part.app == nil ? "" : "  "
    let value = options.style.paint(self.text(of: part.value), .strong)
    var text = "\n\(indent)\(part.field.rawValue)  \(value)\n"
    for link in part.chain {
      text += line(of: link, indent: indent + "  ")
      text += link.reason.printable.folded(to: width - indent.count - 6)
        .map { "\(indent)      \($0)\n" }.joined()
    }
    return text
  }

  private func line(of link: AccountExplanation.Link, indent: String) -> String {
    var parts = [(text(of: link.event), nil as Style.Tone?)]
    if link.from != link.to {
      parts.append(([link.from, link.to].map(text).joined(separator: " → "), .faint))
    }
    return line(parts, indent: indent)
  }

  /// When an event happened, its position and what it says.
  private func text(of event: FoldEvent) -> String {
    let time = CalendarText.human(event.effectiveAt.microseconds, options.zone)
    let code = event.code.map { code in " \(code)" + (event.codeEntry.map { " \($0.name)" } ?? "") }
    return "\(time)  #\(event.position)  \(event.typeName ?? "")\(code ?? "")".printable
  }

  /// Parts beside each other as far as they fit, the others below the first.
  private func line(_ parts: [(text: String, tone: Style.Tone?)], indent: String) -> String {
    var lines: [String] = []
    var used = 0
    for (text, tone) in parts {
      func painted(_ text: String) -> String { tone.map { options.style.paint(text, $0) } ?? text }
      if !lines.isEmpty, used + 2 + text.displayWidth <= lineWidth {
        lines[lines.count - 1] += "  " + painted(text)
        used += 2 + text.displayWidth
        continue
      }
      for piece in text.folded(to: lineWidth - indent.count - 6) {
        let start = lines.isEmpty ? indent : indent + "      "
        lines.append(start + painted(piece))
        used = start.count + piece.displayWidth
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func text(of explained: FindingExplanation, _ header: AnswerHeader) -> String {
    let finding = explained.finding
    let rule = RuleCatalogue[finding.rule]
    var text = "\n" + options.style.paint("\(finding.rule.rawValue)  \(rule.title)", .strong)
    text += "  " + options.style.paint(finding.severity.rawValue, finding.severity.tone) + "\n\n"
    text += field("What", finding.reason)
    text += standing(of: finding, at: header.asOf)
    text += field("Rule", "\(rule.document.rawValue): \(rule.section)")
    text += field("To do", rule.remedy)
    if finding.status(at: header.asOf) == .open {
      let command = "'mamaudit findings acknowledge \(finding.id) --reason TEXT'"
      text += field(
        "Ends", finding.ending.text + (finding.ending == .acknowledgement ? " \(command) does." : ""))
    }
    text += field("Id", finding.id)
    text += "\n"
    for link in explained.chain { text += self.text(of: link, finding) }
    return text
  }

  /// How a finding stands at an instant.
  private func standing(of finding: FindingRow, at instant: Timestamp) -> String {
    let age = Quantity.age(of: finding.openedAt.microseconds, at: instant.microseconds)
    var since = "\(text(of: finding.openedAt)), \(age)"
    if let dueAt = finding.dueAt, dueAt != finding.openedAt { since += "; due \(text(of: dueAt))" }
    let closed = finding.closedAt.map { closedAt in
      let seconds = Double(closedAt.microseconds - finding.openedAt.microseconds) / 1_000_000
      let event = finding.closedBy.map { ", by event \($0) of the log" } ?? ""
      return "\(text(of: closedAt)), after \(Quantity.duration(seconds: seconds))\(event)"
    }
    switch finding.status(at: instant) {
    case nil: return field("Opens", since)
    case .open: return field(finding.dueAt == nil ? "Open since" : "Overdue since", since)
    case .resolved: return field("Opened", since) + field("Resolved", closed ?? "")
    case .acknowledged: return field("Opened", since) + field("Acknowledged", closed ?? "")
    case .superseded:
      return field("Opened", since)
        + field("Superseded", (closed ?? "") + ". A late event showed that it had never been so.")
    }
  }

  /// A label and a text wrapped beside it.
  private func field(_ label: String, _ value: String) -> String {
    let labelWidth = 15
    let lines = value.printable.folded(to: width - labelWidth - 2)
    return lines.enumerated().map { index, line in
      let head = (index == 0 ? label : "").padded(to: labelWidth)
      return "  \(index == 0 ? options.style.paint(head, .faint) : head)\(line)\n"
    }.joined()
  }

  private func text(of link: FindingExplanation.Link, _ finding: FindingRow) -> String {
    var parts = [(text(of: link.event), nil as Style.Tone?)]
    switch link.part {
    case .since where link.event.position == finding.closedBy: parts.append(("(ended it)", .faint))
    case .before, .since: break
    case .opened: parts.append((finding.dueAt == nil ? "(opened it)" : "(started the clock)", .faint))
    }
    let isOther = link.account != nil && link.account != finding.account
    let by = isOther ? " Account: \(link.account ?? "")." : ""
    return line(parts, indent: "  ")
      + (link.event.sentence + by).printable.folded(to: width - 6).map { "      \($0)\n" }.joined()
  }

  private func text(of instant: Timestamp) -> String {
    CalendarText.human(instant.microseconds, options.zone)
  }

  private func text(of value: FieldValue) -> String {
    if case .timestamp(let instant) = value { return text(of: instant) }
    return (value.cell.machineText ?? options.nullText).printable
  }
}

extension RuleSeverity {
  /// How the word is set off.
  var tone: Style.Tone? {
    switch self {
    case .violation: .bad
    case .warning: .warning
    case .note: nil
    }
  }
}
