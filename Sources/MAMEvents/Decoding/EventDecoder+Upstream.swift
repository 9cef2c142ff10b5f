/// Personal data in upstream records, by member name and by shape.
extension EventDecoder {
  /// What is known of the place in an upstream record that is being looked at.
  private struct Place {
    var path: String
    /// The name of the nearest member around, and the same in lower case.
    var name: String
    var lowerName: [UInt8]
    /// Whether a member around is personal by its name: all values in it are.
    var isPersonal = false
    var person = Member.Person.account
  }

  mutating func findPersonal(in data: JSONNode) {
    find(in: data, Place(path: "data", name: "data", lowerName: Array("data".utf8)))
  }

  private mutating func find(in node: JSONNode, _ place: Place) {
    switch document.kind(of: node) {
    case .object where place.path != "data" && document.isRedacted(node):
      hide(node, path: place.path, name: place.name, place.person)
    case .object:
      for (nameNode, value) in document.members(of: node) where document.kind(of: value) != .null {
        let name = document.lossyString(of: nameNode)
        let lowerName = name.utf8.map(asciiLowercase)
        var inner = Place(
          path: "\(place.path).\(name)", name: name, lowerName: lowerName, isPersonal: place.isPersonal,
          person: place.person)
        if PersonalShape.isPersonal(lowerName: lowerName, parent: place.lowerName) { inner.isPersonal = true }
        if PersonalShape.isActor(lowerName: lowerName) { inner.person = .other }
        find(in: value, inner)
      }
    case .array:
      for (index, element) in document.elements(of: node).enumerated() {
        var inner = place
        inner.path += "[\(index)]"
        find(in: element, inner)
      }
    case .string:
      let isPersonal =
        place.isPersonal || document.withText(of: node) { PersonalShape.matches(utf8: $0) } ?? false
      if isPersonal {
        hide(node, path: place.path, name: place.name, place.person)
      }
    case .number, .true, .false:
      if place.isPersonal {
        hide(node, path: place.path, name: place.name, place.person)
      }
    case .null: break
    }
  }
}
