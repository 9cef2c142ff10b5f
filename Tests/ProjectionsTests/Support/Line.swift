import Synchronization

/// Wire lines of a test's events.
enum Line {
  static let ada = "a0000000-0000-4000-8000-00000000000a"
  static let bob = "b0000000-0000-4000-8000-00000000000b"

  private static let counter = Atomic<Int>(0)

  /// A line of an event on an installation.
  ///
  /// - Parameters:
  ///   - type: without `mam.`.
  ///   - minute: minutes after 2026-03-01T00:00:00Z.
  static func event(
    _ type: String, minute: Int, subject: String? = Line.ada, app: String? = "com.contoso.mail",
    device: String? = "D-1", data: String? = nil
  ) -> String {
    let number = counter.add(1, ordering: .relaxed).newValue
    let (day, rest) = (minute / 1440, minute % 1440)
    let time = "2026-03-\(pad(day + 1))T\(pad(rest / 60)):\(pad(rest % 60)):00.\(pad(number % 100))Z"
    var members = [
      #""specversion":"1.0""#, #""id":"e\#(number)""#, #""source":"urn:test""#, #""type":"mam.\#(type)""#,
      #""time":"\#(time)""#, #""tenantid":"\#(TestLog.tenant)""#,
    ]
    if let subject { members.append(#""subject":"\#(subject)""#) }
    if let app { members.append(#""appid":"\#(app)""#) }
    if let device { members.append(#""deviceid":"\#(device)""#) }
    if let data { members.append(#""data":\#(data)"#) }
    return "{" + members.joined(separator: ",") + "}"
  }

  private static func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
