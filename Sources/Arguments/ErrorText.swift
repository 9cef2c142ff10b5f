import PlainText

/// The words for each ``ParserError``.
enum ErrorText {
  /// What is wrong, in one line, with nothing that could steer a terminal.
  static func message(for error: ParserError) -> String {
    switch error {
    case .helpRequested, .versionRequested:
      ""
    case .unknownCommand(let name, let suggestion):
      "unknown command '\(name.printable)'\(didYouMean(suggestion))"
    case .unknownOption(let name, let suggestion):
      "unknown option '\(name.printable)'\(didYouMean(suggestion))"
    case .optionOfAnotherCommand(let name):
      "'\(name.printable)' is not an option of this command"
    case .unexpectedWord(let word, let suggestion):
      "unexpected argument '\(word.printable)'\(didYouMean(suggestion))"
    case .missingValue(let label, let valueName, let found):
      if let found {
        "'\(label)' needs a value before '\(found.printable)'; a value that begins with '-' is written '\(label)=<\(valueName)>'"
      } else {
        "'\(label)' needs a value: '\(label) <\(valueName)>'"
      }
    case .unwantedValue(let label, let value):
      "'\(label)' takes no value, but was given '\(value.printable)'"
    case .refusedValue(let label, let value, let expectation, let candidates):
      refusal(label, value, expectation, candidates)
    case .invalidValue(let label, let value, let reason):
      "'\(value.printable)' for '\(label)': \(reason.printable)"
    case .missingArguments(let labels):
      labels.count == 1
        ? "missing '\(labels[0])'" : "missing " + labels.map { "'\($0)'" }.joined(separator: ", ")
    case .invalid(let message):
      message.split(separator: "\n", omittingEmptySubsequences: false).map(\.printable).joined(
        separator: "\n")
    }
  }

  private static func didYouMean(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean '\($0)'?" } ?? ""
  }

  private static func refusal(
    _ label: String, _ value: String, _ expectation: String?, _ candidates: [String]
  ) -> String {
    if !candidates.isEmpty {
      let list = candidates.joined(separator: ", ")
      return "'\(value.printable)' for '\(label)' is none of: \(list)"
        + didYouMean(Nearness.closest(to: value, in: candidates))
    }
    return "'\(value.printable)' for '\(label)' is not \(expectation ?? "valid")"
  }
}
