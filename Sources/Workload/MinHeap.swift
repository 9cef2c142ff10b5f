/// The smallest first: a binary heap whose order depends on nothing but its elements.
struct MinHeap<Element: Comparable> {
  private var elements: [Element] = []

  var count: Int { elements.count }
  var first: Element? { elements.first }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard elements[child] < elements[parent] else { return }
      elements.swapAt(child, parent)
      child = parent
    }
  }

  /// Takes the smallest out.
  mutating func removeFirst() -> Element? {
    guard let last = elements.popLast() else { return nil }
    guard let first = elements.first else { return last }
    elements[0] = last
    sink()
    return first
  }

  /// Puts another element in the place of the smallest.
  mutating func replaceFirst(with element: Element) {
    elements[0] = element
    sink()
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < elements.count else { return }
      if child + 1 < elements.count && elements[child + 1] < elements[child] { child += 1 }
      guard elements[child] < elements[parent] else { return }
      elements.swapAt(child, parent)
      parent = child
    }
  }
}
