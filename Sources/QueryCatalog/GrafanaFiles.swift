import CEmbedded

/// The files for Grafana of `Queries/grafana/` that are compiled in: dashboards, and how Grafana is to be told of them.
public enum GrafanaFiles {
  /// A file.
  public struct File: Sendable {
    /// Its path below `Queries/grafana/`, as `dashboards/wipes.json`.
    public var path: String
    /// What it holds.
    public var bytes: [UInt8]
  }

  /// All of them, by path.
  public static func embedded() -> [File] {
    let folder = "Queries/grafana/"
    return (0..<embedded_file_count()).compactMap { index in
      let file = embedded_file(index)
      let path = String(cString: file.path)
      guard path.hasPrefix(folder) else { return nil }
      return File(
        path: String(path.dropFirst(folder.count)),
        bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.length)))
    }
    .sorted { $0.path < $1.path }
  }
}
