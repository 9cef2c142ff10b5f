import Compliance
import MAMEvents
import Postgres

/// The accounts and devices whose state the events after a checkpoint can have moved.
struct TouchedKeys {
  var accounts: Set<AccountID> = []
  var devices: Set<Int32> = []

  /// Reads the events from `checkpoint` on.
  ///
  /// - Parameter tables: the tables that tell which accounts are on an installation so far.
  init(reader: FoldReader, tables: ProjectionTables, from checkpoint: Int64, scope: FoldScope) throws {
    var rowAccounts: Set<AccountID> = []
    var contexts: Set<InstallationID> = []
    var wide: Set<AccountID> = []
    try reader.connection.stream(
      FoldSQL.rowsFrom, [.int32(scope.log), .int64(checkpoint), .int64(scope.size)]
    ) { row in
      let app = try row.int32OrNull(2)
      let device = try row.int32OrNull(3)
      if let account = try row.int32OrNull(1) {
        rowAccounts.insert(AccountID(account))
        if device == nil || app == nil { wide.insert(AccountID(account)) }
      } else if let app, let device {
        contexts.insert(InstallationID(app: app, device: device))
      }
      if let device { devices.insert(device) }
    }
    accounts = rowAccounts
    try addLinked(rowAccounts, reader: reader, scope: scope)
    try addRelinked(reader: reader, tables: tables, from: checkpoint, scope: scope)
    try addOccupants(of: contexts, tables: tables)
    try addDevices(of: try linked(wide, reader: reader, scope: scope), tables: tables)
    try addAcknowledged(reader: reader, tables: tables, from: checkpoint, scope: scope)
  }

  /// The events of an alias belong to the accounts of its links.
  private mutating func addLinked(_ rowAccounts: Set<AccountID>, reader: FoldReader, scope: FoldScope) throws
  {
    accounts.formUnion(try linked(rowAccounts, reader: reader, scope: scope))
  }

  private func linked(
    _ rowAccounts: Set<AccountID>, reader: FoldReader, scope: FoldScope
  ) throws -> Set<AccountID> {
    let links = try reader.links(of: Array(rowAccounts), scope: scope)
    return rowAccounts.union(links.lazy.filter { rowAccounts.contains($0.alias) }.map(\.account))
  }

  /// A wide wipe request is judged on every device that the account is on.
  private mutating func addDevices(of accounts: Set<AccountID>, tables: ProjectionTables) throws {
    guard !accounts.isEmpty else { return }
    let sql = ProjectionSQL.devices(of: tables.name(.accountInstallation))
    let parameters: [Parameter] = [.int32(tables.log), .int32Array(accounts.map(\.rawValue))]
    for row in try tables.connection.execute(sql, parameters) { devices.insert(try row.int32(0)) }
  }

  /// An acknowledgement ends a finding that was there before.
  private mutating func addAcknowledged(
    reader: FoldReader, tables: ProjectionTables, from checkpoint: Int64, scope: FoldScope
  ) throws {
    let findings = try RuleTimelineReader(connection: reader.connection, scope: scope)
      .acknowledgements(from: checkpoint).map(\.finding.text)
    guard !findings.isEmpty else { return }
    let parameters: [Parameter] = [.int32(scope.log), .textArray(findings)]
    for row in try reader.connection.execute(
      ProjectionSQL.owners(tables.name(.accountFinding)), parameters)
    {
      accounts.insert(AccountID(try row.int32(0)))
    }
    for row in try reader.connection.execute(
      ProjectionSQL.owners(tables.name(.deviceFinding)), parameters)
    {
      devices.insert(try row.int32(0))
    }
  }

  /// A link that says something new moves events that were in the log before: those of its alias, and the
  /// names of it on devices.
  ///
  /// A link that repeats the only one there was moves nothing.
  private mutating func addRelinked(
    reader: FoldReader, tables: ProjectionTables, from checkpoint: Int64, scope: FoldScope
  ) throws {
    let new = Set(try reader.links(from: checkpoint, scope: scope).map(\.alias))
    guard !new.isEmpty else { return }
    var byAlias: [AccountID: [AliasLink]] = [:]
    for link in try reader.links(of: Array(new), scope: scope) where new.contains(link.alias) {
      byAlias[link.alias, default: []].append(link)
    }
    var moved: Set<AccountID> = []
    for (alias, links) in byAlias {
      let targets = Set(links.map(\.account))
      let isRepeat = targets.count == 1 && links.contains { $0.point.position < checkpoint }
      if isRepeat { continue }
      moved.insert(alias)
      moved.formUnion(targets)
    }
    guard !moved.isEmpty else { return }
    accounts.formUnion(moved)
    let numbers = moved.map(\.rawValue)
    let sql = ProjectionSQL.devicesNaming(
      accountInstallation: tables.name(.accountInstallation), installation: tables.name(.installation),
      deviceFinding: tables.name(.deviceFinding))
    let names = NameBook(connection: reader.connection, log: scope.log)
    try names.learn(accounts: moved)
    let shown = moved.map { names.account($0) }
    let parameters: [Parameter] = [.int32(scope.log), .int32Array(numbers), .textArray(shown)]
    for row in try reader.connection.execute(sql, parameters) { devices.insert(try row.int32(0)) }
  }

  /// A launch, a configuration and a view move the accounts that are on the installation.
  private mutating func addOccupants(of installations: Set<InstallationID>, tables: ProjectionTables) throws {
    guard !installations.isEmpty else { return }
    let sql = ProjectionSQL.occupants(tables.name(.accountInstallation))
    let list = Array(installations)
    let parameters: [Parameter] = [
      .int32(tables.log), .int32Array(list.map(\.app)), .int32Array(list.map(\.device)),
    ]
    for row in try tables.connection.execute(sql, parameters) { accounts.insert(AccountID(try row.int32(0))) }
  }
}
