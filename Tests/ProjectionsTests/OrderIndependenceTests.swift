import AuditStore
import Postgres
import TestSupport
import Testing

@testable import Projections

@Suite("Order of arrival")
struct OrderIndependenceTests {
  @Test(
    "runs after each of seven parts in any order give what one run and a rebuild give",
    arguments: [1, 2, 3, 4, 5] as [UInt64])
  func partsInAnyOrder(seed: UInt64) throws {
    let lines = RandomTrace.lines(140, seed: seed)
    let whole = try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append(lines)
      try log.runner().run()
      let models = try log.readModels()
      let findings = try log.findings()
      try log.runner().rebuild()
      #expect(try log.readModels() == models)
      #expect(try log.findings() == findings)
      #expect(findings.count > 20)
      return (models: models, findings: try log.standingFindings())
    }
    var random = SeededGenerator(state: seed)
    var parts: [[String]] = Array(repeating: [], count: 7)
    for line in lines { parts[Int(random.next() % 7)].append(line) }
    parts.shuffle(using: &random)
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      for part in parts {
        try log.append(part)
        try log.runner().run()
        #expect(try log.runner().verify().firstBad == nil)
      }
      let models = try log.readModels()
      #expect(Set(models).symmetricDifference(whole.models).sorted() == [])
      #expect(models.count == whole.models.count)
      #expect(try log.standingFindings() == whole.findings)
      let findings = try log.findings()
      try log.runner().rebuild()
      #expect(try log.findings() == findings)
    }
  }
}
