/// The id of a rule that the product judges; raw values are the ids of reports, in the order of the
/// documents.
public enum RuleID: String, CaseIterable, Sendable {
  // Wipe
  case w1 = "W1"
  case w2 = "W2"
  case w3 = "W3"
  case w4 = "W4"
  case w5 = "W5"
  case w6 = "W6"
  case w7 = "W7"
  case w8 = "W8"
  case w9 = "W9"
  case w10 = "W10"
  // Enrollment and restart
  case e1 = "E1"
  case e2 = "E2"
  case e3 = "E3"
  case e4 = "E4"
  case e5 = "E5"
  case e6 = "E6"
  case e8 = "E8"
  case e9 = "E9"
  case e10 = "E10"
  // Conditional access for app protection
  case c1 = "C1"
  case c2 = "C2"
  case c3 = "C3"
  case c4 = "C4"
  case c5 = "C5"
  case c6 = "C6"
  case c7 = "C7"
  case c9 = "C9"
  case c10 = "C10"
  case c11 = "C11"
}
