import Rendering

/// The bar of an export on standard error.
struct ExportProgress {
  private let isShown: Bool
  private let total: Int64
  private let start = ContinuousClock.now

  /// Prepares a bar.
  ///
  /// - Parameter isToFile: a bar would mix with the data where both go to the terminal.
  init(_ output: Output, isToFile: Bool, total: Int64) {
    isShown = output.showsProgress && (isToFile || !Terminal.isTerminal(1))
    self.total = total
  }

  /// Shows how many events are done.
  func show(_ done: Int64) {
    guard isShown else { return }
    let bar = ProgressBar(
      "export", unit: "events", done: Int(done), total: Int(total),
      seconds: (ContinuousClock.now - start).seconds)
    Terminal.progress(bar.line(width: Terminal.width))
  }

  /// Takes the bar away.
  func clear() {
    if isShown { Terminal.clearProgress() }
  }
}
