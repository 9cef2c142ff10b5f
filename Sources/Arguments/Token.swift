/// A word of the command line by its form alone; what it means depends on the command.
enum Token: Equatable {
  /// `--name` or `--name=value`.
  case long(name: String, value: String?)
  /// `-abc`: flags, or an option and its value.
  case short(letters: String)
  /// Anything else, `-` and negative numbers too, and everything after the terminator.
  case word(String)
  /// `--`.
  case terminator

  static func tokenise(_ arguments: [String]) -> [Token] {
    var tokens = [Token]()
    var isTerminated = false
    for argument in arguments {
      if isTerminated {
        tokens.append(.word(argument))
      } else if argument == "--" {
        isTerminated = true
        tokens.append(.terminator)
      } else if argument.hasPrefix("--") {
        let parts = argument.dropFirst(2).split(
          separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        tokens.append(.long(name: String(parts[0]), value: parts.count == 2 ? String(parts[1]) : nil))
      } else if argument.hasPrefix("-"), let letter = argument.dropFirst().first, !letter.isNumber,
        letter != "."
      {
        tokens.append(.short(letters: String(argument.dropFirst())))
      } else {
        tokens.append(.word(argument))
      }
    }
    return tokens
  }

  /// The word as it was typed.
  var text: String {
    switch self {
    case .long(let name, let value): "--\(name)" + (value.map { "=\($0)" } ?? "")
    case .short(let letters): "-\(letters)"
    case .word(let word): word
    case .terminator: "--"
    }
  }
}
