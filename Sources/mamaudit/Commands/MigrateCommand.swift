import Arguments
import AuditStore
import MAMEvents
import Rendering

/// The command `mamaudit migrate`.
struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "The schema of the database: what is applied, what is to come, and whether it was changed.",
    examples: [
      Example("mamaudit migrate status", "what is applied"),
      Example("mamaudit migrate plan", "what is to come"),
      Example("mamaudit migrate up", "apply it"),
    ],
    subcommands: [
      MigrateStatusCommand.self, MigratePlanCommand.self, MigrateUpCommand.self, MigrateVerifyCommand.self,
      MigrateDriftCommand.self,
    ])
}

/// The command `mamaudit migrate status`.
struct MigrateStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Each migration, and whether it is applied.",
    examples: [
      Example("mamaudit migrate status", "exit code 5 where an applied file was edited or is missing")
    ])

  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    let status = try Migrator(Session(store, needsSchema: false).connection).status()
    let columns = [
      Column("version", .integer), Column("name"),
      Column("state", tones: ["applied": .good, "pending": .warning, "edited": .bad, "missing": .bad]),
      Column("appliedAt", .timestamp), Column("appliedBy"), Column("sha256"),
    ]
    try output.rows(columns, title: "Migrations") { row in
      for applied in status.applied {
        try row([
          .integer(Int64(applied.version)), .text(applied.name), .text(state(of: applied, status)),
          .timestamp(applied.appliedAt), .text(applied.appliedBy), .text(applied.sha256),
        ])
      }
      for pending in status.pending {
        try row([
          .integer(Int64(pending.version)), .text(pending.name), .text("pending"), .null, .null,
          .text(pending.checksum),
        ])
      }
      return .complete
    }
    if let problem = status.problems.first { throw problem }
  }

  private func state(of applied: Migrator.Applied, _ status: Migrator.Status) -> String {
    if status.problems.contains(.edited(name: applied.name)) { return "edited" }
    if status.problems.contains(.missing(name: applied.name)) { return "missing" }
    return "applied"
  }
}

/// The command `mamaudit migrate plan`.
struct MigratePlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "What 'migrate up' would apply; nothing runs.",
    examples: [
      Example("mamaudit migrate plan", "the files to come"),
      Example("mamaudit migrate plan --sql", "what they say, to read before it runs"),
    ])

  @Flag(help: "Print the SQL of the files.")
  var sql: Bool
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    let plan = try Migrator(Session(store, needsSchema: false).connection).plan()
    if sql {
      for migration in plan {
        try output.write("-- \(migration.name), SHA-256 \(migration.checksum)\n\n\(migration.sql)\n")
      }
      output.finish()
    } else {
      try MigrationList.write(plan, title: "To apply", output: output)
    }
    if plan.isEmpty { output.note("nothing to apply: the schema is current") }
  }
}

/// The command `mamaudit migrate up`.
struct MigrateUpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "up", abstract: "Apply what is left, each file in a transaction of its own.",
    examples: [Example("mamaudit migrate up --database postgresql://localhost/audit", "safe to run again")])

  @Option(help: ArgumentHelp("How long to wait for another migrator.", valueName: "seconds"))
  var wait: UInt16 = 60
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    let migrator = try Migrator(Session(store, needsSchema: false).connection)
    let applied = try migrator.up(wait: Int(wait)) { output.note("applying \($0.name)") }
    try MigrationList.write(applied, title: "Applied", output: output)
    if applied.isEmpty { output.note("nothing to apply: the schema is current") }
  }
}

/// The command `mamaudit migrate verify`.
struct MigrateVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check that the applied files are the files of this program.",
    examples: [
      Example(
        "mamaudit migrate verify", "exit code 5 where one was edited or is missing, 3 where some are to apply"
      )
    ])

  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    let status = try Migrator(Session(store, needsSchema: false).connection).status()
    if let problem = status.problems.first { throw problem }
    guard status.pending.isEmpty else { throw SchemaBehind(pending: status.pending.count) }
    output.note("\(status.applied.count) migrations are applied as this program has them")
  }
}

/// The command `mamaudit migrate drift`.
struct MigrateDriftCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drift",
    abstract: "Compare the schema with a scratch database built from the files.",
    discussion: "The login must be allowed to create a database; the scratch database is dropped again.",
    examples: [Example("mamaudit migrate drift", "exit code 5 where an object differs")])

  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    let session = try Session(store)
    let drift = try Migrator(session.connection).drift(target: session.target)
    try output.rows([Column("object"), Column("expected"), Column("found")], title: "Drift") { row in
      for difference in drift {
        try row([.text(difference.object), Cell(difference.expected), Cell(difference.found)])
      }
      return .complete
    }
    if drift.isEmpty {
      output.note("the schema is as the migrations make it")
    } else {
      output.note("\(drift.count) objects differ from what the migrations make")
      throw ExitCode.integrity
    }
  }
}

/// Migrations as rows.
private enum MigrationList {
  static func write(_ migrations: [Migration], title: String, output: Output) throws {
    try output.rows([Column("version", .integer), Column("name"), Column("sha256")], title: title) { row in
      for migration in migrations {
        try row([
          .integer(Int64(migration.version)), .text(migration.name), .text(migration.checksum),
        ])
      }
      return .complete
    }
  }
}
