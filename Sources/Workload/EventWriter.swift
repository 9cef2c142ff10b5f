import MAMEvents

/// Writes an event as a line of the wire format, in one of the ways that producers do.
struct EventWriter {
  var random: SeededRandom
  var clock: EventClock
  var line = LineBuffer()
  private let ids: WorkloadOptions.IDs
  /// The names of types by their numbers.
  private let typeNames: [[UInt8]]
  private var time = LineBuffer()

  init(_ options: WorkloadOptions, random: SeededRandom) {
    self.random = random
    clock = EventClock(start: options.start.microseconds, allowsTies: options.allowsTies)
    ids = options.ids
    var names: [[UInt8]] = []
    for definition in Catalogue.all {
      let number = Int(definition.type.rawValue)
      while names.count <= number { names.append([]) }
      names[number] = Array(definition.name.utf8)
    }
    typeNames = names
  }

  /// Makes ``line`` the event of a step, with its line end.
  ///
  /// - Returns: The instant of the event.
  mutating func write(_ step: Step, at planned: Int64, _ seat: inout Seat, _ fleet: inout Fleet) -> Int64 {
    let device = fleet.devices[Int(seat.device)]
    let app = SampleApp.all[Int(seat.app)]
    if case .signedIn(_, links: true) = step.act { fleet.accounts[Int(step.account)].naming = .objectID }
    let scope = Scope(step)
    time.clear()
    let instant = clock.append(planned, zone: device.zone, &random, to: &time)
    line.clear()
    line.add(#"{"specversion":"1.0","id":""#)
    line.add(ids == .random ? random.uuid() : random.uuid(at: instant))
    line.add(#"","source":""#)
    appendSource(scope, app, device)
    line.add(#"","type":""#)
    line.add(typeNames[Int(step.act.type.rawValue)])
    if app.namesAccountFirst { appendSubject(step, fleet) }
    line.add(#"","time":""#)
    line.add(time.bytes)
    line.add(#"","tenantid":""#)
    line.add(fleet.tenants[Int(device.tenant)], upperCase: random.chance(4))
    if !app.namesAccountFirst { appendSubject(step, fleet) }
    if scope.namesApp {
      line.add(#"","appid":""#)
      line.add(app.bundle)
    }
    if scope.namesDevice {
      line.add(#"","deviceid":""#)
      line.add(device.identity, upperCase: true)
    }
    appendExtensions(scope, app, &seat)
    line.add("\"")
    appendData(step, &seat, fleet)
    line.add("}\n")
    return instant
  }

  /// What of app and device the event names; an administrator's request names what it reaches.
  private struct Scope {
    var namesApp = true
    var namesDevice = true
    var isFromConsole = false

    init(_ step: Step) {
      guard case .wipeRequested(let origin, let reach, _) = step.act else { return }
      isFromConsole = origin == .admin || origin == .service
      namesApp = reach == .installation || reach == .app
      namesDevice = reach == .installation || reach == .device
    }
  }

  private mutating func appendSource(_ scope: Scope, _ app: SampleApp, _ device: Device) {
    if scope.isFromConsole { return line.add("https://console.driftwood.example/wipes") }
    line.add("https://relay.driftwood.example/")
    line.add(app.bundle)
    line.add("/")
    line.add(hexadecimal: device.identity.high)
  }

  /// Appends the subject, with the quotation mark that ends the member before it and without its own.
  private mutating func appendSubject(_ step: Step, _ fleet: Fleet) {
    guard step.account >= 0 else {
      // A switch to nobody: an empty subject, or what the data says of it.
      if step.act.switchesIdentity && random.chance(30) { line.add(#"","subject":""#) }
      return
    }
    switch step.act {
    case .lifecycle, .appConfigured, .viewShown, .modeDetected, .sharedAccountChanged, .sharedAccountQueried:
      return
    case .tokenDenied where random.chance(4), .transferDecided where random.chance(2),
      .restartRequested where random.chance(5):
      // Without account info the SDK cannot say whose it was.
      return
    default:
      line.add(#"","subject":""#)
      appendName(step.account, fleet)
    }
  }

  private mutating func appendExtensions(_ scope: Scope, _ app: SampleApp, _ seat: inout Seat) {
    if random.chance(60) && !scope.isFromConsole {
      line.add(#"","appversion":""#)
      line.add(app.version)
      line.add(#"","sdkversion":""#)
      line.add(app.sdk)
    }
    if app.counts && !scope.isFromConsole {
      seat.sequence += 1
      line.add(#"","sequence":""#)
      line.add(Int(seat.sequence))
    }
    if random.chance(8) {
      line.add(#"","correlationid":""#)
      line.add(random.uuid())
    }
    if random.chance(3) {
      line.add(#"","traceparent":"00-"#)
      line.add(hexadecimal: random.next() | 1)
      line.add(hexadecimal: random.next())
      line.add("-")
      line.add(hexadecimal: random.next() | 1)
      line.add("-01")
    }
    if random.chance(8) { line.add(#"","datacontenttype":"application/json"#) }
  }

  // MARK: Names

  /// Appends how events name an account: its object id, or `upn:` and its UPN.
  mutating func appendName(_ index: Int32, _ fleet: Fleet) {
    let account = fleet.accounts[Int(index)]
    if account.naming == .objectID {
      line.add(account.objectID, upperCase: random.chance(15))
    } else {
      line.add("upn:")
      appendUPN(index, fleet)
    }
  }

  /// Appends the UPN of an account in one of its casings.
  mutating func appendUPN(_ index: Int32, _ fleet: Fleet) {
    let account = fleet.accounts[Int(index)]
    PersonName.append(
      Int(index), tenant: Int(account.tenant), isPersonal: account.isPersonal,
      casing: random.pick(weighted: [(.lower, 75), (.capitals, 17), (.upper, 8)]), to: &line)
  }

  /// Appends a value of an enumeration: by number, as digits, or by name with or without prefix, in any case.
  mutating func appendCode<List: CodedEnumeration>(_ number: Int32, _ list: List.Type) {
    let form = random.below(100)
    if form < 72 { return line.add(Int(number)) }
    line.add("\"")
    if form < 76 {
      line.add(Int(number))
    } else if let value = List(rawValue: number) {
      let name = form < 88 ? value.name : value.constant
      line.add(random.chance(12) ? name.lowercased() : name)
    } else {
      line.add("NewerThanThisList")
    }
    line.add("\"")
  }
}
