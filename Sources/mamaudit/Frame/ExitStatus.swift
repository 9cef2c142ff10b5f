import Arguments
import Postgres

/// The exit codes of the command line (section 2 of the command-line specification).
extension ExitCode {
  /// Findings at or over the limit, differences, an unknown account, or at least one line refused or in conflict.
  static let findings = ExitCode(1)
  /// The store cannot be reached, or does not let the user do this.
  static let store = ExitCode(3)
  /// A query or an output failed.
  static let output = ExitCode(4)
  /// The evidence or the schema is not what it has to be.
  static let integrity = ExitCode(5)
  /// The answer is incomplete, and `--require-complete` was given.
  static let incomplete = ExitCode(6)
  /// Stopped by a signal, Ctrl-C where there was none: 128 and its number.
  static var interrupted: ExitCode { ExitCode(128 + InterruptHandler.shared.signal) }
}
