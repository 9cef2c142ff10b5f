/// Every enumeration of the catalogue: the one list that decoding, the SQL lookup table and the docs read.
public enum Enumerations {
  /// ``EnrollmentStatusCode`` as data.
  public static let enrollmentStatusCode = Enumeration(EnrollmentStatusCode.self)
  /// ``ComplianceStatus`` as data.
  public static let complianceStatus = Enumeration(ComplianceStatus.self)
  /// ``SwitchIdentityResult`` as data.
  public static let switchIdentityResult = Enumeration(SwitchIdentityResult.self)
  /// ``IdentitySwitchReason`` as data.
  public static let identitySwitchReason = Enumeration(IdentitySwitchReason.self)
  /// ``AddIdentityResult`` as data.
  public static let addIdentityResult = Enumeration(AddIdentityResult.self)
  /// ``BlockAccountResult`` as data.
  public static let blockAccountResult = Enumeration(BlockAccountResult.self)
  /// ``BlockAccountReason`` as data.
  public static let blockAccountReason = Enumeration(BlockAccountReason.self)
  /// ``PolicySource`` as data.
  public static let policySource = Enumeration(PolicySource.self)
  /// ``WebViewPolicy`` as data.
  public static let webViewPolicy = Enumeration(WebViewPolicy.self)
  /// ``NotificationPolicy`` as data.
  public static let notificationPolicy = Enumeration(NotificationPolicy.self)
  /// ``ClockStatus`` as data.
  public static let clockStatus = Enumeration(ClockStatus.self)
  /// ``SaveLocation`` as data.
  public static let saveLocation = Enumeration(SaveLocation.self)
  /// ``OpenLocation`` as data.
  public static let openLocation = Enumeration(OpenLocation.self)
  /// ``DataProtectionStatusCode`` as data.
  public static let dataProtectionStatusCode = Enumeration(DataProtectionStatusCode.self)
  /// ``FileProtectionStatusCode`` as data.
  public static let fileProtectionStatusCode = Enumeration(FileProtectionStatusCode.self)
  /// ``DeviceMode`` as data.
  public static let deviceMode = Enumeration(DeviceMode.self)
  /// ``MSALErrorCode`` as data.
  public static let msalErrorCode = Enumeration(MSALErrorCode.self)

  /// All of them, in the order of the catalogue.
  public static let all: [Enumeration] = [
    enrollmentStatusCode,
    complianceStatus,
    switchIdentityResult,
    identitySwitchReason,
    addIdentityResult,
    blockAccountResult,
    blockAccountReason,
    policySource,
    webViewPolicy,
    notificationPolicy,
    clockStatus,
    saveLocation,
    openLocation,
    dataProtectionStatusCode,
    fileProtectionStatusCode,
    deviceMode,
    msalErrorCode,
  ]

  /// The enumeration of a header's name, compared by bytes.
  public static func named(_ name: String) -> Enumeration? {
    all.first { $0.name.utf8.elementsEqual(name.utf8) }
  }
}
