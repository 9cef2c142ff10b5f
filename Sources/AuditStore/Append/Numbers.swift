import MAMEvents
import Postgres

/// The log's numbers of the names of a batch, by the batch's numbers.
struct Numbers {
  private let accounts: [Int32]
  private let apps: [Int32]
  private let devices: [Int32]
  private let extensionTypes: [Int32]

  /// Takes what the cache knows, and asks the store for the rest in one statement, outside of the log's lock.
  init(_ batch: EventBatch, in log: LogID, _ cache: NameCache, _ connection: Connection) throws {
    var accounts = cache.numbers(of: batch.accountNames.names, in: log, \.accounts)
    var apps = cache.numbers(of: batch.appNames.names, in: log, \.apps)
    var devices = cache.numbers(of: batch.deviceNames.names, in: log, \.devices)
    var types = cache.numbers(of: batch.extensionNames.names, in: log, \.extensionTypes)

    let isMissing = { (numbers: [Int32?]) in numbers.indices.filter { numbers[$0] == nil } }
    let missing = (isMissing(accounts), isMissing(apps), isMissing(devices), isMissing(types))
    if !(missing.0.isEmpty && missing.1.isEmpty && missing.2.isEmpty && missing.3.isEmpty) {
      var objects: [UUIDBits?] = []
      var upns: [String?] = []
      for index in missing.0 {
        switch batch.accountNames.names[index] {
        case .object(let guid): objects.append(UUIDBits(high: guid.high, low: guid.low))
        case .upn(let name): upns.append(name)
        }
      }
      let row = try connection.execute(
        AppendSQL.resolveNames,
        [
          .int32(log.rawValue), .uuidArray(objects), .textArray(upns),
          .textArray(missing.1.map { batch.appNames.names[$0].description }),
          .textArray(missing.2.map { batch.deviceNames.names[$0].description }),
          .textArray(missing.3.map { batch.extensionNames.names[$0].description }),
        ]
      ).single()
      var objectNumbers = (try row.int32Array(0) ?? [])[...]
      var aliasNumbers = (try row.int32Array(1) ?? [])[...]
      for index in missing.0 {
        switch batch.accountNames.names[index] {
        case .object: accounts[index] = objectNumbers.popFirst() ?? nil
        case .upn: accounts[index] = aliasNumbers.popFirst() ?? nil
        }
      }
      for (index, number) in zip(missing.1, try row.int32Array(2) ?? []) { apps[index] = number }
      for (index, number) in zip(missing.2, try row.int32Array(3) ?? []) { devices[index] = number }
      for (index, number) in zip(missing.3, try row.int32Array(4) ?? []) { types[index] = number }
    }
    self.accounts = try Self.complete(accounts)
    self.apps = try Self.complete(apps)
    self.devices = try Self.complete(devices)
    extensionTypes = try Self.complete(types)
    cache.remember(missing.0.map { (batch.accountNames.names[$0], self.accounts[$0]) }, in: log, \.accounts)
    cache.remember(missing.1.map { (batch.appNames.names[$0], self.apps[$0]) }, in: log, \.apps)
    cache.remember(missing.2.map { (batch.deviceNames.names[$0], self.devices[$0]) }, in: log, \.devices)
    cache.remember(
      missing.3.map { (batch.extensionNames.names[$0], extensionTypes[$0]) }, in: log, \.extensionTypes)
  }

  /// The number of an account, nil for none.
  func account(_ local: Int32) -> Int32? { local < 0 ? nil : accounts[Int(local)] }
  /// The number of an app, nil for none.
  func app(_ local: Int32) -> Int32? { local < 0 ? nil : apps[Int(local)] }
  /// The number of a device, nil for none.
  func device(_ local: Int32) -> Int32? { local < 0 ? nil : devices[Int(local)] }

  /// The numbers of types, as they are sent.
  func types(_ types: [Int32]) -> Parameter {
    var builder = Int16ArrayBuilder(capacity: types.count)
    for type in types {
      builder.append(Int16(truncatingIfNeeded: type < 0 ? extensionTypes[Int(~type)] : type))
    }
    return builder.finish()
  }

  private static func complete(_ numbers: [Int32?]) throws -> [Int32] {
    try numbers.map { number in
      guard let number else { throw PostgresError(.decoding, "the store gave a name no number") }
      return number
    }
  }
}
