/// Where a document is saved (header `IntuneMAMPolicy`).
///
/// Equal bits mean other places in ``OpenLocation``.
public enum SaveLocation: Int32, CodedEnumeration {
  /// Another place.
  case other = 0
  /// OneDrive for Business.
  case oneDriveForBusiness = 1
  /// SharePoint.
  case sharePoint = 2
  /// Box.
  case box = 4
  /// Dropbox.
  case dropbox = 8
  /// Google Drive.
  case googleDrive = 16
  /// The device itself.
  case localDrive = 32
  /// The camera roll; takes no account.
  case cameraRoll = 64
  /// A document of the account.
  case accountDocument = 128
  /// iManage.
  case iManage = 256
  /// Egnyte.
  case egnyte = 512

  /// The header's name of the enumeration.
  public static let enumerationName = "IntuneMAMSaveLocation"
  /// What the header's constants begin with.
  public static let prefix = "IntuneMAMSaveLocation"

  /// The constant without its prefix.
  public var name: String {
    switch self {
    case .other: "Other"
    case .oneDriveForBusiness: "OneDriveForBusiness"
    case .sharePoint: "SharePoint"
    case .box: "Box"
    case .dropbox: "Dropbox"
    case .googleDrive: "GoogleDrive"
    case .localDrive: "LocalDrive"
    case .cameraRoll: "CameraRoll"
    case .accountDocument: "AccountDocument"
    case .iManage: "IManage"
    case .egnyte: "Egnyte"
    }
  }

  /// What the value means.
  public var meaning: String {
    switch self {
    case .other: "Another place."
    case .oneDriveForBusiness: "OneDrive for Business."
    case .sharePoint: "SharePoint."
    case .box: "Box."
    case .dropbox: "Dropbox."
    case .googleDrive: "Google Drive."
    case .localDrive: "The device itself."
    case .cameraRoll: "The camera roll; takes no account."
    case .accountDocument: "A document of the account."
    case .iManage: "iManage."
    case .egnyte: "Egnyte."
    }
  }
}
