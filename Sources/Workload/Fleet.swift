import MAMEvents

/// An account as the trace knows it.
struct Account {
  /// How events name it.
  enum Naming {
    /// By its object id.
    case objectID
    /// By its UPN, until an event carries both.
    case upnUntilLinked
    /// By its UPN for good.
    case upn
  }

  var objectID: GUID
  var tenant: Int32
  var isPersonal: Bool
  var naming: Naming
  /// Counts the wipes asked for on all of its installations, and the id of the last.
  var wideWipes: Int32 = 0
  var wideWipeID: UInt64 = 0
}

/// A device, private or shared.
struct Device {
  var identity: GUID
  var tenant: Int32
  var isShared: Bool
  /// Minutes by which its zone is ahead of UTC.
  var zone: Int16
}

/// Where the account of an installation stands; what happens next follows from it.
enum Stage {
  case fresh
  case failed
  case signedOut
  case notTargeted
  case managed
}

/// An app on a device with the account that uses it: the actor of the simulation.
struct Seat {
  var device: Int32
  var app: UInt8
  /// The account; on a shared device the one signed in.
  var account: Int32
  /// A second account of a multi-identity app, or -1.
  var partner: Int32 = -1
  var stage = Stage.fresh
  var partnerStage = Stage.fresh
  var isConfigured = false
  var isBlocked = false
  /// The session's steps and the next of them.
  var plan: [Step] = []
  var nextStep = 0
  var sessions: Int32 = 0
  var sessionStart: Int64 = 0
  var sequence: Int32 = 0
  var operations: Int32 = 0
  var wipeID: UInt64 = 0
  var wideWipesSeen: Int32 = 0
  /// How often it is used: the time between sessions in percent of the usual.
  var pace: Int32 = 100
  /// When it falls silent for good.
  var silentFrom = Int64.max
  /// Whether the next session ends it.
  var isRetiring = false
}

/// All accounts, devices and installations.
struct Fleet {
  var tenants: [GUID] = []
  var accounts: [Account] = []
  var devices: [Device] = []
  var seats: [Seat] = []

  /// The accounts of tenant t are those with index % tenants == t; so are the devices.
  private let tenantCount: Int

  static let zones: [Int16] = [0, 60, 60, 120, -300, -480, 330, 540, 345, -210]

  init(_ options: WorkloadOptions, random: inout SeededRandom) {
    tenantCount = options.tenants
    for _ in 0..<options.tenants { tenants.append(random.uuid()) }
    let upnOnly = Int((options.upnOnlyPercent * 10_000).rounded())
    accounts.reserveCapacity(options.accounts)
    for index in 0..<options.accounts {
      let isPersonal = (index / tenantCount) % 9 == 8
      var naming = Account.Naming.objectID
      if !isPersonal && random.chance(millionths: upnOnly) {
        naming = random.chance(75) ? .upnUntilLinked : .upn
      }
      accounts.append(
        Account(
          objectID: random.uuid(), tenant: Int32(index % tenantCount), isPersonal: isPersonal, naming: naming)
      )
    }
    addDevices(options.devices ?? options.accounts + options.accounts / 10 + tenantCount, &random)
    addSeats(&random)
    let end = options.start.microseconds + Int64(options.days) * Microseconds.day
    for index in seats.indices {
      seats[index].pace = Int32(random.pick([50, 70, 100, 120, 120, 180, 300]))
      // Some fall silent, so that check-ins become overdue; never the first, so that a trace never runs dry.
      if index > 0 && index % 13 == 6 {
        let length = end - options.start.microseconds
        seats[index].silentFrom = options.start.microseconds + length / 100 * Int64(random.within(45...85))
      }
    }
  }

  private mutating func addDevices(_ count: Int, _ random: inout SeededRandom) {
    devices.reserveCapacity(count)
    for index in 0..<count {
      let ordinal = index / tenantCount
      devices.append(
        Device(
          identity: random.uuid(), tenant: Int32(index % tenantCount), isShared: ordinal % 12 == 7,
          zone: random.pick(Fleet.zones)))
    }
  }

  /// The account of a tenant by its ordinal there, counted around.
  private func account(_ ordinal: Int, of tenant: Int) -> Int {
    let count = (accounts.count - tenant + tenantCount - 1) / tenantCount
    return (ordinal % count) * tenantCount + tenant
  }

