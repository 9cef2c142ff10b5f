import Arguments
import Compliance
import Foundation
import MAMEvents
import PlainText
import Projections
import Rendering

/// The history of an account as a page that can be printed and handed over: who, what it is now, and what happened, day
/// by day, with what each event changed and why.
struct TimelinePage {
  private let question: AccountQuestion
  private let output: Output
  private let zone: ZoneOffset
  private var moments: FindingMoments
  private var day: String?
  private var events = 0
  private var late = 0

  /// Writes the page, event by event: memory does not grow with the history.
  static func write(_ question: AccountQuestion, output: Output) throws {
    let reader = question.reader
    let answer = try reader.state(of: question.account, at: question.header.asOf)
    let findings = try reader.findings(of: question.account)
    var page = TimelinePage(
      question: question, output: output, zone: output.writerOptions.zone,
      moments: FindingMoments(findings, until: question.header.asOf))
    try page.write(answer, findings)
  }

  private mutating func write(_ answer: AccountAnswer, _ findings: [FindingRow]) throws {
    let name = answer.account.identity ?? answer.account.account
    try output.write(
      PageShell.head(
        title: "History of \(name)", style: Self.style, skip: ("events", "Skip to the events"),
        footLine: "mamaudit history"))
    var html = HTML()
    writeHeader(answer, name, to: &html)
    html.add("<main id=\"events\" tabindex=\"-1\">\n")
    writeState(answer, to: &html)
    html.add("<section class=\"plain\" aria-labelledby=\"happened\">\n")
    html.element("h2", ["id": "happened"], text: "What happened")
    html.line()
    try output.write(html.markup)
    try question.reader.history(of: question.account, withReasons: true) { entry in
      try output.write(text(of: entry))
    }
    html = HTML()
    for moment in moments.take(before: nil) { write(moment, to: &html) }
    if day != nil { html.add("</ol>\n") }
    if day == nil { html.element("p", ["class": "none"], text: "No event of the account is known by then.") }
    html.add("</section>\n</main>\n")
    writeFoot(answer, findings, to: &html)
    try output.write(html.markup + PageShell.end)
    output.finish()
  }

  // MARK: - Head and foot

  private func writeHeader(_ answer: AccountAnswer, _ name: String, to html: inout HTML) {
    let header = question.header
    let account = answer.account
    html.element("header", ["class": "top"]) { html in
      html.element("p", ["class": "over"], text: "History of an account")
      html.element("h1", text: name)
      html.element("dl", ["class": "facts"]) { html in
        fact("Account", account.account, in: &html)
        fact("Status", account.status.rawValue, in: &html)
        fact("Open findings", Quantity.grouped(account.openFindings ?? 0), in: &html)
        fact("Events", Quantity.grouped(account.events), in: &html)
        if let first = account.firstEventAt { fact("First event", text(of: first), in: &html) }
        if let last = account.lastEventAt { fact("Last event", text(of: last), in: &html) }
        fact("As of", text(of: header.asOf), in: &html)
        fact("Known", "\(Quantity.grouped(header.knownSize)) events of the log", in: &html)
      }
      html.element(
        "p", ["class": "note"],
        text: "This page holds personal data: names of the account as its events gave them, and what it did. "
          + "Hand it over only to those who may see it.")
    }
    html.line()
  }

  private func fact(_ name: String, _ value: String, in html: inout HTML) {
    html.element("div") { html in
      html.element("dt", text: name)
      html.element("dd", text: value)
    }
  }

  private func writeState(_ answer: AccountAnswer, to html: inout HTML) {
    html.add("<section class=\"plain\" aria-labelledby=\"state\">\n")
    html.element("h2", ["id": "state"], text: "What it is")
    html.line()
    if answer.installations.isEmpty {
      html.element("p", ["class": "none"], text: "The account is on no installation.")
    } else {
      PageTable(
        "The account's state in each app on each device, as of \(text(of: question.header.asOf))",
        [
          .init("App, device"), .init("Enrollment"), .init("Policy"), .init("Compliance"), .init("Wipe"),
          .init("Registered"), .init("Blocked"), .init("Data there"), .init("Last check-in"),
        ],
        answer.installations.map { row in
          let state = row.state
          var place = HTML()
          place.text(row.app)
          place.tag("br")
          place.element("span", ["class": "id"], text: row.device)
          let code = state.enrollmentCode.map { " (\($0))" } ?? ""
          return [
            .markup(place), .text(state.enrollment.rawValue + code), .text(state.policy.rawValue),
            .text(state.compliance.rawValue), .text(state.wipe.rawValue), .text(Self.word(state.registered)),
            .text(Self.word(state.blocked)), state.dataPresent.map { .text(Self.word($0)) } ?? .none,
            state.lastCheckInAt.map { .text(seconds(of: $0)) } ?? .none,
          ]
        }
      ).write(to: &html)
    }
    html.add("</section>\n")
  }

