import Compliance
import MAMEvents

extension RuleCase {
  private static func policy(
    _ outbound: TransferLevel? = .managedApps, _ inbound: TransferLevel? = .managedApps, id: String? = nil
  ) -> Step {
    var step = Step(.policyChanged)
    if let outbound { step = step.saying(.word(.outboundTransfer, outbound.rawValue)) }
    if let inbound { step = step.saying(.word(.inboundTransfer, inbound.rawValue)) }
    if let id { step = step.saying(.text(.policyID, id)) }
    return step
  }
  private static func decided(
    _ direction: TransferDirection, peerManaged: Bool, _ decision: TransferDecision
  ) -> Step {
    Step(
      .transferDecided, .word(.direction, direction.rawValue), .bool(.peerManaged, peerManaged),
      .word(.decision, decision.rawValue))
  }
  private static func located(_ enumeration: Int64, _ location: Int64) -> Step {
    decided(.send, peerManaged: false, .blocked)
      .saying(.integer(.locationEnum, enumeration), .integer(.location, location))
  }
  /// A decision without an account about a place, by an SDK of a version.
  private static func nobody(_ enumeration: Int64, _ location: Int64, sdk: String?) -> Step {
    let step = located(enumeration, location).by(nil)
    return sdk.map { step.saying(.text(.sdkVersion, $0)) } ?? step
  }
  private static let performed = Step(.transferPerformed, .text(.operationID, "op-1"))
  private static func managed(_ outbound: TransferLevel?, _ inbound: TransferLevel?) -> [Beat] {
    [at(0, .enrollment(101)), at(1, policy(outbound, inbound))]
  }

  /// The rows of a table with what the document expects under managed apps both ways.
  private static func table(_ rules: [RuleID], _ direction: TransferDirection) -> [RuleCase] {
    let rows: [(who: AccountID, isPeerManaged: Bool, isAllowed: Bool)] = [
      (alice, false, false), (alice, true, true), (bob, true, false), (bob, false, true),
    ]
    return zip(rules, rows).flatMap { rule, row -> [RuleCase] in
      func step(_ isAllowed: Bool) -> Step {
        decided(direction, peerManaged: row.isPeerManaged, isAllowed ? .allowed : .blocked).by(row.who)
          .saying(.account(.peerAccount, row.who.name))
      }
      let place = row.who == bob ? "2@1/1 " : ""
      let ready = managed(.managedApps, .managedApps)
      return [
        RuleCase(rule, .opens, ready + [at(2, step(!row.isAllowed))], "\(place)at 2 by 2"),
        RuleCase(rule, .nearly, ready + [at(2, step(row.isAllowed))]),
        RuleCase(
          rule, .ends, ready + [at(2, step(!row.isAllowed)), at(3, step(row.isAllowed))], "\(place)at 2 by 2"),
        RuleCase(
          rule, .late, [at(0, .enrollment(101)), at(2, step(!row.isAllowed)), at(1, policy())],
          "\(place)at 2 by 1"),
      ]
    }
  }

  private static let allowedOut = decided(.send, peerManaged: false, .allowed)
  private static let sameOut = decided(.send, peerManaged: true, .allowed)
    .saying(.account(.peerAccount, alice.name))

