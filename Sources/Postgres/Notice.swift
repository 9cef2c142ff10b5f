import CLibpq

/// A NOTICE or WARNING that the server sent beside a result.
public struct Notice: Hashable, Sendable {
  /// `WARNING`, `NOTICE`, `INFO`, `LOG` or `DEBUG`, in English whatever the server's language.
  public var severity: String
  /// SQLSTATE.
  public var sqlState: String?
  /// The primary message, which may hold values.
  public var message: String
  /// HINT.
  public var hint: String?
}

extension Connection {
  /// The notices since they were last taken, oldest first, at most a hundred; nothing is ever written to standard error.
  public var notices: [Notice] { noticeBox.notices }

  /// Returns the notices and forgets them.
  public func takeNotices() -> [Notice] {
    defer { noticeBox.notices = [] }
    return noticeBox.notices
  }
}

/// Receives notices from libpq; lives as long as its connection.
final class NoticeBox {
  static let limit = 100
  var notices: [Notice] = []

  func attach(to connection: OpaquePointer) {
    PQsetNoticeReceiver(
      connection,
      { context, result in
        guard let context, let result else { return }
        Unmanaged<NoticeBox>.fromOpaque(context).takeUnretainedValue().receive(result)
      },
      Unmanaged.passUnretained(self).toOpaque())
  }

  private func receive(_ result: OpaquePointer) {
    func field(_ code: Int) -> String? {
      PQresultErrorField(result, Int32(code)).map { String(cString: $0) }
    }
    if notices.count == Self.limit { notices.removeFirst() }
    notices.append(
      Notice(
        severity: field(DIAG_SEVERITY) ?? "NOTICE", sqlState: field(DIAG_SQLSTATE),
        message: field(DIAG_MESSAGE_PRIMARY) ?? String(cString: PQresultErrorMessage(result)),
        hint: field(DIAG_MESSAGE_HINT)))
  }
}
