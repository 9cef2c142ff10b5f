import Foundation
import Glibc
import Testing

@testable import TestSupport

@Suite("What removes a server that a killed run of the tests has left")
struct WatcherTests {
  @Test("it removes the folder and leaves no child behind, which would hide others that end")
  func abandoned() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "abandoned-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let child = try Watcher.start(removing: folder, now: true)
    #expect(kill(child, 0) == -1 && errno == ESRCH)
    var rounds = 0
    while FileManager.default.fileExists(atPath: folder), rounds < 1000 {
      usleep(20_000)
      rounds += 1
    }
    #expect(!FileManager.default.fileExists(atPath: folder))
  }
}
