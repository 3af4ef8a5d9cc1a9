/// Holds one element or none.
///
/// It replaces an optional, whose type would be looked up on each use: "Elements by pointer" in content/beyond/speed.md.
///
/// Not a lock: its owner ensures that only one thread uses it at a time.
struct Slot<Element>: ~Copyable {
  private let storage = UnsafeMutablePointer<Element>.allocate(capacity: 1)
  private(set) var isFull = false

  /// The element. Reading an empty slot is a mistake that stops the program.
  var element: Element {
    precondition(isFull, "an empty slot was read")
    return storage.pointee
  }

  /// Puts an element in; it replaces the previous one.
  /// - Parameter element: holds the previous one afterwards, if any. The caller releases it after the lock, because a
  ///   deinit is the program's code.
  @inline(__always)
  mutating func exchange(_ element: inout Element) {
    if isFull {
      swap(&storage.pointee, &element)
    } else {
      storage.initialize(to: element)
      isFull = true
    }
  }

  /// Puts an element in; it replaces the previous one, which is then released.
  @inline(__always)
  mutating func put(_ element: Element) {
    var displaced = element
    exchange(&displaced)
  }

  /// Removes and returns the element. Taking from an empty slot is a mistake that stops the program.
  @inline(__always)
  mutating func take() -> Element {
    precondition(isFull, "an empty slot was read")
    isFull = false
    return storage.move()
  }

  deinit {
    if isFull { storage.deinitialize(count: 1) }
    storage.deallocate()
  }
}
