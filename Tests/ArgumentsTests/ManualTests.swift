import Arguments
import Testing

/// Small enough for its pages to be read.
private struct Tool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tool", abstract: "It's a tool.", version: "tool 1.2", subcommands: [Run.self, Hidden.self])

  struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Run \\ now: “fast”.",
      discussion: "'quoted' at the head.\n.dotted at the head.",
      examples: [Example("tool run --color never a-b", "Run one.")])

    @Option(name: .shortAndLong, help: "When to use colour.") var color = Color.auto
    @Flag(inversion: .prefixedNo, help: "Page.") var pager = true
    @Argument(help: "Who.") var names: [String]
  }

  struct Hidden: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Not for show.", visible: false)
  }
}

@Suite("Manual pages")
struct ManualTests {
  private static let pages = CommandDump(Tool.self).manual([
    ManualSection("EXIT STATUS", [.init("0", "Done.")])
  ])

  @Test("there is a page for each visible command, named after it")
  func files() {
    #expect(Self.pages.map(\.file) == ["tool.1", "tool-run.1"])
  }

  @Test("the page of the root lists the commands")
  func root() throws {
    #expect(
      try #require(Self.pages.first).text == #"""
        .\" Made from the declarations of the command line; do not edit.
        .TH "TOOL" "1" "" "tool 1.2" "User Commands"
        .nh
        .ad l
        .SH NAME
        tool \- It\(aqs a tool
        .SH SYNOPSIS
        tool <command>
        .SH "OPTIONS"
        .TP
        \fB\-\-version\fR
        Print the version.
        .TP
        \fB\-h\fR, \fB\-\-help\fR
        Print this help.
        .SH COMMANDS
        .TP
        \fBtool\-run\fR(1)
        Run \e now: \[u201C]fast\[u201D].
        .SH "EXIT STATUS"
        .TP
        \fB0\fR
        Done.

        """#)
  }

  @Test("the page of a command has the examples first, and nothing in it is a request to the formatter")
  func command() throws {
    #expect(
      try #require(Self.pages.last).text == #"""
        .\" Made from the declarations of the command line; do not edit.
        .TH "TOOL\-RUN" "1" "" "tool 1.2" "User Commands"
        .nh
        .ad l
        .SH NAME
        tool\-run \- Run \e now: \[u201C]fast\[u201D]
        .SH EXAMPLES
        .TP
        \fBtool run \-\-color never a\-b\fR
        Run one.
        .SH SYNOPSIS
        tool run [options] <names> ...
        .SH DESCRIPTION
        \(aqquoted\(aq at the head.
        .PP
        \&.dotted at the head.
        .SH ARGUMENTS
        .TP
        \fInames\fR
        Who.
        .SH "OPTIONS"
        .TP
        \fB\-c\fR, \fB\-\-color\fR \fIcolor\fR
        When to use colour. (values: auto, always, never; default: auto)
        .TP
        \fB\-\-pager\fR, \fB\-\-no\-pager\fR
        Page. (default: \-\-pager)
        .TP
        \fB\-h\fR, \fB\-\-help\fR
        Print this help.
        .SH "EXIT STATUS"
        .TP
        \fB0\fR
        Done.
        .SH SEE ALSO
        \fBtool\fR(1)

        """#)
  }
}
