import Compliance
import Foundation
import MAMEvents
import Testing

@testable import Interchange

/// No UPN leaves, wherever it stands.
@Suite struct OCSFPrivacyTests {
  @Test("an account that is known by its UPN alone has a number in place of the name")
  func alias() throws {
    let line = try Exported.line(Exported.wire("mam.account.signedIn", subject: "upn:Ada@contoso.example"))
    #expect(line.contains(#""user":{"uid":"upn:#3","type_id":1,"type":"User"}"#))
    #expect(line.contains(#""type":"User Object: uid","value":"upn:#3""#))
    // A name without the shape of an address is one all the same.
    let odd = try Exported.line(Exported.wire("mam.account.signedIn", subject: "upn:Ada Lovelace"))
    #expect(odd.contains(#""uid":"upn:#3""#))
    #expect(!odd.contains("ovelace"))
  }

  @Test("a pseudonym is asked for with the name in lower case, its row and its place")
  func question() throws {
    var asked: [String] = []
    let (event, record) = try Exported.stored(
      Exported.wire(
        "mam.view.shown", data: #"{"accounts":["ADA@contoso.example","upn:Bob"],"policyApplied":true}"#,
        subject: nil))
    try withoutActuallyEscaping({ (upn: String, row: AccountID?, point: FoldPoint) in
      asked.append("\(upn) \(row.map { "\($0.rawValue)" } ?? "-") \(point.position) \(point.effectiveAt)")
      return "X"
    }) { source in
      var writer = OCSFWriter(productVersion: "1", pseudonym: source)
      try record.withUnsafeBytes { try writer.write(event, record: $0) }
      #expect(String(decoding: writer.bytes, as: UTF8.self).contains(#""accounts":["X","X"]"#))
    }
    #expect(
      asked == [
        "ada@contoso.example - 7 2026-03-01T09:00:00.123999Z", "bob - 7 2026-03-01T09:00:00.123999Z",
      ])
  }

  @Test(
    "a UPN in a text is replaced, and the text around it stays",
    arguments: [
      ("ada@contoso.example", "#"), ("Asked ada@contoso.example, who agreed.", "Asked #, who agreed."),
      ("(ada@contoso.example)", "(#)"), ("mailto:ada@contoso.example", "mailto:#"),
      ("'ada@contoso.example'", "'#'"), ("ada@contoso.example.", "#."),
      ("a@b.example;c@d.example", "#;#"),
      ("https://x.example/u/ada@contoso.example/mail", "https://x.example/u/#/mail"),
      ("user=ada@contoso.example&x=1", "user=#&x=1"), ("o'hara@contoso.example", "#"), ("upn:ada", "#"),
      ("users/ada@contoso.example/mail", "users/#/mail"), ("a/b@contoso.example", "#"),
      ("told upn:ada@contoso.example so", "told # so"), ("@home", "@home"), ("12 @ 4.50", "12 @ 4.50"),
      ("a@b", "a@b"), ("", ""), ("upn:", "upn:"),
      ("192.0.2.7", "192.0.2.7"), ("ünal@contoso.example ist da", "# ist da"),
    ])
  func texts(text: String, expected: String) throws {
    let scrubber = NameScrubber { _, _, _ in "#" }
    let point = FoldPoint(effectiveAt: Timestamp(microseconds: 0), position: 0)
    let names = NamesAtEvent(scrubber: scrubber, point: point)
    #expect(try names.scrubbed(text) == expected)
  }

  @Test("no UPN leaves from any attribute, member, name of a member, or escape")
  func everywhere() throws {
    let upn = "ada@contoso.example"
    let escaped = #"ada\u0040contoso.example"#
    let deep =
      #"{"a":["\#(upn)",{"b":"\#(escaped)","note \#(upn)":1,"\#(escaped)":2}],"c":"call \#(escaped) now"}"#
    var wires: [String] = []
    for definition in Catalogue.all {
      let members = definition.members.filter(\.isRequired).map { "\"\($0.name)\":\(EveryEvent.value($0))" }
      let data = "{" + (members + [#""more":\#(deep)"#]).joined(separator: ",") + "}"
      let subject = definition.account == .none || definition.account == .upstream ? upn : "upn:\(upn)"
      wires.append(
        Exported.wire(
          definition.name, data: data, id: "of \(upn) 1", source: "mailto:\(upn)", subject: subject, app: upn,
          device: "phone of \(upn)",
          more:
            #","appversion":"\#(upn)","sdkversion":"\#(upn)","correlationid":"\#(upn)","owner":"\#(escaped)""#
        ))
    }
    wires.append(
      Exported.wire(
        "x.\(upn)", data: deep, id: "of \(upn) 1", subject: upn,
        more: #","\#(upn.replacing("@", with: "\\u0040"))":"a""#))
    for wire in wires {
      let line = try Exported.line(wire)
      #expect(!line.contains("@") && !line.contains("\\u0040"), "\(line)")
      #expect(!line.lowercased().contains("contoso.example"), "\(line)")
      // Its place stands in for an id that cannot leave: lines stay apart.
      #expect(line.contains(#""uid":"\#(Exported.tenant)/7","sequence":7"#), "\(line)")
      _ = try OCSFObject(line)
    }
  }

  @Test("a finding does not tell the UPN of its account, nor one in its reason")
  func findings() throws {
    var writer = Exported.writer()
    for (account, reason) in [
      ("upn:ada@contoso.example", "A wipe of upn:ada@contoso.example in mail was wanted."),
      ("upn:ada lovelace", "A wipe of upn:ada lovelace in mail was wanted."),
    ] {
      try writer.write(
        JudgedFinding(
          tenant: GUID(high: 1, low: 2), id: "0123456789abcdef", rule: .w1, severity: .violation,
          account: account,
          app: "mail", device: "ada@contoso.example", openedAt: Timestamp(microseconds: 0), openedBy: 0,
          dueAt: nil,
          ending: nil, reason: reason + " Ask bob@contoso.example.", parameters: "{}"))
      let line = String(decoding: writer.bytes, as: UTF8.self)
      #expect(!line.contains("@") && !line.contains("lovelace"))
      #expect(line.contains("in mail was wanted. Ask upn:#1019."))
    }
  }

  @Test(
    "controls, marks that turn the direction of writing, halves of surrogates and NUL stay JSON that may be shown"
  )
  func hostileText() throws {
    let text = "a\u{202E}b\u{9B}31mc\u{7F}d\u{FEFF}é漢😀"
    let wire = Exported.wire(
      "x.hostile", data: #"{"\#(text)":"\#(text)","half":"\ud800","nul":"\u0000","e":1E400,"m":-0.0}"#)
    let line = try Exported.line(wire)
    #expect(
      line.contains(
        #""a\u202eb\u009b31mc\u007fd\ufeffé漢😀":"a\u202eb\u009b31mc\u007fd\ufeffé漢😀","half":"\ud800","nul":"\u0000","e":1E400,"m":-0.0"#
      ))
    #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
  }

  @Test("an event as deep and as large as the store takes is written whole")
  func large() throws {
    let deep = String(repeating: "[", count: 61) + String(repeating: "]", count: 61)
    let long = String(repeating: "é", count: 200_000)
    let line = try Exported.line(Exported.wire("x.large", data: #"{"deep":\#(deep),"long":"\#(long)"}"#))
    #expect(line.contains(#""deep":\#(deep),"long":"\#(long)""#))
  }
}
