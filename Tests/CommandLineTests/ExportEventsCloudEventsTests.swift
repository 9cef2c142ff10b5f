import Foundation
import TestSupport
import Testing

/// What `export events` writes, by the JSON rules of CloudEvents 1.0.
@Suite struct ExportEventsCloudEventsTests {
  @Test("every line of the sample fleet is a CloudEvent, but for the empty subjects that producers sent")
  func sampleFleet() throws {
    try Scenario.run { scenario in
      _ = try scenario.ask("ingest", Readme.folder + "/Sources/CEmbedded/sample-fleet.ndjson")
      let lines = try scenario.tool(["export", "events"]).lines
      #expect(lines.count == 2953)
      let read = try CloudEventsCheck.read(lines)
      // The wire takes an empty subject for "no user", and a record is exported as it was sent.
      let empty = lines.indices.filter { lines[$0].contains(#""subject":"""#) }
      #expect(empty.count == 13)
      #expect(read.problems.map(\.line) == empty, "\(read.problems.prefix(5))")
      #expect(read.problems.allSatisfy { $0.message.contains("'subject' must not be empty") })
      #expect(read.events == 2940)
    }
  }

  @Test("the checker finds fault")
  func checker() throws {
    let good =
      #"{"specversion":"1.0","id":"1","source":"urn:a","type":"t","time":"2026-03-01T09:00:00Z","recordedtime":"2026-03-01T09:00:01Z","data":{}}"#
    let bad = [
      good.replacing(#""id":"1""#, with: #""id":"""#), good.replacing(#""source":"urn:a","#, with: ""),
      good.replacing("09:00:00Z", with: "09:00"), good.replacing(#""data":{}"#, with: #""Big":1"#),
      good.replacing(#""data":{}"#, with: #""big":3000000000"#),
      good.replacing(#""data":{}"#, with: #""n":1.5"#),
      good.replacing(#""data":{}"#, with: #""o":{}"#), good.replacing(#""1.0""#, with: #""0.3""#),
      good.replacing(#""urn:a""#, with: #""urn:\u0007""#),
      good.replacing(#""data":{}"#, with: #""data":{},"data_base64":"AA==""#),
    ]
    let read = try CloudEventsCheck.read([good] + bad)
    #expect(read.problems.map(\.line) == Array(1...bad.count), "\(read.problems)")
  }
}
