/// A definition of the catalogue made ready for decoding: members flattened, names as bytes.
final class CompiledDefinition: Sendable {
  /// A member with its place in the flat list.
  struct Slot: Sendable {
    let member: Member
    let utf8: [UInt8]
    /// The member's path, such as `data.error.code`.
    let path: String
    /// Where the members of an object are in the flat list.
    let children: Range<Int>
  }

  let definition: EventDefinition
  let utf8: [UInt8]
  let slots: [Slot]
  /// The slots of the members of `data` itself.
  let top: Range<Int>
  /// Where `data.identity` is, if the type has it.
  let identity: Int?
  /// Whether `data` is a record of a service, in which personal data is found by name and by shape.
  let isUpstream: Bool

  private init(_ definition: EventDefinition) {
    self.definition = definition
    utf8 = Array(definition.name.utf8)
    var slots: [Slot] = []
    top = CompiledDefinition.add(definition.members, "data", to: &slots)
    self.slots = slots
    identity = slots.firstIndex { $0.path == "data.identity" }
    isUpstream = definition.group == .upstream && definition.account == .upstream
  }

  /// Adds members side by side, and the members of each behind all of them.
  private static func add(_ members: [Member], _ path: String, to slots: inout [Slot]) -> Range<Int> {
    let start = slots.count
    for member in members {
      slots.append(
        Slot(member: member, utf8: Array(member.name.utf8), path: "\(path).\(member.name)", children: 0..<0))
    }
    let end = slots.count
    for index in start..<end where !slots[index].member.members.isEmpty {
      let slot = slots[index]
      let children = add(slot.member.members, slot.path, to: &slots)
      slots[index] = Slot(member: slot.member, utf8: slot.utf8, path: slot.path, children: children)
    }
    return start..<end
  }

  /// The definition of a wire name, compared by bytes.
  static func named(_ bytes: UnsafeRawBufferPointer) -> CompiledDefinition? {
    guard bytes.count < byLength.count else { return nil }
    return byLength[bytes.count].first { $0.utf8.elementsEqual(bytes) }
  }

  /// How many slots the largest definition has.
  static let largest = Catalogue.all.map { CompiledDefinition($0).slots.count }.max() ?? 0

  private static let byLength: [[CompiledDefinition]] = {
    let all = Catalogue.all.map(CompiledDefinition.init)
    let longest = all.map(\.utf8.count).max() ?? 0
    return (0...longest).map { length in all.filter { $0.utf8.count == length } }
  }()
}
