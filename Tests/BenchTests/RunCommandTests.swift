import Arguments
import CEmbedded
import Foundation
import Testing

@testable import mamaudit_bench

@Suite("mamaudit-bench run: options")
struct RunCommandTests {
  private func plan(_ words: String...) throws -> BenchPlan { try RunCommand.parse(words).plan }

  @Test("without options: all but growth at full size, with the peer")
  func defaults() throws {
    let plan = try plan()
    #expect(plan.measures == [.ingest, .repeats, .singles, .rebuild, .account, .sealing, .memory])
    #expect(plan.events == 1_000_000)
    #expect(plan.accounts == 10_000)
    #expect(plan.rounds == 3)
    #expect(plan.hasPeer)
    #expect(!plan.isQuick)
  }

  @Test("--quick is small and without the peer, unless told otherwise")
  func quick() throws {
    let plan = try plan("--quick")
    #expect(plan.isQuick)
    #expect(plan.events == 100_000)
    #expect(plan.accounts == 1_000)
    #expect(plan.rounds == 1)
    #expect(!plan.hasPeer)
    #expect(try self.plan("--quick", "--peer").hasPeer)
    #expect(try self.plan("--quick", "--events", "300", "--rounds", "2").events == 300)
    #expect(try self.plan("--no-peer").hasPeer == false)
  }

  @Test("--only chooses, in the order of the table and whatever the case; growth comes on top")
  func only() throws {
    #expect(try plan("--only", "P3,p1b").measures == [.repeats, .rebuild])
    #expect(try plan("--only", "P7").measures == [.growth])
    #expect(try plan("--only", "P1", "--growth").measures == [.ingest, .growth])
    #expect(try plan("--growth").measures == Measure.allCases)
  }

  @Test(
    "what cannot be is a mistake of the command line",
    arguments: [
      ["--only", "P9"], ["--only", "P1,,P2"], ["--only", ""], ["--events", "99"], ["--rounds", "0"],
      ["--folder", "here"], ["--growth-events", "5"], ["--seconds", "0"], ["--peer-events", "0"],
    ])
  func refused(words: [String]) {
    let error = #expect(throws: CommandExit.self) { try RunCommand.parse(words) }
    #expect(error?.code == .usage)
  }

  @Test("the sizes of growth follow its end, and the disk that is needed follows the sizes")
  func sizes() throws {
    let large = try plan("--growth")
    #expect(large.growthBase == 1_000_000)
    #expect(large.growthSlice == 500_000)
    let small = try plan("--growth", "--growth-events", "400", "--events", "100")
    #expect(small.growthBase == 200)
    #expect(small.growthSlice == 20)
    #expect(small.neededBytes < large.neededBytes)
    #expect(try plan("--only", "P5").neededBytes == 1 << 30)
  }

  @Test("the help begins with examples")
  func help() {
    let end = MamauditBench.execute(["run", "--help"]) { CommandExit(.output, "\($0)") }
    #expect(end.message.contains("EXAMPLES:\n  mamaudit-bench run --quick"))
  }

  @Test("the peer's program is compiled in as it lies in the sources")
  func peerProgram() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = sources.appendingPathComponent("Sources/mamaudit-bench/eventsourcing_peer.py")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(Peer.source == text)
  }
}
