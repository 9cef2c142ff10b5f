import PrivateCluster
import Rendering

/// What is said of the private cluster.
enum ClusterDocument {
  /// Writes where the cluster is and how to connect: fields for people, one object for programs.
  static func write(
    _ status: ClusterStatus, cluster: PrivateCluster, schema: Int32?, applied: [String], output: Output
  ) throws {
    guard output.format == .table else {
      var json = JSONWriter { try output.write($0) }
      json.object { json in
        members(status, cluster: cluster, to: &json)
        json.key("schemaVersion")
        json.integer(schema)
        json.key("applied")
        json.array(applied) { $0.string($1) }
      }
      json.endLine()
      return try json.finish()
    }
    var fields = FieldList(output.writerOptions)
    add(status, cluster: cluster, to: &fields)
    fields.add("Schema", Cell(schema.map { "version \($0)" }))
    fields.add("Connect", .text(psql(cluster.conninfo)))
    try output.write(fields.text)
    output.finish()
  }

  /// Adds what there is to say to a list.
  static func add(_ status: ClusterStatus, cluster: PrivateCluster, to fields: inout FieldList) {
    let isRunning = status.state == .running
    fields.add("State", .text(status.state.rawValue), isRunning ? .good : .warning)
    fields.add("PostgreSQL", Cell(status.version))
    fields.add("Process", Cell(status.process.map(Int64.init)))
    fields.add("Data", .text(status.dataDirectory))
    fields.add("Disk", .text(Quantity.bytes(status.size)))
    fields.add("Socket", .text(status.socket))
    fields.add("Server log", .text(status.logFile))
  }

  /// Writes the members of an object.
  static func members(_ status: ClusterStatus, cluster: PrivateCluster, to json: inout JSONWriter) {
    json.key("state")
    json.string(status.state.rawValue)
    json.key("serverVersion")
    json.string(status.version)
    json.key("process")
    json.integer(status.process)
    json.key("home")
    json.string(cluster.home)
    json.key("dataDirectory")
    json.string(status.dataDirectory)
    json.key("sizeBytes")
    json.integer(status.size)
    json.key("socket")
    json.string(status.socket)
    json.key("logFile")
    json.string(status.logFile)
    json.key("conninfo")
    json.string(cluster.conninfo)
    json.key("settings")
    json.object { json in
      for setting in status.settings {
        json.key(setting.name)
        json.string(setting.value)
      }
    }
  }

  /// The command line of psql for a connection string, quoted for a shell.
  static func psql(_ conninfo: String) -> String {
    "psql \"" + conninfo.map { "\"\\$`".contains($0) ? "\\\($0)" : String($0) }.joined() + "\""
  }
}
