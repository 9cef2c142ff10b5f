/// All rules that the product judges.
public enum RuleCatalogue {
  /// The rules, in the order of ``RuleID``.
  public static let all: [Rule] = {
    let declared =
      WipeRules.declarations + EnrollmentRules.declarations + ComplianceRules.declarations
      + SharedDeviceRules.declarations + ViewRules.loginDeclarations + NeighbourRules.declarations
      + ViewRules.identityDeclarations + IdentityRules.declarations + TransferRules.declarations
      + LogRules.declarations + ConfigurationRules.declarations
    let order = Dictionary(uniqueKeysWithValues: RuleID.allCases.enumerated().map { ($1, $0) })
    return declared.sorted { order[$0.id, default: .max] < order[$1.id, default: .max] }
  }()

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

  /// The declaration of a rule.
  public static subscript(id: RuleID) -> Rule {
    guard let rule = byID[id] else { preconditionFailure("rule \(id.rawValue) is not declared") }
    return rule
  }
}
