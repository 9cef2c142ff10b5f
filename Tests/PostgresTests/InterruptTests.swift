import Glibc
import Postgres
import TestSupport
import Testing

@Suite("Ctrl-C")
struct InterruptTests {
  @Test("the first cancels the running statement and sets the flag, the second ends the process with 130")
  func interrupts() async {
    await #expect(processExitsWith: .exitCode(130)) {
      try InterruptHandler.shared.install()
      try TestDatabase.withDatabase { database in
        let connection = try database.connect()
        Task.detached {
          try await onDedicatedThread {
            usleep(500_000)
            kill(getpid(), SIGINT)
          }
        }
        var code: PostgresError.Code?
        do {
          try InterruptHandler.shared.cancelling(connection) { try connection.execute("SELECT pg_sleep(60)") }
        } catch let error as PostgresError {
          code = error.code
        }
        guard code == .cancelled, InterruptHandler.shared.isInterrupted else { exit(1) }
        // The connection still works after it.
        guard try connection.execute("SELECT 1").count == 1 else { exit(2) }
      }
      kill(getpid(), SIGINT)
      usleep(10_000_000)
      exit(3)
    }
  }

  @Test("SIGTERM and SIGHUP end a process like Ctrl-C, each with its own code")
  func otherSignals() async {
    await #expect(processExitsWith: .exitCode(143)) {
      try InterruptHandler.shared.install()
      kill(getpid(), SIGTERM)
      while !InterruptHandler.shared.isInterrupted { usleep(1000) }
      guard InterruptHandler.shared.signal == SIGTERM else { exit(1) }
      kill(getpid(), SIGTERM)
      usleep(10_000_000)
    }
    await #expect(processExitsWith: .exitCode(129)) {
      signal(SIGHUP, SIG_DFL)
      try InterruptHandler.shared.install()
      kill(getpid(), SIGHUP)
      while !InterruptHandler.shared.isInterrupted { usleep(1000) }
      kill(getpid(), SIGHUP)
      usleep(10_000_000)
    }
    await #expect(processExitsWith: .success) {
      signal(SIGHUP, SIG_IGN)
      try InterruptHandler.shared.install()
      kill(getpid(), SIGHUP)
      usleep(200_000)
      guard !InterruptHandler.shared.isInterrupted else { exit(1) }
    }
  }

  @Test(
    "Ctrl-C between two statements, or before the work began, refuses the next one and rolls back; what is whole commits"
  )
  func betweenStatements() async {
    await #expect(processExitsWith: .success) {
      try InterruptHandler.shared.install()
      try TestDatabase.withDatabase { database in
        let connection = try database.connect()
        try connection.script("CREATE TABLE t (n int)")
        func interrupted(_ body: () throws -> Void) -> PostgresError.Code? {
          do {
            try InterruptHandler.shared.cancelling(connection) { try connection.transaction(body) }
          } catch { return (error as? PostgresError)?.code }
          return nil
        }
        func count() throws -> Int64 { try connection.execute("SELECT count(*) FROM t").single().int64(0) }
        let whole = interrupted {
          try connection.script("INSERT INTO t VALUES (1)")
          kill(getpid(), SIGINT)
          while !InterruptHandler.shared.isInterrupted { usleep(1000) }
          // The handler's thread asks the server a moment after it has set the flag.
          usleep(300_000)
        }
        guard whole == nil, try count() == 1 else { exit(1) }
        let late = interrupted { try connection.script("INSERT INTO t VALUES (2)") }
        guard late == .cancelled, !connection.isInTransaction, try count() == 1 else { exit(2) }
        for statement in 0..<4 {
          let refused = interrupted {
            switch statement {
            case 0: _ = try connection.execute("SELECT 1")
            case 1: try connection.stream("SELECT 1") { _ in }
            case 2: try connection.copyOut("COPY t TO STDOUT (FORMAT binary)", integers: []) { _ in }
            default: try connection.prepare("p", "SELECT 1", types: [])
            }
          }
          guard refused == .cancelled else { exit(3) }
        }
      }
    }
  }
}
