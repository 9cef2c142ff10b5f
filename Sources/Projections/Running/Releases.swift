import Compliance
import MAMEvents
import Postgres

/// Which versions of app and SDK events came from.
struct Releases {
  let connection: Connection
  let log: Int32

  /// Adds the versions of the events that opened findings.
  func fill(_ rows: inout RowSet) throws {
    var positions = Set(rows.accountFindings.map(\.openedBy))
    positions.formUnion(rows.deviceFindings.lazy.map(\.openedBy))
    positions.formUnion(rows.logFindings.lazy.map(\.finding.openedBy))
    guard !positions.isEmpty else { return }
    var versions: [Int64: (app: String?, sdk: String?)] = [:]
    try connection.stream(Self.versions, [.int32(log), .int64Array(positions.sorted())]) { row in
      versions[try row.int64(0)] = (try row.textOrNull(1), try row.textOrNull(2))
    }
    func fill(_ finding: inout FindingRow) {
      (finding.appVersion, finding.sdkVersion) = versions[finding.openedBy] ?? (nil, nil)
    }
    for index in rows.accountFindings.indices { fill(&rows.accountFindings[index]) }
    for index in rows.deviceFindings.indices { fill(&rows.deviceFindings[index]) }
    for index in rows.logFindings.indices { fill(&rows.logFindings[index].finding) }
  }

  /// The versions of events that give any.
  ///
  /// `$1` log, `$2` positions.
  private static let versions = """
    SELECT r.position, r.app_version, r.sdk_version
    FROM unnest($2::bigint[]) AS wanted (position)
    CROSS JOIN LATERAL (
        SELECT position, app_version, sdk_version
        FROM audit.releases
        WHERE log_id = $1 AND position = wanted.position
        OFFSET 0
    ) AS r
    """
}