  private mutating func addSeats(_ random: inout SeededRandom) {
    var nextOwner = Array(repeating: 0, count: tenantCount)
    var rounds = Array(repeating: 0, count: tenantCount)
    for index in devices.indices {
      let tenant = index % tenantCount
      if devices[index].isShared {
        let user = account(random.below(accounts.count), of: tenant)
        for app in [SampleApp.shared[0], SampleApp.shared[random.within(1...2)]] {
          seats.append(Seat(device: Int32(index), app: app, account: Int32(user)))
        }
        continue
      }
      let size = (accounts.count - tenant + tenantCount - 1) / tenantCount
      addPrivateSeats(index, owner: nextOwner[tenant], round: rounds[tenant], &random)
      repeat {
        nextOwner[tenant] += 1
        if nextOwner[tenant] == size {
          nextOwner[tenant] = 0
          rounds[tenant] += 1
        }
      } while nextOwner[tenant] % 9 == 8
    }
    addAccountsWithoutDevice(nextOwner, rounds)
  }

  /// The apps of a private device: of its owner, and where a personal account follows in the list, of that one too.
  private mutating func addPrivateSeats(
    _ device: Int, owner ordinal: Int, round: Int, _ random: inout SeededRandom
  ) {
    let tenant = device % tenantCount
    let owner = account(ordinal, of: tenant)
    let count = random.pick([1, 1, 1, 2, 2, 3])
    let first = round % SampleApp.all.count
    let personal = owner + tenantCount
    let hasPersonal = personal < accounts.count && accounts[personal].isPersonal && round == 0
    for offset in 0..<count {
      let app = UInt8((first + (offset == 0 ? 0 : offset + random.below(2))) % SampleApp.all.count)
      if seats.last?.device == Int32(device) && seats.last?.app == app { continue }
      var seat = Seat(device: Int32(device), app: app, account: Int32(owner))
      if offset == 0 && hasPersonal {
        seat.partner = Int32(personal)
      } else if SampleApp.all[Int(app)].allowsManyManaged && random.chance(35) {
        let other = account(ordinal + 1 + random.below(5), of: tenant)
        if other != owner && !accounts[other].isPersonal { seat.partner = Int32(other) }
      }
      seats.append(seat)
    }
  }

  /// Where there are fewer devices than accounts, the others use one of the devices with another app.
  private mutating func addAccountsWithoutDevice(_ nextOwner: [Int], _ rounds: [Int]) {
    for tenant in 0..<tenantCount where rounds[tenant] == 0 {
      let size = (accounts.count - tenant + tenantCount - 1) / tenantCount
      let deviceCount = (devices.count - tenant + tenantCount - 1) / tenantCount
      for ordinal in nextOwner[tenant]..<max(size, nextOwner[tenant]) {
        let device = (ordinal % deviceCount) * tenantCount + tenant
        let app = UInt8((1 + ordinal / deviceCount) % SampleApp.all.count)
        seats.append(Seat(device: Int32(device), app: app, account: Int32(account(ordinal, of: tenant))))
      }
    }
  }

  /// Hands the installations over.
  mutating func takeSeats() -> [Seat] {
    defer { seats = [] }
    return seats
  }

  /// Another account to sign in to a shared device of the tenant.
  func anotherUser(than current: Int32, of tenant: Int32, _ random: inout SeededRandom) -> Int32 {
    for _ in 0..<8 {
      let candidate = account(random.below(accounts.count), of: Int(tenant))
      if Int32(candidate) != current && !accounts[candidate].isPersonal { return Int32(candidate) }
    }
    return current
  }
}

/// Lengths of time in microseconds.
enum Microseconds {
  static let second: Int64 = 1_000_000
  static let minute: Int64 = 60 * second
  static let hour: Int64 = 60 * minute
  static let day: Int64 = 24 * hour
}

extension SeededRandom {
  /// A UUID of version 4.
  mutating func uuid() -> GUID {
    GUID(
      high: next() & ~0xf000 | 0x4000,
      low: next() & ~(0b11 << 62) | (0b10 << 62))
  }

  /// A UUID of version 7 of an instant, in microseconds since 1970.
  mutating func uuid(at time: Int64) -> GUID {
    GUID(
      high: UInt64(time / 1000) << 16 | 0x7000 | next() >> 52,
      low: next() & ~(0b11 << 62) | (0b10 << 62))
  }
}
