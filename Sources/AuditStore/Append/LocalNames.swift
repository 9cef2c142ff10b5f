/// The different names of a batch, each with its number in the order in which it came.
struct LocalNames<Name: Hashable & Sendable>: Sendable {
  /// The names in order.
  private(set) var names: [Name] = []
  private var numbers: [Name: Int32] = [:]

  /// The number of a name, from 0.
  mutating func number(of name: Name) -> Int32 {
    if let known = numbers[name] { return known }
    let number = Int32(truncatingIfNeeded: names.count)
    numbers[name] = number
    names.append(name)
    return number
  }

  mutating func removeAll() {
    names.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
  }
}
