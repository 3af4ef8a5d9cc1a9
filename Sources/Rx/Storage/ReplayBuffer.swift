/// The latest elements of a sequence, for those who come later.
struct ReplayBuffer<Element>: ~Copyable {
  /// How many elements are kept.
  let size: Int
  private var elements = ElementQueue<Element>()

  init(size: Int) {
    self.size = size
  }

  /// Keeps an element, in the place of the oldest where there are enough.
  @inline(__always)
  mutating func keep(_ element: Element) {
    guard size > 0 else { return }
    if elements.count == size { _ = elements.removeFirst() }
    elements.append(element)
  }

  mutating func removeAll() { elements.removeAll() }

  /// What was kept, the oldest first.
  var all: [Element] { elements.all }
}