  static let transfer: [RuleCase] =
    table([.x1, .x2, .x3, .x4], .send) + table([.x5, .x6, .x7, .x8], .import)
    + table([.x9, .x10, .x11, .x12], .receive) + [
      // Other levels than managed apps: what leaves goes by outbound, what comes by inbound.
      RuleCase(.x1, .nearly, managed(.allApps, TransferLevel.none) + [at(2, allowedOut)]),
      RuleCase(.x1, .opens, managed(TransferLevel.none, .allApps) + [at(2, allowedOut)], "at 2 by 2"),
      RuleCase(.x1, .nearly, managed(.managedApps, nil) + [at(2, allowedOut)]),
      RuleCase(
        .x3, .opens,
        managed(.allApps, .allApps) + [
          at(2, .enrollment(101).by(bob)), at(3, policy().by(bob)),
          at(4, decided(.send, peerManaged: true, .allowed).by(carol)),
        ], "3@1/1 at 4 by 4"),
      RuleCase(.x1, .nearly, [at(0, .enrollment(101)), at(2, allowedOut)]),
      RuleCase(.x2, .opens, managed(.allApps, TransferLevel.none) + [at(2, sameOut)], "at 2 by 2"),
      RuleCase(
        .x2, .nearly,
        managed(.managedApps, .managedApps) + [at(2, decided(.send, peerManaged: true, .blocked))]),
      RuleCase(
        .x3, .nearly,
        managed(TransferLevel.none, .allApps) + [at(2, decided(.send, peerManaged: true, .allowed).by(nil))]),
      RuleCase(.x4, .opens, [at(0, decided(.send, peerManaged: false, .blocked).by(nil))], "-@1/1 at 0 by 0"),
      RuleCase(.x4, .nearly, [at(0, .enrollment(100)), at(1, decided(.send, peerManaged: false, .blocked))]),
      RuleCase(
        .x5, .nearly,
        managed(TransferLevel.none, .allApps) + [at(2, decided(.import, peerManaged: false, .allowed))]),
      RuleCase(
        .x11, .nearly,
        managed(.allApps, TransferLevel.none) + [
          at(2, decided(.receive, peerManaged: true, .allowed).by(bob))
        ]
      ),

      RuleCase(.x13, .opens, [at(0, located(0, 64))], "at 0 by 0"),
      RuleCase(.x13, .opens, [at(0, located(1, 4)), at(1, located(1, 16))], "at 0 by 0", "at 1 by 1"),
      RuleCase(.x13, .nearly, [at(0, located(1, 64)), at(1, located(0, 4))]),
      RuleCase(.x13, .nearly, [at(0, located(0, 64).by(nil))]),
      RuleCase(.x13, .ends, [at(0, located(0, 64)), at(1, located(0, 64).by(nil))], "at 0 by 0"),
      RuleCase(.x13, .late, [at(1, located(0, 1)), at(0, located(0, 64))], "at 0 by 1"),

      RuleCase(
        .x14, .opens, [at(0, located(0, 1).saying(.text(.operationID, "op-1"))), at(1, performed)],
        "at 1 by 1"),
      RuleCase(
        .x14, .nearly, [at(0, located(0, 1).saying(.text(.operationID, "op-2"))), at(1, performed)]),
      RuleCase(.x14, .nearly, [at(0, allowedOut.saying(.text(.operationID, "op-1"))), at(1, performed)]),
      RuleCase(
        .x14, .nearly,
        [at(0, located(0, 1).saying(.text(.operationID, "op-1")).on(docsOnPhone)), at(1, performed)]),
      RuleCase(
        .x14, .ends,
        [
          at(0, located(0, 1).saying(.text(.operationID, "op-1"))), at(1, performed),
          at(2, allowedOut.saying(.text(.operationID, "op-1"))),
        ], "at 1 by 1"),
      RuleCase(
        .x14, .late, [at(1, performed), at(0, located(0, 1).saying(.text(.operationID, "op-1")))], "at 1 by 0"
      ),

      RuleCase(.x15, .opens, [at(0, nobody(0, 32, sdk: "15.1.0"))], "-@1/1 at 0 by 0"),
      RuleCase(
        .x15, .opens,
        [
          at(0, nobody(1, 8, sdk: "21.7.1")), at(1, nobody(0, 32, sdk: "15.2")),
          at(2, nobody(1, 8, sdk: "16-b")),
        ],
        "-@1/1 at 0 by 0", "-@1/1 at 1 by 1", "-@1/1 at 2 by 2"),
      RuleCase(
        .x15, .nearly,
        [
          at(0, nobody(0, 32, sdk: "15.0.9")), at(1, nobody(0, 32, sdk: "9.9")),
          at(2, nobody(0, 32, sdk: nil)),
          at(3, nobody(0, 32, sdk: "unknown")), at(4, nobody(0, 32, sdk: "15")),
        ]),
      RuleCase(.x15, .nearly, [at(0, nobody(0, 8, sdk: "15.1.0")), at(1, nobody(1, 32, sdk: "15.1.0"))]),
      RuleCase(.x15, .nearly, [at(0, nobody(0, 32, sdk: "15.1.0").by(bob))]),
      RuleCase(
        .x15, .ends, [at(0, nobody(0, 32, sdk: "15.1.0")), at(1, nobody(0, 32, sdk: "15.1.0").by(bob))],
        "-@1/1 at 0 by 0"),
      RuleCase(
        .x15, .late, [at(1, nobody(0, 1, sdk: "15.1.0")), at(0, nobody(0, 32, sdk: "15.1.0"))],
        "-@1/1 at 0 by 1"
      ),

      RuleCase(
        .x16, .opens,
        [
          at(0, policy(id: "p1")), at(1, policy(id: "p2")),
          at(2, located(0, 1).saying(.text(.policyID, "p1"))),
        ],
        "at 2 by 2"),
      RuleCase(
        .x16, .nearly,
        [
          at(0, policy(id: "p1")), at(1, policy(id: "p2")),
          at(2, located(0, 1).saying(.text(.policyID, "p2"))),
        ]),
      RuleCase(
        .x16, .nearly,
        [
          at(0, policy(id: "p1")), at(1, policy(id: "p2")), at(2, policy(id: "p1")),
          at(3, located(0, 1).saying(.text(.policyID, "p1"))),
        ]),
      RuleCase(
        .x16, .ends,
        [
          at(0, policy(id: "p1")), at(1, policy(id: "p2")),
          at(2, located(0, 1).saying(.text(.policyID, "p1"))),
          at(3, policy(id: "p1")),
        ], "at 2 by 2"),
      RuleCase(
        .x16, .late,
        [
          at(0, policy(id: "p1")), at(2, located(0, 1).saying(.text(.policyID, "p1"))),
          at(1, policy(id: "p2")),
        ],
        "at 2 by 1"),
    ]
}
