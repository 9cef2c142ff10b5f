/// What a fact is about: the members of `data` that reducers and rules read beyond the typed columns.
///
/// The raw value is the byte that stands before the value in the packed facts. It is frozen: numbers are added,
/// never changed or used again. Personal members (section 4 of the wire format) never become facts as they are.
public enum FactKey: UInt8, CaseIterable, Sendable {
  // Booleans
  /// `data.managed`
  case managed = 1
  /// `data.withWipe`
  case withWipe = 2
  /// `data.silent`
  case silent = 3
  /// `data.wiped`
  case wiped = 4
  /// `data.policyApplied`
  case policyApplied = 5
  /// `data.peerManaged`
  case peerManaged = 6
  /// `data.encrypted`
  case encrypted = 7
  /// `data.success`
  case success = 8
  /// `data.signoutFromBrowser`
  case signoutFromBrowser = 9
  /// The record carries a non-empty `data.identity`; its value is in the disclosures.
  case carriesIdentity = 10
  /// The denial is one for app protection (the list in `state.md` section 1), derived from the members of `token.denied`.
  case appProtectionDenial = 11
  /// `settings.MultiIdentity`
  case multiIdentity = 12
  /// `settings.MultiManagedIdentities`
  case multiManagedIdentities = 13
  /// `settings.AutoEnrollOnLaunch`
  case autoEnrollOnLaunch = 14
  /// `settings.MAMPolicyRequired`
  case policyRequired = 15
  /// The identity event says that there is no user (`data.user` = none, or an empty subject), not nil.
  case noUser = 16
  /// `data.result` of `log.verified`: whether the log is whole (``VerificationResult``)
  case verified = 17

  // Words of a closed list: the index in the list, 255 for a word that is not in it
  /// `data.method`: ``RegistrationMethod``
  case method = 40
  /// `data.handledBy`: ``RestartHandler``
  case handledBy = 41
  /// `data.phase`: ``LifecyclePhase``
  case phase = 42
  /// `data.distribution`: ``Distribution``
  case distribution = 43
  /// `data.origin`: ``WipeOrigin``
  case origin = 44
  /// `data.why`: ``WipeReason``
  case why = 45
  /// `data.by`: ``RemovalAgent``
  case removedBy = 46
  /// `data.scope`: ``IdentityScope``
  case scope = 47
  /// `data.initiator`: ``SwitchInitiator``
  case initiator = 48
  /// `data.direction`: ``TransferDirection``
  case direction = 49
  /// `data.decision`: ``TransferDecision``
  case decision = 50
  /// `data.via`: ``SharedAccountSource``
  case via = 51
  /// `settings.allowedOutboundDataTransferDestinations`: ``TransferLevel``
  case outboundTransfer = 52
  /// `settings.allowedInboundDataTransferSources`: ``TransferLevel``
  case inboundTransfer = 53
  /// `data.source` of `policy.changed`: the number of a ``PolicySource``
  case policySource = 54
  /// Which enumeration the code of `file.protected` belongs to: 0 IntuneMAMFileProtectionStatusCode, 1
  /// IntuneMAMDataProtectionStatusCode
  case codeEnum = 55

  // Integers
  /// `data.reasonCode`
  case reasonCode = 80
  /// `data.errorCode` (MSAL)
  case errorCode = 81
  /// `data.entraErrorCode`
  case entraErrorCode = 82
  /// `data.error.code`
  case nestedErrorCode = 83
  /// `data.location.value`, a number of the enumeration that ``locationEnum`` names
  case location = 84
  /// `data.location.enum`: 0 IntuneMAMSaveLocation, 1 IntuneMAMOpenLocation
  case locationEnum = 85
  /// The attribute `sequence`, where it is a decimal number
  case sequence = 86
  /// Which source counts the ``sequence``: the first eight bytes of the SHA-256 of the attribute `source`, big-endian
  case sequenceSource = 87
  /// `data.lastSyncDateTime` of a registration, in microseconds since 1970
  case lastSyncAt = 88
  /// `data.window.from` of `import.completed`, in microseconds since 1970
  case windowFrom = 89
  /// `data.window.to` of `import.completed`, in microseconds since 1970
  case windowTo = 90
  /// Whose token was denied: ``GUID/shortDigest`` of the object id in `data.homeAccountId`, where that splits into two
  /// GUIDs. The only fact that comes from a disclosure and not from the record (``Facts/ofRecord``)
  case deniedAccount = 91

  // Texts
  /// `data.requestId`
  case requestID = 120
  /// `data.policyId`
  case policyID = 121
  /// `data.operationId`
  case operationID = 122
  /// `data.peerApp`
  case peerApp = 123
  /// `data.resource`
  case resource = 124
  /// `data.platform` of `app.configured`, as received
  case platform = 125
  /// `data.error` of `token.denied`
  case errorName = 126
  /// `data.subError`
  case subError = 127
  /// `data.what`
  case what = 128
  /// `data.error.domain`
  case nestedErrorDomain = 129
  /// `data.source` of `import.completed`
  case importSource = 130
  /// The attribute `sdkversion` of `transfer.decided`
  case sdkVersion = 131
  /// `data.finding` of `log.finding.acknowledged`
  case finding = 132
  /// `data.parameters` of `log.rules.changed`: its JSON without white space between tokens
  case parameters = 133

  // Accounts: references as ``AccountName``
  /// `data.accounts`
  case accounts = 160
  /// `data.current`
  case current = 161
  /// `data.previous`
  case previous = 162
  /// `data.peerAccount`
  case peerAccount = 163
  /// `data.owner`
  case owner = 164

  // Lists of texts
  /// `data.clientCapabilities`
  case clientCapabilities = 180
  /// `data.flaggedReasons` of a registration
  case flaggedReasons = 181
  /// What an audit record says was done: activity, activityType and the resource types, in this order
  case activities = 182
  /// The settings of `app.configured` that the K rules judge, each as `Key=value`; lists join their elements by commas
  case settings = 183
}

extension FactKey {
  /// How a fact's value is packed; ``Facts`` says how each is laid out.
  public enum Kind: Sendable {
    case boolean, word, integer, text, account, accounts, texts
  }

  /// How this key's value is packed.
  public var kind: Kind { FactKey.kind(ofRawValue: rawValue) ?? .boolean }

  /// How the value after a key's byte is packed; nil for 0, which is no key.
  ///
  /// Known from the byte's range alone, so that keys which a newer program wrote can be passed over.
  static func kind(ofRawValue raw: UInt8) -> Kind? {
    switch raw {
    case 0: nil
    case 1..<40: .boolean
    case 40..<80: .word
    case 80..<120: .integer
    case 120..<160: .text
    case 160: .accounts
    case 161..<180: .account
    default: .texts
    }
  }
}
