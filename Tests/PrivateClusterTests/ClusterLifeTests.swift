import Glibc
import Postgres
import PrivateCluster
import Testing

@Suite("Private cluster", .serialized)
struct ClusterLifeTests {
  @Test("it is made and started on first use, keeps its data over a stop, and says how it is")
  func lifeCycle() throws {
    try withHome { cluster in
      #expect(try cluster.status().state == .absent)
      #expect(cluster.doctor().map(\.ok) == [false])

      let connection = try cluster.connect(applicationName: "tests")
      #expect(connection.databaseName == "mamaudit")
      #expect(connection.userName == "mamaudit")
      try connection.script("CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)")

      let status = try cluster.status()
      #expect(status.state == .running)
      #expect(status.process.map { kill($0, 0) } == 0)
      #expect(status.size > 1_000_000)
      #expect(access(status.socket, F_OK) == 0)
      let settings = Dictionary(uniqueKeysWithValues: status.settings.map { ($0.name, $0.value) })
      for name in ["fsync", "synchronous_commit", "full_page_writes", "data_checksums"] {
        #expect(settings[name] == "on", "\(name)")
      }
      #expect(settings["checkpoint_timeout"] == "30min")
      #expect(cluster.doctor().filter { !$0.ok } == [])

      try cluster.stop()
      #expect(try cluster.status().state == .stopped)
      #expect(cluster.doctor().contains { $0.name == "cluster.running" && !$0.ok })
      try cluster.stop()

      try cluster.ensureRunning()
      try cluster.ensureRunning()
      let again = try cluster.connect(applicationName: "tests")
      #expect(try again.execute("SELECT n FROM kept").single().int32(0) == 7)
    }
  }

  @Test("the server keeps nothing open that was open in the process that started it")
  func inheritsNothing() throws {
    try withHome { cluster in
      // A pipe as a shell makes it: its reader would wait for as long as the server holds the other end.
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      defer { ends.forEach { close($0) } }
      let own = try #require(link("/proc/self/fd/\(ends[1])"))
      try cluster.ensureRunning()
      let server = try #require(try cluster.status().process)
      let held = (0..<1024).compactMap { link("/proc/\(server)/fd/\($0)") }
      #expect(held.contains("/dev/null"))
      #expect(!held.contains(own))
    }
  }

  /// What a descriptor in `/proc` stands for.
  private func link(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: 256)
    let length = readlink(path, &target, target.count)
    return length < 0
      ? nil : String(decoding: target.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  @Test("only a Unix socket is opened, in folders that are the server's alone")
  func isPrivate() throws {
    try withHome { cluster in
      let connection = try cluster.connect(applicationName: "tests")
      #expect(try connection.execute("SHOW listen_addresses").single().text(0) == "")
      for folder in [cluster.dataDirectory, cluster.socketDirectory] {
        var status = stat()
        #expect(stat(folder, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700, "\(folder)")
      }
      var status = stat()
      #expect(stat(cluster.home, &status) == 0)
      #expect(status.st_mode & 0o007 == 0)
    }
  }

  @Test("a turned-off safety is found and named by doctor")
  func doctorFindsUnsafeSetting() throws {
    try withHome { cluster in
      let connection = try cluster.connect(applicationName: "tests")
      try connection.execute("ALTER SYSTEM SET fsync = off")
      try connection.execute("SELECT pg_reload_conf()")
      var failed: [Check] = []
      for _ in 0..<100 where failed.isEmpty {
        usleep(20_000)
        failed = cluster.doctor().filter { !$0.ok }
      }
      #expect(failed.map(\.name) == ["cluster.fsync"])
      #expect(failed.first?.remedy?.contains("ALTER SYSTEM RESET fsync") == true)
    }
  }

  @Test("invocations at the same time make one cluster and start one server")
  func concurrentFirstUse() async throws {
    let home = "/tmp/mamaudit-cluster-\(getpid())-race"
    let cluster = PrivateCluster(home: home)
    defer {
      try? cluster.stop()
      remove(home)
    }
    let servers = try await concurrently(6) { _ in
      // A value of its own, as another process would have.
      let cluster = PrivateCluster(home: home)
      let connection = try cluster.connect(applicationName: "tests")
      return try connection.execute("SELECT pg_postmaster_start_time()").single().timestamp(0)
    }
    #expect(servers.count == 6)
    #expect(Set(servers).count == 1)
  }

  @Test("a path that is too long for a socket gets its socket elsewhere")
  func longPath() throws {
    try withHome { short in
      let cluster = PrivateCluster(home: "\(short.home)/\(String(repeating: "long", count: 30))")
      defer {
        try? cluster.stop()
        remove(cluster.socketDirectory)
      }
      // The folder above must let the server's account through where that is another than ours.
      chmod(short.home, 0o711)
      #expect(!cluster.socketDirectory.hasPrefix(cluster.home))
      _ = try cluster.connect(applicationName: "tests")
      #expect(try cluster.status().socket.utf8.count <= 107)
    }
  }
}
