import Compliance
import Glibc
import MAMEvents
import PlainText
import Projections
import Rendering

/// The reasons for what an account is, for a person at a terminal.
struct WhyText {
  private let options: WriterOptions
  private let width: Int

  /// The account, then each part of its state: its value, the events that made it so, and why each did.
  static func text(of explanation: AccountExplanation, header: AnswerHeader, output: Output) -> String {
    let width = min(100, Terminal.width)
    return WhyText(options: output.writerOptions, width: width).text(of: explanation, header)
  }

  private func text(of explanation: AccountExplanation, _ header: AnswerHeader) -> String {
    var fields = FieldList(options)
    let account = explanation.account
    fields.add("Account", .text(account.account), .strong)
    fields.add("Identity", Cell(account.identity))
    fields.add("Status", .text(account.status.rawValue), StateTable.tone(of: account.status))
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
    return text
  }

  private func text(of part: AccountExplanation.Part) -> String {
    let indent = part.app == nil ? "" : "  "
    let value = options.style.paint(self.text(of: part.value), .strong)
    var text = "\n\(indent)\(part.field.rawValue)  \(value)\n"
    for link in part.chain {
      text += line(of: link, indent: indent + "  ")
      text += link.reason.printable.wrapped(to: width - indent.count - 6)
        .map { "\(indent)      \($0)\n" }.joined()
    }
    return text
  }

  private func line(of link: AccountExplanation.Link, indent: String) -> String {
    let time = CalendarText.human(link.event.effectiveAt.microseconds, options.zone)
    var line = "\(indent)\(time)  #\(link.event.position)  \(link.event.typeName ?? "")"
    if let code = link.event.code {
      line += " \(code)" + (link.event.codeEntry.map { " \($0.name)" } ?? "")
    }
    if link.from != link.to {
      let values = [link.from, link.to].map(text)
      line += "  " + options.style.paint(values.joined(separator: " → "), .faint)
    }
    return line + "\n"
  }

  private func text(of value: FieldValue) -> String {
    if case .timestamp(let instant) = value { return CalendarText.human(instant.microseconds, options.zone) }
    return (value.cell.machineText ?? options.nullText).printable
  }
}
