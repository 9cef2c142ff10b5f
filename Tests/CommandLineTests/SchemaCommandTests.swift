import AuditStore
import MAMEvents
import TestSupport
import Testing

@testable import mamaudit

@Suite struct SchemaCommandTests {
  private static let sample = [
    #"{"specversion":"1.0","id":"1","source":"urn:t","type":"mam.account.registered","time":"2026-03-01T00:00:00Z","tenantid":"7c1d0a52-8a37-4a0e-9d55-0a3f5e1c2b4d","subject":"a0000000-0000-4000-8000-00000000000a","appid":"x.app","deviceid":"D","data":{"method":"registerAndEnroll"}}"#,
    #"{"specversion":"1.0","id":"2","source":"urn:t","type":"mam.wipe.requested","time":"2026-03-01T00:01:00Z","tenantid":"7c1d0a52-8a37-4a0e-9d55-0a3f5e1c2b4d","subject":"a0000000-0000-4000-8000-00000000000a","data":{"origin":"admin"}}"#,
    #"{"specversion":"1.0","id":"3","source":"urn:t","type":"mam.restart.requested","time":"2026-03-01T00:02:00Z","tenantid":"7c1d0a52-8a37-4a0e-9d55-0a3f5e1c2b4d","appid":"x.app","deviceid":"D","data":{"handledBy":"app"}}"#,
  ].joined(separator: "\n")

