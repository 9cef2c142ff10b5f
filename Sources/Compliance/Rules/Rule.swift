/// How much a finding matters; raw values are the words of reports.
public enum RuleSeverity: String, CaseIterable, Sendable {
  /// The documents forbid it.
  case violation
  /// Probably wrong, or against advice.
  case warning
  /// Worth knowing.
  case note
}

/// What a rule is judged over: the events that one reducer of findings needs to see.
public enum RuleKey: String, CaseIterable, Sendable {
  /// An account over all its installations (``AccountFindings``).
  case account
  /// An app on a device with all accounts there (``InstallationFindings``).
  case installation
  /// A device with all apps there (``DeviceFindings``).
  case device
  /// The log itself: where its events come from, and whether it is whole (``LogFindings``).
  case log
}

/// A document that rules come from.
public enum RuleDocument: String, CaseIterable, Sendable {
  /// Stage 3 of the guide to the Intune App SDK for iOS.
  case integration = "Intune App SDK for iOS, stage 3: integrate the SDK"
  /// Stage 4 of the guide.
  case participation = "Intune App SDK for iOS, stage 4: app participation features"
  /// Stage 5 of the guide.
  case multiIdentity = "Intune App SDK for iOS, stage 5: multi-identity"
  /// Stage 6 of the guide.
  case conditionalAccess = "Intune App SDK for iOS, stage 6: app protection conditional access"
  /// The guide to MSAL's shared device mode.
  case sharedDevice = "MSAL for iOS: shared device mode"
  /// The administrator's page about wipes.
  case selectiveWipe = "How to wipe only corporate data from Intune-managed apps"
  /// What this product promises of its own log.
  case log = "The integrity of the log"
  /// The public issues of the SDK.
  case issues = "Issues of the Intune App SDK for iOS"
}

/// A rule as data: everything about it but the function that judges it.
///
/// Code, reports, the lookup table and the reference page are made of this one declaration.
public struct Rule: Sendable {
  /// The id.
  public let id: RuleID
  /// A few words that name what is wrong.
  public let title: String
  /// How much it matters unless ``RuleParameters`` say otherwise.
  public let severity: RuleSeverity
  /// What it is judged over.
  public let key: RuleKey
  /// What can be set, with the built-in values.
  public let parameters: [RuleParameter]
  /// The document that it comes from.
  public let document: RuleDocument
  /// The section of the document.
  public let section: String
  /// The reasons that a finding can have.
  ///
  /// Each is a text with places in braces: `{account}`, `{app}`, `{device}`, and the names of parameters and
  /// of evidence, which ``Finding/reason(account:app:device:)`` fills.
  public let reasons: [String]
  /// The reasons that matter otherwise than the rule, by their place in ``reasons``.
  public let exceptions: [Int: RuleSeverity]
  /// What to do about it.
  public let remedy: String
  /// What the rule leaves out, and which answers count otherwise; nil where there is nothing to say.
  public let note: String?

  init(
    _ id: RuleID, _ title: String, _ severity: RuleSeverity = .violation, key: RuleKey = .account,
    parameters: [RuleParameter] = [], from document: RuleDocument, _ section: String,
    because reasons: String..., remedy: String, note: String? = nil
  ) {
    self.init(
      id, title, severity, key: key, parameters: parameters, from: document, section, because: reasons,
      except: [:], remedy: remedy, note: note)
  }

  init(
    _ id: RuleID, _ title: String, _ severity: RuleSeverity, key: RuleKey, parameters: [RuleParameter] = [],
    from document: RuleDocument, _ section: String, because reasons: [String],
    except exceptions: [Int: RuleSeverity], remedy: String, note: String? = nil
  ) {
    self.id = id
    self.title = title
    self.severity = severity
    self.key = key
    self.parameters = parameters
    self.document = document
    self.section = section
    self.reasons = reasons
    self.exceptions = exceptions
    self.remedy = remedy
    self.note = note
  }

  /// How much a finding with a reason matters unless ``RuleParameters`` say otherwise.
  func severity(ofReason index: Int) -> RuleSeverity { exceptions[index] ?? severity }
}
