import MAMEvents

extension EventWriter {
  /// Appends `,"data":{…}`, or nothing for types without data.
  mutating func appendData(_ step: Step, _ seat: inout Seat, _ fleet: Fleet) {
    switch step.act {
    case .appConfigured: appendConfiguration(SampleApp.all[Int(seat.app)])
    case .lifecycle(let phase): word("phase", phase)
    case .signedIn(let managed, let links):
      open("managed")
      line.add(managed)
      appendIdentity(step.account, fleet, links ? 100 : 85)
    case .registered(let method):
      open("method")
      quoted(method.word)
      appendIdentity(step.account, fleet, 70)
    case .enrollmentCompleted(let code), .unenrollmentCompleted(let code):
      appendCallback(code, step.account, fleet)
      appendIdentity(step.account, fleet, 30)
    case .policyCompleted(let code):
      appendCallback(code, step.account, fleet)
      line.add("}")
    case .unenrollmentRequested(let withWipe): flag("withWipe", withWipe)
    case .policyChanged: appendPolicy(step.account, fleet)
    case .restartRequested(let handler): word("handledBy", handler)
    case .tokenDenied(let denial): appendDenial(denial, step.account, fleet)
    case .tokenRequested, .tokenGranted:
      guard random.chance(60) else { return }
      open("resource")
      line.add(#""https://graph.driftwood.example"}"#)
    case .remediationRequested(let silent): flag("silent", silent)
    case .remediationCompleted(let status): appendRemediation(status, step.account, fleet)
    case .wipeRequested(let origin, _, let reasonCode):
      appendWipeRequest(origin, reasonCode, seat.wipeID)
    case .wipeReceived, .wipeCompleted:
      guard random.chance(70) else { return }
      open("requestId")
      appendWipeID(seat.wipeID)
      line.add("}")
    case .wipeHandled(let wiped): flag("wiped", wiped)
    case .wipeFailed:
      open("reason")
      line.add(#""Files of "#)
      appendUPN(step.account, fleet)
      line.add(#" are in use"}"#)
    case .dataRemoved(let agent): word("by", agent)
    case .dataAccessed:
      guard random.chance(70) else { return }
      open("what")
      quoted(random.pick(["attachment", "document", "message", "contact", "calendar"]))
      line.add("}")
    case .switchRequested(let scope, let initiator): appendSwitch(scope, initiator, result: nil, step)
    case .switched(let scope, let initiator, let result): appendSwitch(scope, initiator, result: result, step)
    case .added(let result): code("result", result, AddIdentityResult.self)
    case .blockRequested(let reason): code("reason", reason, BlockAccountReason.self)
    case .blocked(let result): code("result", result, BlockAccountResult.self)
    case .viewShown(let applied): appendView(applied, step, fleet)
    case .transferDecided(let transfer): appendTransfer(transfer, &seat, fleet)
    case .transferPerformed:
      open("operationId")
      line.add("\"op-")
      line.add(Int(seat.operations))
      line.add("\"}")
    case .fileProtected(let encrypted): appendFile(encrypted, step.account, fleet)
    case .modeDetected(let mode): code("mode", mode, DeviceMode.self)
    case .sharedSignedOut(let success):
      open("success")
      line.add(success)
      line.add(#","signoutFromBrowser":"#)
      line.add(random.chance(70))
      line.add("}")
    case .sharedAccountChanged(let source):
      open("via")
      quoted(source.word)
      appendSharedAccounts(step, fleet)
    case .sharedAccountQueried:
      line.add(#","data":{"context":"resume""#)
      appendSharedAccounts(step, fleet)
    case .signedOut, .tokensRemoved, .messageShown, .addRequested, .sharedSignedIn, .sharedDataCleared:
      // Types without data: absent, or an empty object.
      if random.chance(30) { line.add(#","data":{}"#) }
    }
  }

  // MARK: Parts

  private mutating func open(_ name: StaticString) {
    line.add(#","data":{""#)
    line.add(name)
    line.add("\":")
  }

  private mutating func quoted(_ text: String) {
    line.add("\"")
    line.add(text)
    line.add("\"")
  }

  private mutating func word<List: WordList>(_ name: StaticString, _ value: List) {
    open(name)
    quoted(value.word)
    line.add("}")
  }

  private mutating func flag(_ name: StaticString, _ value: Bool) {
    open(name)
    line.add(value)
    line.add("}")
  }

  private mutating func code<List: CodedEnumeration>(_ name: StaticString, _ value: Int32, _ list: List.Type)
  {
    open(name)
    appendCode(value, list)
    line.add("}")
  }

  /// Appends the UPN in `percent` of the cases, and ends the data.
  private mutating func appendIdentity(_ account: Int32, _ fleet: Fleet, _ percent: Int) {
    if random.chance(percent) {
      line.add(#","identity":""#)
      appendUPN(account, fleet)
      line.add("\"")
    }
    line.add("}")
  }

  private mutating func appendCallback(_ code: Int32, _ account: Int32, _ fleet: Fleet) {
    open("statusCode")
    appendCode(code, EnrollmentStatusCode.self)
    guard code >= 200, random.chance(70) else { return }
    line.add(#","errorString":""#)
    switch random.below(4) {
    case 0: line.add("The request failed.")
    case 1: line.add(#"Anfrage f\u00fcr das Konto fehlgeschlagen: "#)
    case 2: line.add("アカウントを登録できませんでした: ")
    default: line.add("Request failed for ")
    }
    appendUPN(account, fleet)
    line.add("\"")
    if random.chance(40) {
      line.add(#","error":{"domain":"NSURLErrorDomain","code":"#)
      line.add(random.pick([-1001, -1004, -1009, -1200]))
      line.add("}")
    }
  }

  private mutating func appendSharedAccounts(_ step: Step, _ fleet: Fleet) {
    if step.account >= 0 {
      line.add(#","current":""#)
      appendName(step.account, fleet)
      line.add("\"")
    }
    if step.peer >= 0 {
      line.add(#","previous":""#)
      appendName(step.peer, fleet)
      line.add("\"")
    }
    line.add("}")
  }

  private mutating func appendView(_ applied: Bool, _ step: Step, _ fleet: Fleet) {
    open("accounts")
    line.add("[\"")
    appendName(step.account, fleet)
    if step.peer >= 0 {
      line.add(#"",""#)
      appendName(step.peer, fleet)
    }
    line.add(#""],"policyApplied":"#)
    line.add(applied)
    line.add("}")
  }

  private mutating func appendSwitch(
    _ scope: IdentityScope, _ initiator: SwitchInitiator, result: Int32?, _ step: Step
  ) {
    open("scope")
    quoted(scope.word)
    line.add(#","initiator":""#)
    line.add(initiator.word)
    line.add("\"")
    if let result {
      line.add(#","result":"#)
      appendCode(result, SwitchIdentityResult.self)
    } else if initiator == .sdk {
      line.add(#","reason":"#)
      appendCode(Int32(random.below(3)), IdentitySwitchReason.self)
    }
    if step.account < 0 && random.chance(60) { line.add(#","user":"none""#) }
    line.add("}")
  }
}