  private func writeFoot(_ answer: AccountAnswer, _ findings: [FindingRow], to html: inout HTML) {
    let header = question.header
    let superseded = findings.count { $0.ended == .superseded && $0.openedAt <= header.asOf }
    html.element("footer") { html in
      html.element("h2", text: "Source")
      html.line()
      html.element("dl") { html in
        let facts = [
          ("Tenant", header.tenant.text), ("Account", answer.account.account),
          ("As of", CalendarText.machine(header.asOf.microseconds)),
          ("Known", "positions 0 to before \(header.knownSize)"),
          ("Recorded through", header.knownTime.map { CalendarText.machine($0.microseconds) } ?? "–"),
          ("Shown", "\(Quantity.grouped(events)) events, \(Quantity.grouped(late)) of which arrived late"),
          ("Times of day", output.zone?.identifier ?? "UTC"), ("Made with", Mamaudit.configuration.version),
        ]
        for (name, value) in facts {
          html.element("dt", text: name)
          html.element("dd", text: value)
          html.line()
        }
      }
      html.element(
        "p",
        text:
          "Events stand in the order in which they count: by the earlier of their own time and their arrival, "
          + "those of one instant by position. The numbers behind # are positions in the log."
          + (superseded == 0
            ? ""
            : " Findings that later events no longer bear out are left out: \(superseded) of them."))
      html.element("p") { html in
        html.text("The same page again: ")
        html.element(
          "code",
          text: "mamaudit history \(ShellWord.quoted(answer.account.account)) --tenant \(header.tenant.text)"
            + " --as-of \(CalendarText.machine(header.asOf.microseconds)) --known-at \(header.knownSize)"
            + (output.zone.map { " --tz \($0.identifier)" } ?? "") + " --format html")
      }
    }
    html.line()
  }

  // MARK: - Events

  /// An event, after the findings that opened or ended since the event before it.
  private mutating func text(of entry: HistoryEntry) throws -> String {
    var html = HTML()
    for moment in moments.take(before: entry.event.effectiveAt) { write(moment, to: &html) }
    begin(entry.event.effectiveAt, in: &html)
    events += 1
    if entry.isLate { late += 1 }
    let content = try RecordContent(
      record: entry.record, disclosures: entry.disclosures.map(\.disclosure))
    let own = moments.take(of: entry.event.position)
    html.element("li", ["class": "event"]) { html in
      writeTime(entry.event.effectiveAt, position: entry.event.position, to: &html)
      html.element("div", ["class": "what"]) { html in
        html.element("p", ["class": "type"]) { html in
          html.text(Self.title(ofType: content.type))
          if entry.isLate {
            html.element(
              "span", ["class": "late"], text: "arrived late, on \(text(of: entry.event.recordedAt))")
          }
        }
        html.element("p", text: entry.event.sentence)
        if let policy = PolicyText.text(of: entry, content) {
          html.element("p", text: "It brought \(policy).")
        }
        let place = [entry.app, entry.device].compactMap(\.self)
        if !place.isEmpty {
          html.element("p", ["class": "place"], text: place.joined(separator: " on "))
        }
        writeChanges(entry, to: &html)
        for moment in own { writeFinding(moment, to: &html) }
      }
    }
    html.line()
    return html.markup
  }

