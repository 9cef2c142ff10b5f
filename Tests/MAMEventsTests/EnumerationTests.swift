import MAMEvents
import Testing

@Suite("Enumerations")
struct EnumerationTests {
  static let everyValue: [(Enumeration, Enumeration.Entry)] =
    Enumerations.all.flatMap { list in list.entries.map { (list, $0) } }

  @Test(
    "a value is read by number, by digits and by name, with or without prefix, in any case",
    arguments: everyValue)
  func reads(list: Enumeration, entry: Enumeration.Entry) {
    let expected = CodedValue.known(entry.number)
    #expect(list.decode(Int64(entry.number)) == expected)
    #expect(list.decode(String(entry.number)) == expected)
    #expect(list.decode(entry.name) == expected)
    #expect(list.decode(entry.name.uppercased()) == expected)
    #expect(list.decode(list.prefix + entry.name) == expected)
    #expect(list.decode((list.prefix + entry.name).lowercased()) == expected)
    #expect(list[entry.number] == entry)
    #expect(!entry.meaning.isEmpty)
  }

  @Test("numbers and names are unique inside an enumeration, and enumerations by name")
  func isUnique() {
    #expect(Set(Enumerations.all.map(\.name)).count == Enumerations.all.count)
    for list in Enumerations.all {
      #expect(Set(list.entries.map(\.number)).count == list.entries.count)
      #expect(Set(list.entries.map { $0.name.lowercased() }).count == list.entries.count)
    }
  }

  @Test(
    "the header's numbers stand",
    arguments: [
      (
        EnrollmentStatusCode.newPoliciesReceived.constant, 100, "IntuneMAMEnrollmentStatusNewPoliciesReceived"
      ),
      (EnrollmentStatusCode.notEmmAccount.constant, 209, "IntuneMAMEnrollmentStatusNotEmmAccount"),
      (
        EnrollmentStatusCode.singleManagedAccountMode.constant, 227,
        "IntuneMAMEnrollmentStatusSingleManagedAccountMode"
      ),
      (ComplianceStatus.userCancelled.constant, 5, "IntuneMAMComplianceUserCancelled"),
      (
        MSALErrorCode.serverProtectionPoliciesRequired.constant, -50004,
        "MSALErrorServerProtectionPoliciesRequired"
      ),
      (SaveLocation.accountDocument.constant, 128, "IntuneMAMSaveLocationAccountDocument"),
      (OpenLocation.accountDocument.constant, 32, "IntuneMAMOpenLocationAccountDocument"),
    ])
  func headerNumbers(constant: String, number: Int32, expected: String) {
    #expect(constant == expected)
    let matches = Enumerations.all.filter { constant.hasPrefix($0.prefix) }
    #expect(matches.contains { $0.decode(constant) == .known(number) })
  }

  @Test("the enrollment codes are 100 to 104 and 200 to 227")
  func enrollmentCodes() {
    #expect(EnrollmentStatusCode.allCases.map(\.rawValue) == Array(100...104) + Array(200...227))
  }

  @Test("an unknown number is kept as a number")
  func unknownNumber() {
    #expect(Enumerations.enrollmentStatusCode.decode(999) == .unknownNumber(999))
    #expect(Enumerations.enrollmentStatusCode.decode("228") == .unknownNumber(228))
    #expect(Enumerations.enrollmentStatusCode.decode("-1").number == -1)
    #expect(!Enumerations.enrollmentStatusCode.decode(105).isKnown)
  }

  @Test(
    "an unknown name, or a number no enumeration can have, has no number",
    arguments: [
      "Bogus", "", "-", "1.0", " 100", "99999999999", "9223372036854775808", "-9223372036854775808",
      "IntuneMAMEnrollmentStatus", "IntuneMAMComplianceCompliant",
    ])
  func unknownName(text: String) {
    #expect(Enumerations.enrollmentStatusCode.decode(text) == .unknownName)
    #expect(CodedValue.unknownName.number == nil)
  }

  @Test("equal numbers differ between enumerations")
  func sameNumberOtherMeaning() {
    #expect(Enumerations.addIdentityResult[1]?.name == "Failed")
    #expect(Enumerations.switchIdentityResult[1]?.name == "Canceled")
    #expect(Enumerations.dataProtectionStatusCode[104]?.name == "DataNotProtected")
    #expect(Enumerations.fileProtectionStatusCode[104]?.name == "FileNotFound")
  }

  @Test("a word is read by its bytes alone")
  func words() {
    #expect(RegistrationMethod(word: "loginAndEnroll") == .loginAndEnroll)
    #expect(RegistrationMethod(word: "LoginAndEnroll") == nil)
    #expect(TransferDirection(word: "import")?.rawValue == 1)
    #expect(Words(WipeOrigin.self).index(utf8: Array("sharedDevice".utf8)) == 6)
    #expect(Words(WipeOrigin.self).index(utf8: Array("x".utf8)) == nil)
    #expect(Words(TransferLevel.self).words == ["allApps", "managedApps", "none"])
    #expect(TransferLevel.unknownIndex == 255)
  }
}
