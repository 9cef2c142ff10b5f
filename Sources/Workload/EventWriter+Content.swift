import MAMEvents

extension EventWriter {
  /// The settings of an app, its switches in the style of its producer.
  mutating func appendConfiguration(_ app: SampleApp) {
    line.add(#","data":{"settings":{"ADALClientId":""#)
    line.add(app.clientID)
    line.add(#"","ADALRedirectUri":"msauth."#)
    line.add(app.bundle)
    line.add(#"://auth","MultiIdentity":"#)
    appendSetting(app.isMultiIdentity, app.style)
    line.add(#","AutoEnrollOnLaunch":"#)
    appendSetting(app.autoEnrolls, app.style)
    line.add(#","MAMPolicyRequired":"#)
    appendSetting(app.requiresPolicy, app.style)
    if app.allowsManyManaged {
      line.add(#","MultiManagedIdentities":"#)
      appendSetting(true, app.style)
    }
    if app.distribution.description == "lineOfBusiness" {
      line.add(#","ADALAuthority":"https://login.driftwood.example/organizations""#)
    }
    line.add(random.chance(95) ? #"},"clientCapabilities":["protapp"]"# : #"},"clientCapabilities":[]"#)
    line.add(#","platform":""#)
    line.add(app.platform)
    line.add(#"","distribution":""#)
    line.add(app.distribution)
    line.add("\"}")
  }

  private mutating func appendSetting(_ isOn: Bool, _ style: SampleApp.SettingStyle) {
    switch style {
    case .boolean: line.add(isOn)
    case .word: line.add(isOn ? #""YES""# : #""NO""#)
    case .lowerWord: line.add(isOn ? #""true""# : #""false""#)
    case .digit: line.add(isOn ? #""1""# : #""0""#)
    }
  }

  /// A policy of the account's tenant, most often with both transfer settings.
  mutating func appendPolicy(_ account: Int32, _ fleet: Fleet) {
    line.add(#","data":{"source":""#)
    line.add(random.pick(weighted: [("mam", 88), ("mdm", 9), ("other", 3)]) as StaticString)
    line.add(#"","policyId":"T_policy-"#)
    line.add(Int(account) % 3 + 1)
    line.add("\"")
    if random.chance(85) {
      let level: StaticString = random.pick(weighted: [("managedApps", 90), ("allApps", 7), ("none", 3)])
      line.add(#","settings":{"allowedOutboundDataTransferDestinations":""#)
      line.add(level)
      line.add(#"","allowedInboundDataTransferSources":""#)
      line.add(level)
      line.add(#"","pinRequired":true,"periodOfflineBeforeWipeIsEnforced":"P90D"}"#)
    }
    line.add("}")
  }

  /// A denial in the words of MSAL, of Entra or of the OAuth answer.
  mutating func appendDenial(_ denial: Act.Denial, _ account: Int32, _ fleet: Fleet) {
    line.add(#","data":{"error":""#)
    switch denial {
    case .appProtection:
      line.add(#"MSALErrorServerProtectionPoliciesRequired","errorCode":"#)
      appendCode(-50_004, MSALErrorCode.self)
      line.add(#","subError":"protection_policy_required""#)
    case .entraCode:
      line.add(#"unauthorized_client","entraErrorCode":"#)
      line.add(random.pick([53_005, 53_009]))
    case .subError:
      line.add(#"unauthorized_client","subError":"protection_policies_required""#)
    case .interaction:
      line.add(#"MSALErrorInteractionRequired","errorCode":"#)
      appendCode(-50_002, MSALErrorCode.self)
    case .blocked:
      line.add(#"access_denied","entraErrorCode":53003"#)
    }
    let name = fleet.accounts[Int(account)]
    if name.naming == .objectID && random.chance(60) {
      line.add(#","homeAccountId":""#)
      line.add(name.objectID)
      line.add(".")
      line.add(fleet.tenants[Int(name.tenant)])
      line.add("\"")
    }
    line.add(#","resource":"https://graph.driftwood.example"}"#)
  }

  mutating func appendRemediation(_ status: Int32, _ account: Int32, _ fleet: Fleet) {
    line.add(#","data":{"status":"#)
    appendCode(status, ComplianceStatus.self)
    if status != 0 {
      line.add(#","errorTitle":"Access needs attention","errorMessage":"#)
      line.add("\"Zugriff für ")
      appendUPN(account, fleet)
      line.add(" nicht möglich\"")
    }
    line.add("}")
  }

  mutating func appendWipeRequest(_ origin: WipeOrigin, _ reasonCode: Int32, _ id: UInt64) {
    line.add(#","data":{"origin":""#)
    line.add(origin.word)
    line.add("\"")
    if reasonCode != 0 {
      line.add(#","reasonCode":"#)
      line.add(Int(reasonCode))
    }
    if origin == .admin {
      line.add(#","why":""#)
      line.add(
        random.pick(weighted: [("lost", 35), ("stolen", 15), ("leaver", 35), ("other", 15)]) as StaticString)
      line.add(#"","requestedBy":"helpdesk"#)
      line.add(random.within(1...4))
      line.add(#"@driftwood.example""#)
    }
    line.add(#","requestId":"#)
    appendWipeID(id)
    line.add("}")
  }

  mutating func appendWipeID(_ id: UInt64) {
    line.add("\"wipe-")
    line.add(hexadecimal: id)
    line.add("\"")
  }

  /// A decision about data on its way, with an operation of its own and mostly a place.
  mutating func appendTransfer(_ transfer: Act.Transfer, _ seat: inout Seat, _ fleet: Fleet) {
    seat.operations += 1
    line.add(#","data":{"direction":""#)
    line.add(transfer.direction.word)
    line.add(#"","peerApp":""#)
    if transfer.isPeerManaged {
      line.add(SampleApp.all[(Int(seat.app) + 1) % SampleApp.all.count].bundle)
    } else {
      line.add(
        random.pick(["example.tidepool.photos", "example.tidepool.share", "example.kite.messenger"])
          as StaticString)
    }
    line.add(#"","peerManaged":"#)
    line.add(transfer.isPeerManaged)
    line.add(#","decision":""#)
    line.add(transfer.decision.word)
    line.add(#"","operationId":"op-"#)
    line.add(Int(seat.operations))
    line.add("\"")
    if random.chance(40) { appendLocation(transfer.direction) }
    if transfer.isPeerManaged && random.chance(40) {
      line.add(#","peerAccount":""#)
      appendName(seat.account, fleet)
      line.add("\"")
    }
    line.add("}")
  }

  private mutating func appendLocation(_ direction: TransferDirection) {
    if direction == .send {
      line.add(#","location":{"enum":"IntuneMAMSaveLocation","value":"#)
      appendCode(random.pick([0, 1, 2, 4, 8, 16, 32, 128, 256, 512]), SaveLocation.self)
    } else {
      line.add(#","location":{"enum":"IntuneMAMOpenLocation","value":"#)
      appendCode(random.pick([0, 1, 2, 8, 32, 64, 128, 256]), OpenLocation.self)
    }
    line.add("}")
  }

  mutating func appendFile(_ encrypted: Bool, _ account: Int32, _ fleet: Fleet) {
    line.add(#","data":{"encrypted":"#)
    line.add(encrypted)
    if random.chance(60) {
      line.add(#","owner":""#)
      appendName(account, fleet)
      line.add("\"")
    }
    if !encrypted {
      line.add(#","statusCode":{"enum":"IntuneMAMFileProtectionStatusCode","value":"#)
      appendCode(random.pick([102, 104, 106]), FileProtectionStatusCode.self)
      line.add("}")
    }
    line.add("}")
  }
}
