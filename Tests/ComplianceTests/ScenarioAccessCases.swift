import Compliance
import MAMEvents

extension Scenario {
  /// App protection conditional access.
  static let conditionalAccess: [Scenario] = [always, later, notCompliant]

  private static let mail = Fact.text(.resource, "https://outlook.office365.com")
  private static let asked = Step(.tokenRequested, mail)
  private static let granted = Step(.tokenGranted, mail)
  private static let denied = Step.denied(alice).saying(
    .integer(.errorCode, -50004), .integer(.entraErrorCode, 53005), mail)
  private static let interactive = Step(.remediationRequested, .bool(.silent, false))
  private static let messageShown = Step(.remediationMessageShown)
  private static func remediated(_ status: ComplianceStatus) -> Step { .remediated(status.rawValue) }

  /// Alice asks for her first token and is denied it.
  private static let first: [Step] = [asked, denied]
  /// The remediation registers and enrolls her; the first policy has the app started again.
  private static let enrolled: [Step] =
    [.registered(.remediateCompliance), .enrollment(100), policy] + restarted
  private static let compliant: [Step] = [remediated(.compliant), asked, granted, .signedIn]

  private static let always = Scenario(
    "conditional access always applied",
    good: installed + first + [.remediate] + enrolled + compliant + showAlice
  )
  .fails(
    installed + first + [.remediate] + enrolled, remediated(.compliant), [.signedIn] + showAlice,
    "C1 after 10"
  )
  .fails(installed + first, granted, [.remediate] + enrolled + compliant + showAlice, "C1")
  .fails(
    installed + first + [.remediate], asked, enrolled + compliant + showAlice, "C7"
  )
  .fails(
    installed + first, .remediate.by(bob),
    [remediated(.userCancelled).by(bob), messageShown.by(bob), .remediate] + enrolled + compliant + showAlice,
    "C8 of Bob"
  )
  .fails(
    [.multiIdentity, .launched, asked], denied, [.remediate] + enrolled + compliant + showAlice, "C10"
  )
  .fails(installed + first + [.remediate] + enrolled.dropLast(), .launched, [], "C11 after 1440")

  /// Alice is enrolled and has her token.
  private static let atWork = installed + managedLogin(alice) + [asked, granted] + showAlice
  /// The administrator requires app protection of her.
  private static let required = Step(
    .intuneAuditRecorded, .texts(.activities, ["Add conditional access policy", "ConditionalAccessPolicy"])
  ).by(nil).with(app: nil, device: nil)
  private static let nowDenied = atWork + [required, asked, denied]

  private static let later = Scenario(
    "conditional access applied after the enrollment",
    good: nowDenied + [.remediate, remediated(.compliant), asked, granted, .shown(alice)]
  )
  .fails(atWork + [required, asked], denied, [.shown(alice)], "C2 after 5")
  .fails(
    atWork + [required, asked], denied,
    [.shown(alice), .shown(alice), .shown(alice), .shown(alice), .shown(alice), .shown(alice), .remediate]
      + [remediated(.compliant), asked, granted], "C2 after 5 until 7"
  )
  .fails(
    nowDenied + [
      .remediate, remediated(.compliant), asked, denied, .remediate, remediated(.compliant), asked,
    ],
    denied, [.remediate, remediated(.compliant), asked, granted], "C9")

  private static let notTargeted: [Step] = [.registered(.remediateCompliance), .enrollment(225)]
  private static let managedAtWork = nowDenied + [.remediate]
  private static let wiped: [Step] = [
    Step(.wipeRequested, .word(.origin, WipeOrigin.app.rawValue)), .wipeHandled(wiped: true), .wipeCompleted,
  ]

  private static let notCompliant = Scenario(
    "conditional access without app protection policy",
    good: installed + first + [.remediate] + notTargeted + [remediated(.notCompliant), messageShown],
    installed + first + [
      .remediate, remediated(.interactionRequired), interactive, remediated(.userCancelled),
    ]
      + [messageShown],
    managedAtWork + [remediated(.notCompliant), messageShown] + wiped
  )
  // The token is granted against the denial, and against the result of the remediation.
  .fails(
    installed + first + [.remediate] + notTargeted + [remediated(.notCompliant), messageShown, asked],
    granted, [],
    "C1", "C3"
  )
  .fails(managedAtWork, remediated(.notCompliant), [messageShown], "C4 after 1440")
  .fails(installed + first + [.remediate], remediated(.interactionRequired), [], "C5 after 10")
  .fails(installed + first + [.remediate] + notTargeted, remediated(.serviceFailure), [], "C6 after 5")
}
