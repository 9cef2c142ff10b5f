import Compliance
import MAMEvents

/// The folds of a device and of the installations on it.
struct FoldedDevice {
  var device: DeviceFold
  var installations: [InstallationFold]
  /// What the rules have found on it; empty where nothing was judged.
  var findings: [Finding] = []
}

/// Folds devices and their installations from their own events.
struct DeviceFolder {
  let reader: FoldReader
  let scope: FoldScope

  private static let types = InstallationFold.types.union(DeviceFold.types)

  /// The folds of devices; those on which nothing has happened within the scope are left out.
  ///
  /// - Parameters:
  ///   - devices: for each device its installations, with the accounts that have events on them.
  func fold(_ devices: [Int32: [InstallationID: Set<AccountID>]]) throws -> [FoldedDevice] {
    let installations = devices.values.flatMap(\.keys)
    let accounts = Set(devices.values.flatMap(\.values).joined())
    let links = try reader.links(of: Array(accounts), scope: scope)
    let rowAccounts = accounts.union(links.map(\.alias))

    func counts(_ event: FoldEvent) -> Bool { scope.asOf.map { event.effectiveAt <= $0 } ?? true }
    let bare = try reader.rows(of: installations, scope: scope).filter(counts)
    let attributed = try reader.rows(of: Array(rowAccounts), types: Self.types, scope: scope).filter(counts)
    let seen = Set(bare.compactMap(\.installation))
    let events = bare.filter { $0.type.map(Self.types.contains) ?? false } + attributed
    let directory = try directory(for: events, accounts: rowAccounts, links: links)
    let aliasLinks = directory.links
    var byInstallation: [InstallationID: [FoldEvent]] = [:]
    for event in events {
      guard let installation = event.installation else { continue }
      byInstallation[installation, default: []].append(aliasLinks.resolve(event))
    }

    return devices.keys.sorted().compactMap { device in
      let here = (devices[device] ?? [:]).filter { !$0.value.isEmpty || seen.contains($0.key) }
      if here.isEmpty { return nil }
      let order = here.keys.sorted { $0.app < $1.app }
      var fold = DeviceFold(
        device, events: order.flatMap { byInstallation[$0] ?? [] }, names: directory.names, asOf: scope.asOf)
      for installation in order { fold.sawApp(installation.app) }
      return FoldedDevice(
        device: fold,
        installations: order.map {
          InstallationFold($0, events: byInstallation[$0] ?? [], names: directory.names, asOf: scope.asOf)
        })
    }
  }

  /// The folds of devices with what the rules have found on them.
  ///
  /// - Parameters:
  ///   - devices: for each device its installations, with the accounts that have events on them.
  ///   - judging: what to judge by.
  func judge(
    _ devices: [Int32: [InstallationID: Set<AccountID>]], by judging: Judging
  ) throws -> [FoldedDevice] {
    let accounts = Set(devices.values.flatMap(\.values).joined())
    let links = try reader.links(of: Array(accounts), scope: scope)
    let rowAccounts = accounts.union(links.map(\.alias))
    let bare = try reader.rows(of: devices.values.flatMap(\.keys), scope: scope)
    let attributed = try reader.rows(of: Array(rowAccounts), scope: scope)
    let known = try directory(for: bare + attributed, accounts: rowAccounts, links: links)

    var events = Dictionary(grouping: bare, by: \.device)
    let byAccount = Dictionary(grouping: attributed, by: \.account)
    return devices.keys.sorted().compactMap { device in
      let here = devices[device] ?? [:]
      let inhabitants = Set(here.values.joined())
      let names = inhabitants.union(
        known.all.lazy.filter { inhabitants.contains($0.account) }.map(\.alias))
      for event in names.flatMap({ byAccount[$0] ?? [] })
      where event.device == device || event.isWide {
        events[device, default: []].append(event)
      }
      return judge(device, here, events[device] ?? [], known, by: judging)
    }
  }

  private func judge(
    _ device: Int32, _ installations: [InstallationID: Set<AccountID>], _ events: [FoldEvent],
    _ known: KnownNames, by judging: Judging
  ) -> FoldedDevice? {
    let counting = events.filter(scope.covers)
    let seen = Set(counting.lazy.filter { $0.account == nil }.compactMap(\.installation))
    let here = installations.filter { !$0.value.isEmpty || seen.contains($0.key) }
    if here.isEmpty { return nil }
    let links = known.all.mattering(to: counting, names: known.names)
    let onDevice = JudgedEvents(
      counting, links: links, names: known.names, asOf: scope.asOf,
      by: DeviceFindings(device, timeline: judging.timeline))
    let byInstallation = Dictionary(grouping: counting) { $0.device == device ? $0.installation : nil }
    var folded = FoldedDevice(device: onDevice.reducer.fold, installations: [], findings: onDevice.findings)
    for installation in here.keys.sorted(by: { $0.app < $1.app }) {
      let judged = JudgedEvents(
        (byInstallation[installation] ?? []) + (byInstallation[nil] ?? []), links: links,
        names: known.names, asOf: scope.asOf,
        by: InstallationFindings(installation, timeline: judging.timeline))
      folded.device.sawApp(installation.app)
      folded.installations.append(judged.reducer.fold)
      folded.findings += judged.findings
    }
    return folded
  }

  /// The names in events' members, and the links of all aliases among them.
  private struct KnownNames {
    var names: AccountDirectory
    var all: [AliasLink]
    /// Those that count within the scope.
    var links: AliasLinks
  }

  /// What the names in the events' members mean.
  ///
  /// A UPN in a member can be an alias that no event here has as its subject, so its links are read too.
  private func directory(
    for events: [FoldEvent], accounts: Set<AccountID>, links: [AliasLink]
  ) throws -> KnownNames {
    var names: Set<AccountName> = []
    for event in events { names.formUnion(event.namedAccounts) }
    let aliases = try reader.aliases(among: names, scope: scope)
    let more = try reader.links(of: Array(aliases), scope: scope)
    let all = Set(links).union(more)
    let within = AliasLinks(all, asOf: scope.asOf, knownSize: scope.size)
    let accounts = accounts.union(more.map(\.account)).union(aliases)
    return KnownNames(
      names: try reader.directory(accounts: accounts, names: names, links: within, scope: scope),
      all: Array(all), links: within)
  }
}

extension FoldEvent {
  /// A request that names no installation and so covers several: it is judged on each.
  fileprivate var isWide: Bool {
    installation == nil && (type == .wipeRequested || type == .intuneAuditRecorded)
  }
}
