import MAMEvents

/// Which wipes of an account were requested, and what became of each: the evidence behind the `wipe` field.
///
/// The rules by which an event finds its course:
///
/// 1. Every `wipe.requested`, and every `unenrollment.requested` with wipe (origin `unenrollment`), opens a
///    course. A request without app or device opens one for each installation of the account that it covers
///    and that exists by then. Where there is none, it opens one course for the request itself, with the app
///    or device it named.
/// 2. A report (`wipe.received`, code 102, `wipe.handled`, `wipe.completed`, `wipe.failed`) is about all open
///    courses of its installation, save those whose `requestId` and the report's differ: the account's data
///    is there or gone as a whole, so one confirmation answers all that was asked for until then, and no more
///    than that.
/// 3. A report that finds no such course takes up the open wider requests that cover the installation, that
///    it has not taken up before, and that met no installation. Where there are none it opens a course
///    without a request.
/// 4. `wipe.completed` closes; a failure does not. So "requested and not confirmed" is `request != nil &&
///    isOpen`.
public struct WipeLedger: Equatable, Sendable {
  private var byInstallation: [InstallationID: [WipeCourse]] = [:]
  private var unmet: [WipeCourse] = []

  /// No wipe so far.
  public init() {}

  /// All courses in the order in which they began; those of one request by app and device number.
  ///
  /// A wider request that met no installation is among them until an installation takes it up.
  public var courses: [WipeCourse] {
    let takenUp = Set(byInstallation.values.joined().compactMap(\.request?.point))
    let waiting = unmet.filter { course in course.request.map { !takenUp.contains($0.point) } ?? true }
    return (byInstallation.values.joined() + waiting).sorted(by: Self.precedes)
  }

  private static func precedes(_ left: WipeCourse, _ right: WipeCourse) -> Bool {
    if let leftBegan = left.began, let rightBegan = right.began, leftBegan != rightBegan {
      return leftBegan < rightBegan
    }
    return (left.app ?? -1, left.device ?? -1) < (right.app ?? -1, right.device ?? -1)
  }
}

extension WipeLedger {
  /// Folds an event whose subject is the account.
  ///
  /// - Parameters:
  ///   - event: the event; one that says nothing about a wipe changes nothing.
  ///   - installations: the account's installations that exist by then, that of the event included.
  mutating func apply(_ event: FoldEvent, installations: some Sequence<InstallationID>) {
    switch event.type {
    case .wipeRequested:
      open(event, origin: event.facts.word(.origin, of: WipeOrigin.self), among: installations)
    case .unenrollmentRequested:
      if event.facts.bool(.withWipe) == true { open(event, origin: .unenrollment, among: installations) }
    case .wipeReceived:
      report(event, .received) { $0.received = $0.received ?? event.point }
    case .enrollmentCompleted, .policyCompleted:
      if event.code == EnrollmentStatusCode.wipeReceived.rawValue {
        report(event, .received) { $0.received = $0.received ?? event.point }
      }
    case .wipeHandled:
      report(event, .handled) {
        $0.handled = event.point
        $0.wiped = event.facts.bool(.wiped)
      }
    case .wipeFailed:
      report(event, .failed) { $0.failed = event.point }
    case .wipeCompleted:
      report(event, .completed) { $0.completed = event.point }
    default:
      break
    }
  }

  private mutating func open(
    _ event: FoldEvent, origin: WipeOrigin?, among installations: some Sequence<InstallationID>
  ) {
    let request = WipeCourse.Request(
      point: event.point, origin: origin, reasonCode: event.facts.integer(.reasonCode),
      why: event.facts.word(.why, of: WipeReason.self))
    let asked = WipeCourse(
      app: event.app, device: event.device, request: request, state: .requested,
      requestID: event.facts.text(.requestID))
    let covered = installations.filter(asked.covers)
    if covered.isEmpty { unmet.append(asked) }
    for installation in covered {
      byInstallation[installation, default: []].append(asked.taken(by: installation))
    }
  }

  private mutating func report(
    _ event: FoldEvent, _ state: WipeState, _ change: (inout WipeCourse) -> Void
  ) {
    guard let installation = event.installation else { return }
    let requestID = event.facts.text(.requestID)
    var courses = byInstallation[installation] ?? []
    if !courses.contains(where: { $0.isOpen && $0.admits(requestID) }) {
      let known = Set(courses.compactMap(\.request?.point))
      let waiting = unmet.filter { course in
        course.covers(installation) && course.admits(requestID)
          && course.request.map { !known.contains($0.point) } ?? false
      }
      courses += waiting.map { $0.taken(by: installation) }
      if waiting.isEmpty {
        courses.append(WipeCourse(app: installation.app, device: installation.device, state: state))
      }
    }
    for index in courses.indices where courses[index].isOpen && courses[index].admits(requestID) {
      courses[index].requestID = courses[index].requestID ?? requestID
      courses[index].state = state
      change(&courses[index])
    }
    byInstallation[installation] = courses
  }
}

extension WipeCourse {
  /// The course that a request takes at one installation that it covers.
  fileprivate func taken(by installation: InstallationID) -> WipeCourse {
    var course = self
    course.app = installation.app
    course.device = installation.device
    return course
  }
}
