import Arguments

/// Why a run ended without a report.
struct BenchError: Error, CustomStringConvertible, Hashable {
  /// The status for the shell.
  var code: ExitCode
  /// What is wrong, and what to do.
  var description: String

  /// Something that the run needs is not there.
  static func missing(_ text: String) -> BenchError { BenchError(code: ExitCode(3), description: text) }

  /// Something that was run failed, or did not do its work.
  static func failed(_ text: String) -> BenchError { BenchError(code: ExitCode(4), description: text) }

  /// The run was asked to end.
  static let interrupted = BenchError(code: ExitCode(130), description: "interrupted: everything is removed")
}