  @Test("the documents have the members that the schema lists, in its order")
  func documents() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let store = ["--database", database.conninfo]
      let ingested = try Tool.run(["ingest", "-"] + store, input: Array(Self.sample.utf8))
      let account = "a0000000-0000-4000-8000-00000000000a"
      let outcomes = [
        "ingest": ingested.stdout,
        "state": try Tool.run(["state", account] + store).stdout,
        "history": try Tool.run(["history", account] + store).stdout,
        "replay": try Tool.run(["replay", account] + store).stdout,
        "diff": try Tool.run(["diff", "--all", "--from", "2026-01-01T00:00:00Z"] + store).stdout,
        "why": try Tool.run(["why", account] + store).stdout,
        "accounts": try Tool.run(["accounts"] + store).stdout,
        "installations": try Tool.run(["installations"] + store).stdout,
        "devices": try Tool.run(["devices"] + store).stdout,
        "wipes": try Tool.run(["wipes"] + store).stdout,
        "rules show": try Tool.run(["rules", "show", "W9"] + store).stdout,
        "rules apply": try Tool.run(
          ["rules", "apply", "-"] + store, input: Array(#"{"rules":{"W9":{"count":4}}}"#.utf8)
        ).stdout,
        "unattributed": try Tool.run(["unattributed"] + store).stdout,
        "projections verify": try Tool.run(["projections", "verify"] + store).stdout,
      ]
      var listed: [String: [String]] = [:]
      for document in SchemaDocument.documents { listed[document.name] = document.members }
      for (name, output) in outcomes {
        let line = try #require(output.split(separator: "\n").first, "\(name) wrote nothing")
        var document = JSONDocument()
        try document.parse(Array(line.utf8))
        let members = document.members(of: document.root).compactMap { document.string(of: $0.name) }
        #expect(members == listed[name], "\(name)")
      }
      let nested = try #require(outcomes["state"])
      var document = JSONDocument()
      try document.parse(Array(nested.utf8))
      let installations = try #require(document.member("installations", of: document.root))
      let first = try #require(document.elements(of: installations).map { $0 }.first)
      let members = document.members(of: first).compactMap { document.string(of: $0.name) }
      #expect(members == listed["state.installations"])
    }
  }

  @Test(
    "one type is shown by its name, for people and for programs, and an unknown one with the nearest name")
  func one() throws {
    let text = try Tool.run(["schema", "mam.token.denied", "--format", "table"])
    #expect(text.stdout.contains("mam.token.denied\n") && text.stdout.contains("data.subError?"))
    #expect(!text.stdout.contains("mam.token.granted"))
    let object = try #require(
      try Tool.run(["schema", "events", "mam.token.denied", "--json"]).json() as? [String: Any])
    #expect(object["name"] as? String == "mam.token.denied")
    let unknown = try Tool.run(["schema", "mam.token.denyed"])
    #expect(unknown.status == 2 && unknown.stderr.contains("did you mean 'mam.token.denied'?"))
  }

  @Test("every type, enumeration and code of a refusal is in the schema for programs")
  func completeness() throws {
    let schema = try #require(try Tool.run(["schema", "--json"]).json() as? [String: Any])
    let types = try #require(schema["eventTypes"] as? [[String: Any]])
    #expect(types.compactMap { $0["name"] as? String } == Catalogue.all.map(\.name))
    let codes = try #require(schema["rejectionCodes"] as? [[String: Any]])
    #expect(codes.compactMap { $0["code"] as? String } == RejectionCode.allCases.map(\.rawValue))
    #expect((schema["enumerations"] as? [Any])?.count == Enumerations.all.count)
  }

  @Test("the schema for programs has every view of the contract, with its columns in their order")
  func reportingForPrograms() throws {
    let schema = try #require(try Tool.run(["schema", "--json"]).json() as? [String: Any])
    let views = try #require(schema["reporting"] as? [[String: Any]])
    let contract = ReportingContract.embedded.views
    #expect(views.compactMap { $0["view"] as? String } == contract.map(\.name))
    #expect(contract.map(\.name).contains("v1_catalog"))
    for (view, expected) in zip(views, contract) {
      #expect(view["since"] as? Int == expected.since)
      #expect(view["description"] as? String == expected.description)
      let columns = try #require(view["columns"] as? [[String: Any]])
      for (name, path) in [
        ("column", \ReportingContract.Column.name), ("type", \.type), ("description", \.description),
      ] {
        #expect(columns.map { $0[name] as? String } == expected.columns.map { $0[keyPath: path] })
      }
      #expect(columns.map { $0["unit"] as? String } == expected.columns.map(\.unit))
      #expect(columns.map { $0["since"] as? Int } == expected.columns.map(\.since))
    }
  }

  @Test("people find the views and their columns, by the name or a part of it")
  func reportingForPeople() throws {
    let list = try Tool.run(["schema", "reporting"])
    #expect(try list.objects().map { $0["view"] as? String } == ReportingContract.embedded.views.map(\.name))
    let wipe = try #require(ReportingContract.embedded.views.first { $0.name == "v1_wipe" })
    for name in ["v1_wipe", "wipe", "reporting.v1_wipe"] {
      let columns = try Tool.run(["schema", "reporting", name]).objects()
      #expect(columns.map { $0["column"] as? String } == wipe.columns.map(\.name))
      #expect(columns.map { $0["ordinal"] as? Int } == Array(1...wipe.columns.count))
    }
    let table = try Tool.run(["schema", "reporting", "v1_wipe", "--format", "table"]).lines
    #expect(table[0] == "reporting.v1_wipe: \(wipe.description)")
    #expect(
      table[1].split(separator: " ").joined(separator: " ") == "ordinal column type unit since description")
    #expect(table[3].contains("tenant") && table[3].contains("uuid"))
    let unknown = try Tool.run(["schema", "reporting", "v1_wipes"])
    #expect(unknown.status == 2)
    #expect(unknown.stderr.contains("did you mean 'v1_wipe'?") && unknown.stderr.contains("schema reporting"))
    #expect(
      try Tool.run(["schema", "events", "--format", "table"]).stdout
        == Tool.run(["schema", "--format", "table"]).stdout)
  }

  @Test("the script for each shell names the commands", arguments: ["bash", "zsh", "fish"])
  func completion(shell: String) throws {
    let outcome = try Tool.run(["completion", shell])
    #expect(outcome.status == 0)
    #expect(outcome.stdout.contains("unattributed"))
  }
}
