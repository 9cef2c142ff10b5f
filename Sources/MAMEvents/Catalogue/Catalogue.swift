/// The catalogue of version 1 of the wire format, as data: the one place that decoding, the schema, the SQL lookup
/// tables and the docs read.
public enum Catalogue {
  /// Every type, in the order of the catalogue.
  public static let all: [EventDefinition] =
    enrollment + policy + compliance + wipe + identities + transfer + sharedDevice + upstream + log

  /// The definition of a type.
  public static subscript(type: EventType) -> EventDefinition {
    guard let found = byType[type] else { preconditionFailure("no definition of \(type)") }
    return found
  }

  /// The definition of a wire name, compared by bytes.
  public static func named(_ name: String) -> EventDefinition? {
    all.first { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// The known name that is nearest to an unknown one, where one is near enough to suggest.
  public static func nearest(to name: String) -> String? {
    let bytes = Array(name.utf8.prefix(100))
    let limit = max(2, bytes.count / 3)
    var best: (name: String, distance: Int)?
    for definition in all where definition.group != .log {
      let distance = editDistance(bytes, Array(definition.name.utf8))
      if distance <= limit, distance < best?.distance ?? .max { best = (definition.name, distance) }
    }
    return best?.name
  }

  private static let byType = Dictionary(uniqueKeysWithValues: all.map { ($0.type, $0) })
}

/// How many bytes must be inserted, deleted, replaced or exchanged with a neighbour to make one name the other; a
/// change of case counts nothing.
func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  let left = left.map(asciiLowercase)
  let right = right.map(asciiLowercase)
  var older: [Int] = []
  var old = Array(0...right.count)
  for i in left.indices {
    var row = [i + 1]
    row.reserveCapacity(right.count + 1)
    for j in right.indices {
      var cost = min(old[j + 1] + 1, row[j] + 1, old[j] + (left[i] == right[j] ? 0 : 1))
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { cost = min(cost, older[j - 1] + 1) }
      row.append(cost)
    }
    (older, old) = (old, row)
  }
  return old[right.count]
}
