import Compliance
import MAMEvents

/// The folds of a device and of the installations on it.
struct FoldedDevice {
  var device: DeviceFold
  var installations: [InstallationFold]
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

  /// What the names in the events' members mean.
  ///
  /// A UPN in a member can be an alias that no event here has as its subject, so its links are read too.
  private func directory(
    for events: [FoldEvent], accounts: Set<AccountID>, links: [AliasLink]
  ) throws -> (names: AccountDirectory, links: AliasLinks) {
    var names: Set<AccountName> = []
    for event in events {
      if let name = event.facts.account(.current) { names.insert(name) }
      if let name = event.facts.account(.previous) { names.insert(name) }
    }
    let aliases = try reader.aliases(among: names, scope: scope)
    let more = try reader.links(of: Array(aliases), scope: scope)
    let all = AliasLinks(Set(links).union(more), asOf: scope.asOf, knownSize: scope.size)
    let accounts = accounts.union(more.map(\.account)).union(aliases)
    return (try reader.directory(accounts: accounts, names: names, links: all, scope: scope), all)
  }
}
