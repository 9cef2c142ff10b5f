import Arguments
import Compliance
import MAMEvents
import Projections
import Rendering

extension AccountStatus: ExpressibleByArgument {
  /// Reads the word.
  public init?(argument: String) { self.init(rawValue: argument) }
  /// The word.
  public var defaultValueDescription: String { rawValue }
  /// All words.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}

/// The command `mamaudit accounts`.
struct AccountsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accounts",
    abstract: "The accounts of a log and their status.",
    examples: [
      Example("mamaudit accounts", "all accounts now"),
      Example("mamaudit accounts --status nonCompliant --status wipePending", "those that need attention"),
      Example("mamaudit accounts --as-of 2026-03-15T00:00:00Z", "all accounts as they were then"),
      Example("mamaudit accounts --limit 100", "the first hundred, and the command that goes on"),
    ])

  @Option(help: "Only accounts with this status.")
  var status: [AccountStatus] = []
  @OptionGroup var time: TimeOptions
  @OptionGroup var page: PageOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  private static let kind = ListQuestion.Kind(
    name: "accounts", title: "Accounts", projections: ListQuestion.Kind.state, changesWithTime: true)

  mutating func run() throws {
    let wanted = AccountStatus.allCases.filter(status.contains)
    try ListQuestion.list(
      AccountRow.self, Self.kind, store: store, time: time, page: page, output: Output(outputOptions)
    ) { _ in
      [About.Parameter("status", list: wanted.map(\.rawValue))]
    } _: { question, row in
      let filtered: (AccountRow) throws -> Void = { account in
        if wanted.isEmpty || wanted.contains(account.status) { try row(account) }
      }
      if question.isStored {
        try question.stored.accounts(at: question.asOf, after: question.after?.first?.machineText, filtered)
      } else {
        try question.folded.accounts(at: question.asOf).forEach(filtered)
      }
    }
  }
}

/// The command `mamaudit installations`.
struct InstallationsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "installations",
    abstract: "The installations (an app on a device) of a log.",
    examples: [
      Example("mamaudit installations", "all of them"),
      Example("mamaudit installations --app com.contoso.mail", "those of one app"),
    ])

  @Option(help: ArgumentHelp("Only installations of this app.", valueName: "bundle id"))
  var app: String?
  @Option(help: "Only installations on this device.")
  var device: String?
  @OptionGroup var time: TimeOptions
  @OptionGroup var page: PageOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  private static let kind = ListQuestion.Kind(
    name: "installations", title: "Installations", projections: [.accounts, .devices])

  mutating func run() throws {
    let (app, device) = (app, device)
    try ListQuestion.list(
      InstallationRow.self, Self.kind, store: store, time: time, page: page, output: Output(outputOptions)
    ) { question in
      try question.expect(app: app, device: device)
      return [About.Parameter("app", Cell(app)), About.Parameter("device", Cell(device))].given
    } _: { question, row in
      let filtered: (InstallationRow) throws -> Void = { installation in
        if installation.app.isExactly(app), installation.device.isExactly(device) { try row(installation) }
      }
      if question.isStored {
        try question.stored.installations(after: question.afterTexts, filtered)
      } else {
        try question.folded.installations().forEach(filtered)
      }
    }
  }
}

/// The command `mamaudit devices`.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "The devices of a log, their mode and their shared users.",
    examples: [
      Example("mamaudit devices", "all of them"),
      Example("mamaudit devices --mode shared", "those in shared mode"),
    ])

  @Option(help: "Only devices in this mode.")
  var mode: DeviceSharing?
  @OptionGroup var time: TimeOptions
  @OptionGroup var page: PageOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  private static let kind = ListQuestion.Kind(name: "devices", title: "Devices", projections: [.devices])

  mutating func run() throws {
    let mode = mode
    try ListQuestion.list(
      DeviceRow.self, Self.kind, store: store, time: time, page: page, output: Output(outputOptions)
    ) { _ in
      [About.Parameter("mode", Cell(mode?.rawValue))].given
    } _: { question, row in
      let filtered: (DeviceRow) throws -> Void = { device in
        if mode == nil || device.mode == mode?.rawValue { try row(device) }
      }
      if question.isStored {
        try question.stored.devices(after: question.after?.first?.machineText, filtered)
      } else {
        try question.folded.devices().forEach(filtered)
      }
    }
  }
}

extension DeviceSharing: ExpressibleByArgument {
  /// Reads the word.
  public init?(argument: String) { self.init(rawValue: argument) }
  /// The word.
  public var defaultValueDescription: String { rawValue }
  /// All words.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}

/// The command `mamaudit wipes`.
struct WipesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wipes",
    abstract: "The wipes of a log and how far each came.",
    examples: [
      Example("mamaudit wipes", "all of them"),
      Example("mamaudit wipes --open", "those that were never confirmed"),
      Example("mamaudit wipes --open --older-than 24h", "those not confirmed within a day"),
    ])

  @Flag(help: "Only wipes without a confirmation.")
  var open: Bool
  @Option(help: ArgumentHelp("Only wipes at least this old, such as 24h or 7d.", valueName: "duration"))
  var olderThan: String?
  @OptionGroup var time: TimeOptions
  @OptionGroup var page: PageOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  private static let kind = ListQuestion.Kind(
    name: "wipes", title: "Wipes", projections: [.accounts], changesWithTime: true)

  func validate() throws {
    if let olderThan, TimeExpression.duration(olderThan) == nil {
      throw ValidationError("'\(olderThan)' is no duration: write one such as 24h or 7d")
    }
  }

  mutating func run() throws {
    let (open, olderThan) = (open, olderThan)
    let leastAge = olderThan.flatMap(TimeExpression.duration).map { $0 / 1_000_000 } ?? 0
    try ListQuestion.list(
      AgedWipe.self, Self.kind, store: store, time: time, page: page, output: Output(outputOptions)
    ) { _ in
      [About.Parameter("open", open ? .boolean(true) : .null), About.Parameter("olderThan", Cell(olderThan))]
        .given
    } _: { question, row in
      let filtered: (WipeRow) throws -> Void = { wipe in
        let aged = AgedWipe(wipe: wipe, asOf: question.asOf)
        if open && wipe.completedAt != nil { return }
        if (aged.ageSeconds ?? 0) < leastAge { return }
        try row(aged)
      }
      if question.isStored {
        try question.stored.wipes(after: question.afterWipe, filtered)
      } else {
        try question.folded.wipes().forEach(filtered)
      }
    }
  }
}

extension ListQuestion {
  /// The two texts that the row before the page is ordered by.
  fileprivate var afterTexts: (String, String)? {
    guard let after, after.count == 2 else { return nil }
    return (after[0].machineText ?? "", after[1].machineText ?? "")
  }

  /// The account and the place among its wipes of the row before the page.
  fileprivate var afterWipe: (account: String, ordinal: Int32)? {
    guard let after, after.count == 2, case .integer(let ordinal) = after[1] else { return nil }
    return (after[0].machineText ?? "", Int32(truncatingIfNeeded: ordinal))
  }
}

extension [About.Parameter] {
  /// Those that were given.
  var given: [About.Parameter] { filter { $0.values != [.null] } }
}

extension String {
  /// Whether the text is the one asked for, byte by byte; any text is when none is asked for.
  fileprivate func isExactly(_ wanted: String?) -> Bool {
    wanted.map { $0.utf8.elementsEqual(utf8) } ?? true
  }
}
