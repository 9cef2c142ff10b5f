import AuditStore
import MAMEvents
import PrivateCluster
import Projections
import Rendering

/// What `status` says of the database that is used.
struct StatusDocument {
  /// A log and how far its projections are.
  struct LogStatus {
    var log: Log
    var checkpoints: [Checkpoint]

    /// How many events a projection lacks.
    func behind(_ projection: Projection) -> Int64 {
      log.size - (checkpoints.first { $0.projection == projection }?.through ?? 0)
    }

    /// How many rows could not be folded.
    var stale: Int64 { checkpoints.reduce(0) { $0 + $1.stale } }
  }

  var source: Session.Source
  var cluster: (cluster: PrivateCluster, status: ClusterStatus)?
  var database: StoreStatus?
  var schema: Migrator.Status?
  var logs: [LogStatus] = []

  init(source: Session.Source, cluster: (cluster: PrivateCluster, status: ClusterStatus)?) {
    self.source = source
    self.cluster = cluster
  }

  static let columns: [Column] = [
    Column("tenant", .guid), Column("events", .integer), Column("lastRecordedAt", .timestamp),
    Column("accountsBehind", .integer), Column("devicesBehind", .integer), Column("stale", .integer),
  ]

  /// Writes it: fields and a table for people, one object for programs, the logs as rows in the other formats.
  func write(to output: Output) throws {
    switch output.format {
    case .json, .jsonl:
      var json = JSONWriter { try output.write($0) }
      write(to: &json)
      json.endLine()
      try json.finish()
    case .table:
      try output.write(fields(output.writerOptions).text)
      if logs.isEmpty { return output.finish() }
      try output.write("\n")
      fallthrough
    case .csv, .markdown, .html:
      try output.rows(Self.columns, title: "Logs") { row in
        for status in logs { try row(cells(of: status)) }
        return .complete
      }
    }
  }

  private func fields(_ options: WriterOptions) -> FieldList {
    var fields = FieldList(options)
    fields.add("Used", .text("the database of \(source.description)"), .strong)
    if let cluster {
      ClusterDocument.add(cluster.status, cluster: cluster.cluster, to: &fields)
      if cluster.status.state == .running {
        fields.add("Connect", .text(ClusterDocument.psql(cluster.cluster.conninfo)))
      } else {
        fields.add("Next", .text("'mamaudit up' starts it"))
      }
    }
    if let database {
      if cluster == nil {
        fields.add("PostgreSQL", .text(database.serverVersion))
        fields.add("Host", .text(database.host))
        fields.add("Port", .text(database.port))
      }
      fields.add("Database", .text(database.database))
      fields.add("Login", .text(database.user))
      fields.add("Size", .text(Quantity.bytes(Int(database.size))))
    }
    if let schema {
      fields.add("Schema", .text(Self.text(of: schema)), schema.isCurrent ? .good : .bad)
      if schema.isCurrent { fields.add("Logs", .integer(Int64(logs.count))) }
    }
    return fields
  }

  private static func text(of schema: Migrator.Status) -> String {
    if let problem = schema.problems.first { return problem.description }
    let version = schema.applied.last.map { "version \($0.version)" } ?? "none"
    if schema.isCurrent { return version + ", current" }
    return version + ", \(schema.pending.count) to apply: 'mamaudit migrate up'"
  }

  private func cells(of status: LogStatus) -> [Cell] {
    [
      .guid(status.log.tenant.text), .integer(status.log.size), Cell(status.log.lastRecordedAt),
      .integer(status.behind(.accounts)), .integer(status.behind(.devices)), .integer(status.stale),
    ]
  }

  private func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("source")
      json.string(source.rawValue)
      json.key("database")
      if let database { write(database, to: &json) } else { json.null() }
      json.key("cluster")
      if let cluster {
        json.object { ClusterDocument.members(cluster.status, cluster: cluster.cluster, to: &$0) }
      } else {
        json.null()
      }
      json.key("schema")
      if let schema { write(schema, to: &json) } else { json.null() }
      json.key("logs")
      json.array(logs) { json, status in write(status, to: &json) }
    }
  }

  private func write(_ database: StoreStatus, to json: inout JSONWriter) {
    json.object { json in
      for (name, value) in [
        ("serverVersion", database.serverVersion), ("host", database.host), ("port", database.port),
        ("name", database.database), ("user", database.user),
      ] {
        json.key(name)
        json.string(value)
      }
      json.key("sizeBytes")
      json.integer(database.size)
    }
  }

  private func write(_ schema: Migrator.Status, to json: inout JSONWriter) {
    json.object { json in
      json.key("version")
      json.integer(schema.applied.last?.version)
      json.key("current")
      json.boolean(schema.isCurrent)
      json.key("pending")
      json.array(schema.pending) { $0.string($1.name) }
      json.key("problems")
      json.array(schema.problems) { $0.string($1.description) }
    }
  }

  private func write(_ status: LogStatus, to json: inout JSONWriter) {
    json.object { json in
      json.key("tenant")
      json.string(status.log.tenant.text)
      json.key("events")
      json.integer(status.log.size)
      json.key("lastRecordedAt")
      json.timestamp(status.log.lastRecordedAt?.microseconds)
      json.key("createdAt")
      json.timestamp(status.log.createdAt.microseconds)
      json.key("projections")
      json.array(Projection.allCases) { json, projection in
        let checkpoint = status.checkpoints.first { $0.projection == projection }
        json.object { json in
          json.key("projection")
          json.string(projection.rawValue)
          json.key("through")
          json.integer(checkpoint?.through ?? 0)
          json.key("behind")
          json.integer(status.behind(projection))
          json.key("stale")
          json.integer(checkpoint?.stale ?? 0)
          json.key("throughRecordedAt")
          json.timestamp(checkpoint?.throughRecordedAt?.microseconds)
        }
      }
    }
  }
}
