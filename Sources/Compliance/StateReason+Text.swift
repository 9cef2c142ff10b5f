import MAMEvents

extension StateReason {
  /// The reason in a sentence for people.
  public var text: String {
    switch self {
    case .registered(let method, let after): Self.registration(method) + Self.registration(after: after)
    case .deregistered: "The unenrollment succeeded, and with it the account is no longer registered."
    case .deregisteredByWipe: "The wipe was confirmed, and with it the account is no longer registered."
    case .enrolled(let status): Self.enrolled(status)
    case .enrolledByCheckIn(let status):
      "A policy check-in succeeded, so the account is enrolled: \(status.clause)"
    case .notTargeted(let status): "The service has no policy for the account: \(status.clause)"
    case .enrollmentFailed(let status): "The enrollment failed: \(status.clause)"
    case .enrollmentLost(let status): "The service no longer accepts the enrollment: \(status.clause)"
    case .enrollmentLostAtCheckIn(let status):
      "A policy check-in showed that the enrollment no longer holds: \(status.clause)"
    case .unenrollmentRequested(withWipe: true):
      "The app asked for the unenrollment of the account, and for the removal of its data by the SDK."
    case .unenrollmentRequested(withWipe: false):
      "The app asked for the unenrollment of the account and removes its data itself."
    case .unenrolled: "The SDK reported that the account is unenrolled and deregistered."
    case .unenrollmentFailed(let status): "The unenrollment failed: \(status.clause)"
    case .reported(let kind, let status): Self.reported(kind, status)
    case .policyArrived: "The first policy arrived; it takes hold at the app's next launch."
    case .policyArrivedAtOnce:
      "The first policy arrived and took hold at once: the app waits for policy at launch, or is a .NET MAUI app."
    case .policyConfirmed(let status):
      "The service answered for an account whose policy is in force: \(status.clause)"
    case .policyTookHold: "The app was launched, and the policy that had arrived took hold."
    case .policyWithdrawn(let status): "The policy is gone: \(status.clause)"
    case .policyEndedByUnenrollment: "The unenrollment succeeded, which ends the policy."
    case .policyEndedByWipe: "The wipe was confirmed, which ends the policy."
    case .protectionRequired(let denial):
      "A token was denied because the resource asks for app protection\(Self.evidence(denial))."
    case .remediationRequested(silent: true):
      "The app asked the SDK to make the account compliant without showing anything to the user."
    case .remediationRequested(silent: false):
      "The app asked the SDK to make the account compliant with the user's help."
    case .remediationRequested(silent: nil): "The app asked the SDK to make the account compliant."
    case .remediated(let status): Self.remediated(status)
    case .wipeRequested(let origin, let why, let reach):
      "\(Self.requester(origin)) \(Self.text(of: reach))\(Self.text(of: why))."
    case .wipeRequestedByUnenrollment: "The app asked for an unenrollment that wipes the account's data."
    case .wipeReceived: "The app has received the command to wipe the account's data."
    case .wipeReceivedAtCheckIn(.enrollment):
      "The answer to the enrollment brought the command to wipe the account's data."
    case .wipeReceivedAtCheckIn: "A policy check-in brought the command to wipe the account's data."
    case .wipeHandled(wiped: true): "The app reported that it has removed the account's data itself."
    case .wipeHandled(wiped: false): "The app left the removal of the account's files to the SDK."
    case .wipeHandled(wiped: nil): "The app has dealt with the command to wipe the account's data."
    case .wipeCompleted: "The SDK confirmed the wipe."
    case .wipeFailed: "The wipe failed."
    case .blockRequested(let reason): Self.blockRequested(reason)
    case .blocked: "The app blocked the account."
    case .unblocked: "The app lifted the block of the account."
    case .dataUnderPolicy: "Policy took hold, and from then on the app holds data of the account."
    case .dataAccessed: "Data of the account was accessed."
    case .dataShown: "The account was shown on the screen."
    case .dataWiped: "The wipe was confirmed, so the account's data is gone."
    case .dataWipedByApp: "The app reported that it has removed the account's data for a wipe."
    case .dataRemoved(.app): "The app removed the account's data."
    case .dataRemoved(.sdk): "The SDK removed the account's data."
    case .dataRemoved(nil): "The account's data was removed."
    case .dataCleared: "The app cleared the account's data after its sign-out from the shared device."
    case .checkedIn(let status): "The service answered: \(status.clause)"
    case .retryExpected: "The enrollment failed, and the SDK tries again after 24 hours."
    case .retryOverByResult: "The enrollment is no longer failed, so no further attempt is expected."
    case .retryOverByDeregistration:
      "The account is no longer registered, so no further attempt is expected."
    case .named: "An event gave the account this name; it had none before."
    case .renamed: "An event gave the account this name; it had another before."
    }
  }

