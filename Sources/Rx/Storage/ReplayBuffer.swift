/// The latest elements of a sequence, for observers that subscribe later.
struct ReplayBuffer<Element>: ~Copyable {
  /// How many elements are kept.
  let size: Int
  private var elements = ElementQueue<Element>()

  init(size: Int) {
    self.size = size
  }

  /// Keeps an element, in the place of the oldest if there are enough.
  /// - Parameter element: is the oldest then, which the caller releases when it holds no lock any more.
  @inline(__always)
  mutating func keep(_ element: inout Element) {
    guard size > 0 else { return }
    if elements.count == size {
      elements.rotate(&element)
    } else {
      elements.append(element)
    }
  }

  /// Gives away all elements, for the caller to release.
  mutating func takeAll() -> ElementQueue<Element> { elements.takeAll() }

  var isEmpty: Bool { elements.isEmpty }

  /// Calls `body` with each element, the oldest first.
  func passAll(to body: (Element) -> Void) { elements.passAll(to: body) }

  /// Gives away the oldest element. Asked of an empty buffer, it stops the program.
  mutating func removeFirst() -> Element { elements.removeFirst() }
}
