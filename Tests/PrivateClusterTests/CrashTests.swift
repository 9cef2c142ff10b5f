import Glibc
import Postgres
import PrivateCluster
import Testing

@Suite("Private cluster after a crash", .serialized)
struct CrashTests {
  @Test("a server killed with SIGKILL starts again with all that was committed")
  func killedServer() throws {
    try withHome { cluster in
      let connection = try cluster.connect(applicationName: "tests")
      try connection.script("CREATE TABLE kept (n int); INSERT INTO kept SELECT generate_series(1, 1000)")
      let server = try #require(try cluster.status().process)
      #expect(kill(server, SIGKILL) == 0)
      let lost = #expect(throws: PostgresError.self) {
        // A backend may outlive its server for an instant.
        for _ in 0..<500 {
          try connection.execute("SELECT 1")
          usleep(10_000)
        }
      }
      #expect(lost?.code == .connectionLost)

      let again = try cluster.connect(applicationName: "tests")
      #expect(try again.execute("SELECT count(*) FROM kept").single().int64(0) == 1000)
      #expect(try cluster.status().process != server)
    }
  }

  @Test("a pid file left by a power cut, whose number another process has by now, does not keep it down")
  func reusedProcessNumber() throws {
    try withHome { cluster in
      try cluster.ensureRunning()
      let pidFile = "\(cluster.dataDirectory)/postmaster.pid"
      let server = try #require(try cluster.status().process)
      kill(server, SIGKILL)
      let file = try #require(fopen(pidFile, "r+"))
      // This very process is alive, and is no server.
      fputs("\(getpid())\n", file)
      fclose(file)
      try cluster.ensureRunning()
      #expect(try cluster.status().state == .running)
    }
  }

  @Test("what a killed initdb left is thrown away and made anew")
  func halfMadeCluster() throws {
    try withHome { cluster in
      let draft = "\(cluster.home)/cluster.new"
      mkdir(draft, 0o700)
      let file = try #require(fopen("\(draft)/PG_VERSION", "w"))
      fputs("15\n", file)
      fclose(file)
      #expect(try cluster.status().state == .absent)
      try cluster.ensureRunning()
      #expect(try cluster.status().state == .running)
      #expect(access(draft, F_OK) != 0)
    }
  }

  @Test("a database that was dropped is made again")
  func missingDatabase() throws {
    try withHome { cluster in
      try cluster.ensureRunning()
      try Connection(.conninfo(cluster.conninfo(database: "postgres")), applicationName: "tests")
        .execute("DROP DATABASE mamaudit")
      #expect(try cluster.connect(applicationName: "tests").databaseName == "mamaudit")
    }
  }

  @Test("a data directory that holds something else is refused and left as it is")
  func foreignFolder() throws {
    try withHome { cluster in
      mkdir(cluster.dataDirectory, 0o755)
      let file = try #require(fopen("\(cluster.dataDirectory)/letter.txt", "w"))
      fclose(file)
      let error = #expect(throws: ClusterError.self) { try cluster.ensureRunning() }
      #expect(error?.code == .folderUnusable)
      #expect(access("\(cluster.dataDirectory)/letter.txt", F_OK) == 0)
    }
  }

  @Test(
    "a folder that the server's account cannot enter is named with what to do", .enabled(if: geteuid() == 0))
  func unreachableFolder() throws {
    try withHome { outer in
      chmod(outer.home, 0o700)
      let cluster = PrivateCluster(home: "\(outer.home)/inner")
      let error = #expect(throws: ClusterError.self) { try cluster.ensureRunning() }
      #expect(error?.code == .folderUnusable)
      #expect(error?.message.contains("cannot enter \(outer.home)") == true)
      #expect(error?.remedy.contains("chmod o+x \(outer.home)") == true)
    }
  }
}