  private func writeChanges(_ entry: HistoryEntry, to html: inout HTML) {
    guard !entry.changes.isEmpty else { return }
    html.element("ul", ["class": "changes"]) { html in
      var said: String?
      for change in entry.changes {
        html.element("li") { html in
          html.element("span", ["class": "field"], text: change.field.rawValue + " ")
          html.element("span") { html in
            html.text("\(text(of: change.from)) → ")
            html.element("strong", text: text(of: change.to))
            if let app = change.app, app != entry.app || change.device != entry.device {
              html.text(" in \(app) on \(change.device ?? "")")
            }
            // One event often changes several fields for one reason: it is told once.
            if let reason = change.reason, reason != said, reason != entry.event.sentence {
              html.element("span", ["class": "because"], text: " \(reason)")
              said = reason
            }
          }
        }
      }
    }
  }

  /// A finding that opened or ended at an instant of its own.
  private mutating func write(_ moment: FindingMoments.Moment, to html: inout HTML) {
    begin(moment.instant, in: &html)
    html.element("li", ["class": "event"]) { html in
      writeTime(moment.instant, position: nil, to: &html)
      html.element("div", ["class": "what"]) { writeFinding(moment, to: &$0) }
    }
    html.line()
  }

  private func writeFinding(_ moment: FindingMoments.Moment, to html: inout HTML) {
    let finding = moment.finding
    html.element("div", ["class": "finding"]) { html in
      html.element("p", ["class": "type"]) { html in
        html.element("span", ["class": "sev sev-\(finding.severity.rawValue)"], text: moment.words)
        html.text(": \(RuleCatalogue[finding.rule].title) (\(finding.rule.rawValue))")
      }
      if moment.isOpening {
        html.element("p", text: finding.reason)
      }
      html.element("p", ["class": "place"], text: "finding \(finding.id)")
    }
  }

  private func writeTime(_ instant: Timestamp, position: Int64?, to html: inout HTML) {
    html.element("div", ["class": "when"]) { html in
      html.element(
        "time", ["datetime": CalendarText.machine(instant.microseconds)], text: Self.clock(text(of: instant)))
      if let position { html.element("span", ["class": "position"], text: "#\(position)") }
    }
  }

  /// Begins a day where the instant lies in another than what came before.
  private mutating func begin(_ instant: Timestamp, in html: inout HTML) {
    let date = String(text(of: instant).prefix { $0 != "T" })
    guard date != day else { return }
    if day != nil { html.add("</ol>\n") }
    day = date
    let local = instant.microseconds + Int64(zone(instant.microseconds)) * 1_000_000
    let days = Int32(clamping: Int64((Double(local) / 86_400_000_000).rounded(.down)))
    html.element("h3", ["class": "day"], text: CalendarDate(days: days).longText)
    html.add("\n<ol class=\"day\">\n")
  }

  // MARK: - Words

  private func text(of instant: Timestamp) -> String { CalendarText.human(instant.microseconds, zone) }

  /// An instant to the second, in two parts that may stand one below the other.
  private func seconds(of instant: Timestamp) -> String {
    let second = instant.microseconds - ((instant.microseconds % 1_000_000) + 1_000_000) % 1_000_000
    return CalendarText.human(second, zone).replacing("T", with: " ")
  }

  private func text(of value: FieldValue) -> String {
    if case .timestamp(let instant) = value { return text(of: instant) }
    return value.cell.machineText ?? "–"
  }

  /// What is behind the date of an instant.
  private static func clock(_ text: String) -> String {
    String(text.drop { $0 != "T" }.dropFirst())
  }

  private static func word(_ truth: Bool) -> String { truth ? "yes" : "no" }

