extension Catalogue {
  /// The account of a shared device and the one before it.
  static let sharedAccounts: [Member] = [
    Member("current", .account, fact: .current, "The account now; absent for none."),
    Member("previous", .account, fact: .previous, "The account before; absent for none."),
  ]

  static let sharedDevice: [EventDefinition] = [
    EventDefinition(
      .deviceModeDetected, "mam.device.modeDetected", .sharedDevice, account: .none,
      "MSAL reported the device's mode.",
      [Member("mode", .enumeration(Enumerations.deviceMode), required: true, code: true, "The mode.")]),
    EventDefinition(
      .sharedDeviceSignedIn, "mam.sharedDevice.signedIn", .sharedDevice,
      "The account signed in to the shared device."),
    EventDefinition(
      .sharedDeviceSignedOut, "mam.sharedDevice.signedOut", .sharedDevice,
      "The account was signed out of the shared device.",
      [
        Member("success", .boolean, required: true, fact: .success, "Whether the sign-out succeeded."),
        Member(
          "signoutFromBrowser", .boolean, required: true, fact: .signoutFromBrowser,
          "Whether the browser's session ended too."),
      ]),
    EventDefinition(
      .sharedDeviceAccountChanged, "mam.sharedDevice.accountChanged", .sharedDevice, account: .none,
      "The app learned that the device's account changed.",
      sharedAccounts + [
        Member(
          "via", .word(Words(SharedAccountSource.self)), required: true, fact: .via, "How it learned it.")
      ]),
    EventDefinition(
      .sharedDeviceAccountQueried, "mam.sharedDevice.accountQueried", .sharedDevice, account: .none,
      "The app asked for the device's account.", sharedAccounts),
    EventDefinition(
      .sharedDeviceDataCleared, "mam.sharedDevice.dataCleared", .sharedDevice,
      "The app cleared the account's data."),
  ]
}
