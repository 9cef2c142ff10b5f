/// Where a document is opened from (header `IntuneMAMPolicy`).
///
/// Equal bits mean other places in ``SaveLocation``.
public enum OpenLocation: Int32, CodedEnumeration {
  /// Another place.
  case other = 0
  /// OneDrive for Business.
  case oneDriveForBusiness = 1
  /// SharePoint.
  case sharePoint = 2
  /// The camera; takes no account.
  case camera = 4
  /// The device itself.
  case localStorage = 8
  /// The photo library; takes no account.
  case photos = 16
  /// A document of the account.
  case accountDocument = 32
  /// Box.
  case box = 64
  /// iManage.
  case iManage = 128
  /// Egnyte.
  case egnyte = 256

  /// The header's name of the enumeration.
  public static let enumerationName = "IntuneMAMOpenLocation"
  /// What the header's constants begin with.
  public static let prefix = "IntuneMAMOpenLocation"

  /// The constant without its prefix.
  public var name: String {
    switch self {
    case .other: "Other"
    case .oneDriveForBusiness: "OneDriveForBusiness"
    case .sharePoint: "SharePoint"
    case .camera: "Camera"
    case .localStorage: "LocalStorage"
    case .photos: "Photos"
    case .accountDocument: "AccountDocument"
    case .box: "Box"
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
    case .camera: "The camera; takes no account."
    case .localStorage: "The device itself."
    case .photos: "The photo library; takes no account."
    case .accountDocument: "A document of the account."
    case .box: "Box."
    case .iManage: "iManage."
    case .egnyte: "Egnyte."
    }
  }
}
