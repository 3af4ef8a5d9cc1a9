/// The latest elements of a sequence, for observers that subscribe later.
struct ReplayBuffer<Element>: ~Copyable {
  /// The number of elements that are kept at most.
  let size: Int
  private var elements = ElementQueue<Element>()

  init(size: Int) {
    self.size = size
  }

  /// Keeps an element; if the buffer is full, it replaces the oldest one.
  /// - Parameter element: holds the oldest one afterwards if that was replaced; the caller releases it after the lock.
  @inline(__always)
  mutating func keep(_ element: inout Element) {
    guard size > 0 else { return }
    if elements.count == size {
      elements.rotate(&element)
    } else {
      elements.append(element)
    }
  }

  /// Removes and returns all elements, for the caller to release.
  mutating func takeAll() -> ElementQueue<Element> { elements.takeAll() }

  @inline(__always)
  var isEmpty: Bool { elements.isEmpty }

  /// Calls `body` with each element, the oldest first.
  @inline(__always)
  func passAll(to body: (Element) -> Void) { elements.passAll(to: body) }

  /// Removes and returns the oldest element. Calling it on an empty buffer stops the program.
  mutating func removeFirst() -> Element { elements.removeFirst() }
}