  private static func registration(_ method: RegistrationMethod?) -> String {
    switch method {
    case .registerAndEnroll: "The app signed the account in and registered it with the SDK"
    case .loginAndEnroll: "The SDK signed the account in and registered it at the app's request"
    case .autoEnrollOnLaunch: "The SDK registered the account by itself at the app's launch"
    case .remediateCompliance: "The SDK registered the account while it made it compliant"
    case nil: "The account was registered with the SDK"
    }
  }

  private static func registration(after enrollment: EnrollmentState) -> String {
    switch enrollment {
    case .unknown: "."
    case .failed: ", after its enrollment had failed."
    case .notTargeted: ", after the service had had no policy for it."
    case .unenrolled: ", after it had been unenrolled."
    case .unenrollFailed: ", after its unenrollment had failed."
    case .registered, .enrolled, .unenrolling: ", which leaves its enrollment as it is."
    }
  }

  private static func enrolled(_ status: EnrollmentStatusCode) -> String {
    switch status {
    case .newPoliciesReceived: "The service enrolled the account and sent a new policy."
    case .policiesHaveNotChanged: "The service enrolled the account; its policy has not changed."
    case .wipeReceived: "The service enrolled the account and sent the command to wipe its data."
    default: "The service answered that the account is enrolled already."
    }
  }

  private static func reported(_ kind: ResultKind, _ status: EnrollmentStatusCode?) -> String {
    let what =
      switch kind {
      case .enrollment: "an enrollment"
      case .policy: "a policy check-in"
      case .unenrollment: "an unenrollment"
      }
    guard let status else { return "The last result, of \(what), has a code that is not known." }
    return "The last result, of \(what): \(status.clause)"
  }

  private static func evidence(_ denial: Denial?) -> String {
    switch denial {
    case .entra(let code): " (Entra error \(code))"
    case .msal(let code): " (MSAL error \(code))"
    case .subError(let text): " (sub-error \(text))"
    case .error(let text): " (error \(text))"
    case nil: ""
    }
  }

  private static func remediated(_ status: ComplianceStatus) -> String {
    switch status {
    case .compliant: "The SDK made the account compliant, so it gets tokens again."
    case .notCompliant: "The SDK could not make the account compliant."
    case .serviceFailure: "The account could not be made compliant because the service failed."
    case .networkFailure: "The account could not be made compliant because the network failed."
    case .interactionRequired: "The SDK needs the user to make the account compliant."
    case .userCancelled: "The user cancelled what would have made the account compliant."
    }
  }

  private static func requester(_ origin: WipeOrigin?) -> String {
    switch origin {
    case .admin: "An administrator asked for a wipe"
    case .service: "The service asked for a wipe"
    case .conditionalLaunch: "A condition of launch was not met, which asks for a wipe"
    case .offlineGrace: "The app had been offline for too long, which asks for a wipe"
    case .app: "The app asked for a wipe"
    case .unenrollment: "An unenrollment asked for a wipe"
    case .sharedDevice: "A sign-out from the shared device asked for a wipe"
    case .unknown, nil: "Somebody unknown asked for a wipe"
    }
  }

  private static func text(of reach: WipeReach) -> String {
    switch reach {
    case .installation: "of the account in this app on this device"
    case .app: "of the account in this app on all devices"
    case .device: "of the account in all apps on this device"
    case .account: "of the account in all apps on all devices"
    }
  }

  private static func text(of why: WipeReason?) -> String {
    switch why {
    case .lost: ", because the device is lost"
    case .stolen: ", because the device is stolen"
    case .leaver: ", because the person leaves"
    case .other: ", for another reason than loss, theft or leaving"
    case nil: ""
    }
  }

  private static func blockRequested(_ reason: BlockAccountReason?) -> String {
    switch reason {
    case .conditionalLaunchBlocked: "The SDK asked the app to block the account, by a condition of launch."
    case .conditionalLaunchCanceled:
      "The SDK asked the app to block the account, because the user cancelled what a condition of launch asked for."
    case .clockedOut: "The SDK asked the app to block the account, because the user is clocked out."
    case .notBlocked: "The SDK asked the app to lift the block of the account."
    case nil: "The SDK asked the app to block the account, for a reason that is not known."
    }
  }
}

extension EnrollmentStatusCode {
  /// The meaning as the end of a sentence.
  fileprivate var clause: String {
    let rest = meaning.dropFirst()
    // Abbreviations stay in capitals.
    return rest.first?.isLowercase == true ? meaning.prefix(1).lowercased() + rest : meaning
  }
}
