import Glibc
import Testing

@testable import PrivateCluster

@Suite("Location of the private cluster")
struct LocationTests {
  @Test(
    "MAMAUDIT_HOME comes before all else",
    arguments: [
      ["MAMAUDIT_HOME": "/srv/audit/"], ["MAMAUDIT_HOME": "/srv/audit", "XDG_DATA_HOME": "/x", "HOME": "/h"],
    ])
  func chosenHome(environment: [String: String]) throws {
    #expect(try ClusterLocation.home { environment[$0] } == "/srv/audit")
  }

  @Test("without it, root has the system's folder and others their data folder")
  func defaultHome() throws {
    let environment = ["XDG_DATA_HOME": "/data", "HOME": "/home/ada"]
    let expected = geteuid() == 0 ? "/var/lib/mamaudit" : "/data/mamaudit"
    #expect(try ClusterLocation.home { environment[$0] } == expected)
    let bare = geteuid() == 0 ? "/var/lib/mamaudit" : "/home/ada/.local/share/mamaudit"
    #expect(try ClusterLocation.home { ["HOME": "/home/ada"][$0] } == bare)
  }

  @Test("the socket path never exceeds what the system takes", arguments: [1, 60, 88, 89, 90, 91, 92, 200])
  func socketPath(length: Int) {
    let home = "/" + String(repeating: "h", count: length)
    let directory = ClusterLocation.socketDirectory(home: home) { _ in nil }
    #expect(ClusterLocation.socketPath(in: directory).utf8.count <= 107)
    #expect(directory.hasPrefix(home) == ("\(home)/socket/.s.PGSQL.5432".utf8.count <= 107))
  }

  @Test("a folder has one name, whether a link leads to it or not")
  func linksAreResolved() throws {
    try withHome { cluster in
      let link = "\(cluster.home)-link"
      #expect(symlink(cluster.home, link) == 0)
      defer { unlink(link) }
      #expect(PrivateCluster(home: link).home == cluster.home)
      #expect(PrivateCluster(home: "\(link)/not/there").home == "\(cluster.home)/not/there")
    }
  }

  @Test("odd characters of a path survive in the connection string")
  func conninfoIsQuoted() {
    let cluster = PrivateCluster(home: #"/tmp/it's a \ home"#)
    #expect(cluster.conninfo.hasPrefix(#"host='/tmp/it\'s a \\ home/socket' port='5432' user='mamaudit'"#))
  }

  /// A machine and what is to come of it, in MiB.
  struct Sizes: Sendable {
    let memory: Int
    let disk: Int
    let buffers: Int
    let wal: Int
  }

  @Test(
    "sizes follow the machine and stay in their bounds",
    arguments: [
      Sizes(memory: 512, disk: 1024, buffers: 64, wal: 256),
      Sizes(memory: 8192, disk: 102_400, buffers: 1024, wal: 10_240),
      Sizes(memory: 262_144, disk: 4_194_304, buffers: 2048, wal: 16_384),
    ])
  func sizes(_ expected: Sizes) {
    let settings = ServerSettings(memory: expected.memory << 20, freeDisk: expected.disk << 20)
    #expect(settings.sharedBuffers == expected.buffers << 20)
    #expect(settings.maximumWAL == expected.wal << 20)
    let values = settings.values(socketDirectory: "/s", clusterName: "c", hasLZ4: true)
    #expect(values.contains { $0.name == "min_wal_size" && $0.value == "\(expected.wal / 2)MB" })
  }
}
