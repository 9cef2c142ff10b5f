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
}