  /// `mam.sharedDevice.dataCleared` as `Shared device data cleared`; a type of an extension as it is.
  static func title(ofType type: String) -> String {
    guard type.hasPrefix("mam.") || type.hasPrefix("log.") else { return type }
    let words = type.dropFirst(4).reduce(into: "") { text, character in
      if character == "." {
        text += " "
      } else if character.isUppercase {
        text += " " + character.lowercased()
      } else {
        text.append(character)
      }
    }
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  static let style = """
    .page{max-width:960px}
    h1{overflow-wrap:anywhere}
    .note{border-left:3px solid var(--warning);padding:2px 0 2px 14px;margin:22px 0 0;font-size:14px;max-width:44em}
    section.plain{display:block}section.plain>h2{margin-bottom:18px}
    h3.day{font:400 19px/1.3 var(--serif);margin:30px 0 0;padding:0 0 8px;border-bottom:1px solid var(--rule)}
    ol.day{list-style:none;margin:0;padding:14px 0 0}
    .event{display:grid;grid-template-columns:132px minmax(0,1fr);column-gap:26px;padding:0 0 20px;position:relative}
    .event::before{content:"";position:absolute;left:144px;top:7px;width:7px;height:7px;border-radius:50%;
    background:var(--base)}
    .event::after{content:"";position:absolute;left:147px;top:14px;bottom:-7px;width:1px;background:var(--rule)}
    .event:last-child::after{display:none}
    .when{font-variant-numeric:tabular-nums;font-size:13.5px;color:var(--quiet);line-height:1.6}
    .when time{display:block;white-space:nowrap}.position{font-size:12.5px}
    .what{padding-left:12px}.what p{margin:0 0 3px;font-size:14.5px}
    .what .type{font-weight:600}
    .late{font-weight:400;font-size:12.5px;border:1px solid var(--warning);color:var(--warning);border-radius:3px;
    padding:0 6px;margin-left:10px;white-space:nowrap}
    .what .place{color:var(--quiet);font-size:12.5px;overflow-wrap:anywhere}
    .changes{list-style:none;margin:8px 0 2px;padding:8px 0 0;border-top:1px solid var(--grid);font-size:13.5px}
    .changes li{display:grid;grid-template-columns:9.2em minmax(0,1fr);padding:2px 0;overflow-wrap:anywhere}
    .field,.because{color:var(--quiet)}.because{display:block;font-size:13px}
    .finding{margin-top:8px;padding:8px 12px;border:1px solid var(--rule);border-radius:3px}
    .what>.finding:first-child{margin-top:0}.finding p:last-child{margin:0}
    @media screen and (max-width:560px){.event{display:block;padding-left:18px}.event::before{left:0}
    .event::after{left:3px}.when{display:flex;gap:12px}.what{padding:0}.late{display:inline-block;margin:0}}
    @media print{h3.day{font-size:12pt;margin-top:6mm}.event{break-inside:avoid;padding-bottom:3mm}
    .what p{font-size:9.5pt}.when,.changes{font-size:8.5pt}.position,.what .place,.late{font-size:8pt}
    .event::before{background:none;border:.3mm solid #000}ol.day{padding-top:2mm}}
    """
}

/// The instants at which the findings of an account opened and ended, in order, each given out once.
struct FindingMoments {
  /// A finding that opens or ends.
  struct Moment {
    var instant: Timestamp
    /// The event that did it; nil for a deadline that passed.
    var position: Int64?
    var finding: FindingRow
    var isOpening: Bool

    /// What happens, in some words.
    var words: String {
      if isOpening { return finding.dueAt == nil ? "Finding opened" : "Finding opened, a deadline passed" }
      return finding.ended == .acknowledged ? "Finding acknowledged" : "Finding resolved"
    }
  }

  private var moments: [Moment]

  /// Makes the moments up to an instant; what later events no longer bear out has none.
  init(_ findings: [FindingRow], until instant: Timestamp) {
    let standing = findings.filter { $0.ended != .superseded && $0.openedAt <= instant }
    let opened = standing.map { finding in
      Moment(
        instant: finding.openedAt, position: finding.dueAt == nil ? finding.openedBy : nil, finding: finding,
        isOpening: true)
    }
    let closed = standing.compactMap { finding -> Moment? in
      guard let closedAt = finding.closedAt, closedAt <= instant else { return nil }
      return Moment(instant: closedAt, position: finding.closedBy, finding: finding, isOpening: false)
    }
    moments = (opened + closed).sorted {
      ($0.instant, $0.isOpening ? 0 : 1, $0.finding.id) < ($1.instant, $1.isOpening ? 0 : 1, $1.finding.id)
    }
  }

  /// Those of an event.
  mutating func take(of position: Int64) -> [Moment] { take { $0.position == position } }

  /// Those before an instant that no event has taken; all that are left where none is given.
  mutating func take(before instant: Timestamp?) -> [Moment] {
    take { moment in instant.map { moment.instant < $0 } ?? true }
  }

  private mutating func take(_ isTaken: (Moment) -> Bool) -> [Moment] {
    let taken = moments.filter(isTaken)
    if !taken.isEmpty { moments.removeAll(where: isTaken) }
    return taken
  }
}
