import Glibc
import Postgres
import PrivateCluster
import Testing

/// Runs a test with a private cluster in a folder of its own, which is stopped and removed afterwards.
func withHome<R>(_ body: (PrivateCluster) throws -> R) throws -> R {
  var path = Array("/tmp/mamaudit-cluster-XXXXXX".utf8CString)
  try #require(mkdtemp(&path) != nil)
  let home = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  let cluster = PrivateCluster(home: "\(home)")
  defer {
    try? cluster.stop()
    remove(home)
    if !cluster.socketDirectory.hasPrefix(home) { remove(cluster.socketDirectory) }
  }
  return try body(cluster)
}

/// Removes a folder and what is in it.
func remove(_ path: String) {
  if let folder = opendir(path) {
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    closedir(folder)
    for name in names where name != "." && name != ".." {
      if unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
    }
  }
  rmdir(path)
}

/// Runs closures on threads of their own, all at once, and returns what they returned.
func concurrently<Value: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Value)
  async throws
  -> [Value]
{
  try await withThrowingTaskGroup(of: Value.self) { group in
    for index in 0..<count { group.addTask { try await onDedicatedThread { try body(index) } } }
    var values: [Value] = []
    for try await value in group { values.append(value) }
    return values
  }
}
