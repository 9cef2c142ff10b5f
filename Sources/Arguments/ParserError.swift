/// Everything that ends parsing before a command is there to run.
///
/// ``ErrorText`` turns it into text.
enum ParserError: Error, Equatable {
  case helpRequested
  case versionRequested
  case unknownCommand(String, suggestion: String?)
  case unknownOption(String, suggestion: String?)
  /// The option stood before the command's name and is none of the command's.
  case optionOfAnotherCommand(String)
  case unexpectedWord(String, suggestion: String?)
  case missingValue(label: String, valueName: String, found: String?)
  case unwantedValue(label: String, value: String)
  case refusedValue(label: String, value: String, expectation: String?, candidates: [String])
  case invalidValue(label: String, value: String, reason: String)
  case missingArguments([String])
  case invalid(String)
}

/// An error, and the commands named so far.
struct ParserFailure: Error {
  var error: ParserError
  var path: [any ParsableCommand.Type]
}
