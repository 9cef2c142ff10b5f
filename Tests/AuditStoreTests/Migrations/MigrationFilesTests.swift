import AuditStore
import FoundationEssentials
import Hashing
import Testing

@Suite struct MigrationFilesTests {
  /// The package's folder, from the place of this file.
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test("every file of Migrations is compiled in, byte for byte")
  func embeddedFiles() throws {
    let folder = Self.package.appending(path: "Migrations")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let embedded = try Migration.embedded()
    #expect(embedded.map(\.name) == names)
    for migration in embedded {
      let bytes = try Data(contentsOf: folder.appending(path: migration.name))
      #expect(migration.bytes == [UInt8](bytes), "\(migration.name)")
    }
  }

  @Test("the files run in plain psql: no meta commands, no transaction of their own, nothing concurrent")
  func plainSQL() throws {
    for migration in try Migration.embedded() {
      for line in migration.sql.split(separator: "\n") {
        let code = line.drop { $0 == " " }
        #expect(!code.hasPrefix("\\"), "\(migration.name): \(line)")
        for word in ["COMMIT", "ROLLBACK", "START TRANSACTION", "BEGIN TRANSACTION"] {
          #expect(!code.hasPrefix(word), "\(migration.name): \(line)")
        }
        #expect(!code.contains("INDEX CONCURRENTLY"), "\(migration.name): \(line)")
      }
    }
  }

  @Test(
    "a file is named NNNN_snake_name.sql",
    arguments: [
      "1_a.sql", "0001-a.sql", "0001_A.sql", "0001_a.txt", "0001_.sql", "abcd_a.sql", "0001_a b.sql", "",
    ])
  func badNames(name: String) {
    #expect(throws: MigrationError.badFileName(name)) { try Migration(name: name, bytes: []) }
  }

  @Test("a good name gives the version")
  func goodName() throws {
    let migration = try Migration(name: "0042_some_2_things.sql", bytes: Array("SELECT 1".utf8))
    #expect(migration.version == 42)
    #expect(migration.sql == "SELECT 1")
    #expect(
      migration.sha256.description == "e004ebd5b5532a4b85984a62f8ad48a81aa3460c1ca07701f386135d72cdecf5")
  }
}
