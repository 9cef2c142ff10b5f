import MAMEvents
import Projections

/// What a change of policy brought, for people: the fold keeps no ids and no settings, so no change of a field says it.
enum PolicyText {
  /// The policy and its settings, such as `T_policy-2 from mam, pinRequired true`; nil for every other event, and where
  /// the event says neither.
  static func text(of entry: HistoryEntry, _ content: RecordContent) -> String? {
    guard entry.event.type == .policyChanged, let data = content.data else { return nil }
    var document = JSONDocument()
    guard (try? document.parse(Array(data.utf8))) != nil else { return nil }
    func text(_ node: JSONNode) -> String { document.string(of: node) ?? document.compactToken(of: node) }
    let policy = document.member("policyId", of: document.root).map(text)
    let source = document.member("source", of: document.root).map { " from " + text($0) } ?? ""
    let settings = document.member("settings", of: document.root).map { settings in
      document.members(of: settings).map { name, value in "\(text(name)) \(text(value))" }
    }
    guard policy != nil || settings?.isEmpty == false else { return nil }
    return ([(policy ?? "a policy without an id") + source] + (settings ?? [])).joined(separator: ", ")
  }
}
