import MAMEvents

/// One wipe of an account, from the request to its confirmation, as ``WipeLedger`` puts it together.
public struct WipeCourse: Equatable, Sendable {
  /// What asked for the wipe: a wipe request, or an unenrollment with wipe.
  public struct Request: Equatable, Sendable {
    /// The event that asked.
    public internal(set) var point: FoldPoint
    /// Who or what asked; nil for a word that is not in the list.
    public internal(set) var origin: WipeOrigin?
    /// The service's reason, an open integer.
    public internal(set) var reasonCode: Int64?
    /// Why; nil where nothing, or a word that is not in the list, was said.
    public internal(set) var why: WipeReason?
  }

  /// The app that is to be wiped; nil where a wider request has met no installation so far.
  public internal(set) var app: Int32?
  /// The device on which it is to be wiped; nil where a wider request has met no installation so far.
  public internal(set) var device: Int32?
  /// What asked for it; nil for a wipe that began without a request in the log.
  public internal(set) var request: Request?
  /// The last thing known of it: that it was asked for, or what was reported last.
  ///
  /// ``received`` is the first report, so a command that comes again after a failure shows here alone.
  public internal(set) var state: WipeState
  /// The first `requestId` that the request or a report of it carried.
  public internal(set) var requestID: String?
  /// The first report that the installation has the command (`wipe.received`, or code 102).
  public internal(set) var received: FoldPoint?
  /// The last answer of the app's wipe delegate.
  public internal(set) var handled: FoldPoint?
  /// What that answer was: true where the app has removed everything, false where the SDK removes the files.
  public internal(set) var wiped: Bool?
  /// The last report of a failure.
  public internal(set) var failed: FoldPoint?
  /// The confirmation, which closes the course.
  public internal(set) var completed: FoldPoint?

  /// Whether the wipe is not confirmed yet.
  public var isOpen: Bool { completed == nil }

  /// The event with which the course began.
  public var began: FoldPoint? {
    request?.point ?? [received, handled, failed, completed].compactMap { $0 }.min()
  }

  /// Whether a report with this `requestId` can be about this course: only two different ids speak against
  /// it.
  func admits(_ requestID: String?) -> Bool {
    guard let own = self.requestID, let requestID else { return true }
    return own.utf8.elementsEqual(requestID.utf8)
  }

  /// Whether an installation lies in what the course is about.
  func covers(_ installation: InstallationID) -> Bool {
    (app ?? installation.app) == installation.app && (device ?? installation.device) == installation.device
  }
}
