import Compliance
import MAMEvents
import Postgres

/// A row of the log as a fold reads it, with the account that the row itself has.
struct FoldRow: Sendable {
  /// The event, with the object id's number in place of a linked alias.
  var event: FoldEvent
  /// The account of the row: an alias where the event gave only a UPN.
  var rowAccount: AccountID?
}

/// Reads the events that accounts and installations fold, over the log's indexes.
struct FoldReader {
  let connection: Connection

  /// The rows of accounts, by the number that the row has, in no order.
  func rows(of accounts: [AccountID], types: Set<EventType>? = nil, scope: FoldScope) throws -> [FoldEvent] {
    guard !accounts.isEmpty else { return [] }
    var parameters: [Parameter] = [
      .int32(scope.log), .int32Array(accounts.map(\.rawValue)), .int64(scope.size),
    ]
    if let types { parameters.append(.int16Array(types.map(\.rawValue))) }
    return try events(types == nil ? FoldSQL.accountRows : FoldSQL.accountRowsOfTypes, parameters)
  }

  /// The rows without an account of installations, in no order.
  func rows(of installations: [InstallationID], scope: FoldScope) throws -> [FoldEvent] {
    guard !installations.isEmpty else { return [] }
    return try events(
      FoldSQL.installationRows,
      [
        .int32(scope.log), .int32Array(installations.map(\.app)), .int32Array(installations.map(\.device)),
        .int64(scope.size),
      ])
  }

  /// The rows at positions within the scope's size, in no order.
  func rows(at positions: [Int64], scope: FoldScope) throws -> [FoldEvent] {
    guard !positions.isEmpty else { return [] }
    return try events(
      FoldSQL.rowsAt, [.int32(scope.log), .int64Array(positions), .int64(scope.size)])
  }

  /// The links of all aliases that have to do with the accounts, within the scope.
  func links(of accounts: [AccountID], scope: FoldScope) throws -> [AliasLink] {
    try links(FoldSQL.links, [.int32(scope.log), .int32Array(accounts.map(\.rawValue)), .int64(scope.size)])
  }

  /// The links that the events from a position on have made.
  func links(from position: Int64, scope: FoldScope) throws -> [AliasLink] {
    try links(FoldSQL.linksFrom, [.int32(scope.log), .int64(position), .int64(scope.size)])
  }

  /// The installations that have events without an account.
  func installationsWithoutAccount(scope: FoldScope) throws -> [InstallationID] {
    try connection.execute(FoldSQL.installationsWithoutAccount, [.int32(scope.log), .int64(scope.size)]).map {
      InstallationID(app: try $0.int32(0), device: try $0.int32(1))
    }
  }

  /// The next account numbers of the log, in rising order; fewer than `count` at the end.
  func accounts(from first: Int32, count: Int, scope: FoldScope) throws -> [AccountID] {
    try connection.execute(FoldSQL.accountPage, [.int32(scope.log), .int32(first), .int64(Int64(count))])
      .map { AccountID(try $0.int32(0)) }
  }

  /// What the names in members mean, as far as the accounts and the names given go.
  func directory(
    accounts: some Sequence<AccountID>, names: Set<AccountName>, links: AliasLinks, scope: FoldScope
  ) throws -> AccountDirectory {
    var objects: [GUID: AccountID] = [:]
    var aliases: [(upn: String, alias: AccountID)] = []
    func take(_ result: QueryResult) throws {
      for row in result {
        let account = AccountID(try row.int32(0))
        if let object = try row.uuidOrNull(1) { objects[GUID(high: object.high, low: object.low)] = account }
        if let upn = try row.textOrNull(2) { aliases.append((upn, account)) }
      }
    }
    let numbers = Set(accounts).map(\.rawValue)
    if !numbers.isEmpty {
      try take(connection.execute(FoldSQL.accountNames, [.int32(scope.log), .int32Array(numbers)]))
    }
    var guids: [UUIDBits] = []
    var upns: [String] = []
    for name in names {
      switch name {
      case .object(let guid):
        if objects[guid] == nil { guids.append(UUIDBits(high: guid.high, low: guid.low)) }
      case .upn(let upn): upns.append(upn)
      }
    }
    if !guids.isEmpty || !upns.isEmpty {
      try take(
        connection.execute(
          FoldSQL.accountNumbers, [.int32(scope.log), .uuidArray(guids), .textArray(upns)]))
    }
    return AccountDirectory(objects: objects, aliases: aliases, links: links)
  }

  /// The aliases that UPNs among names have.
  func aliases(among names: Set<AccountName>, scope: FoldScope) throws -> [AccountID] {
    let upns = names.compactMap { name in if case .upn(let upn) = name { upn } else { nil } }
    guard !upns.isEmpty else { return [] }
    return try connection.execute(
      FoldSQL.accountNumbers, [.int32(scope.log), .uuidArray([]), .textArray(upns)]
    ).map { AccountID(try $0.int32(0)) }
  }

  private func links(_ sql: String, _ parameters: [Parameter]) throws -> [AliasLink] {
    try connection.execute(sql, parameters).map { row in
      AliasLink(
        alias: AccountID(try row.int32(0)), account: AccountID(try row.int32(1)),
        point: FoldPoint(
          effectiveAt: Timestamp(microseconds: try row.timestamp(2)), position: try row.int64(3)),
        recordedAt: Timestamp(microseconds: try row.timestamp(4)))
    }
  }

  /// The events that a statement gives.
  func events(_ sql: String, _ parameters: [Parameter]) throws -> [FoldEvent] {
    var events: [FoldEvent] = []
    try forEachEvent(sql, parameters) { events.append($0) }
    return events
  }

  /// Reads the events that a statement gives, one by one.
  func forEachEvent(_ sql: String, _ parameters: [Parameter], _ body: (FoldEvent) throws -> Void) throws {
    try connection.stream(sql, parameters) { row in
      try body(
        FoldEvent(
          position: try row.int64(0), type: EventType(rawValue: try row.int16(4)),
          account: try row.int32OrNull(1).map(AccountID.init), app: try row.int32OrNull(2),
          device: try row.int32OrNull(3), occurredAt: Timestamp(microseconds: try row.timestamp(6)),
          recordedAt: Timestamp(microseconds: try row.timestamp(7)), code: try row.int32OrNull(5),
          facts: Facts(bytes: try row.bytesOrNull(8) ?? [])))
    }
  }
}
