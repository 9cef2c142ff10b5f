/// Words of a command line that a page or a message shows, so that they can be copied into a shell.
public enum ShellWord {
  /// The text as one word: as it is where a shell reads it so, else in single quotes.
  public static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-_.:@/+=,%".utf8.contains(byte)
      }
    }
    return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
