/// Room for one element, full or empty.
///
/// It serves as an optional does. But the runtime must look up the type `Element?` each time that unspecialised code
/// touches one, and all code of a generic class is unspecialised: that measured at a third of the time that
/// `withLatestFrom` took for an element. A pointer needs only `Element`, which the object's own type has at hand.
///
/// Not a lock: its owner ensures that only one thread uses it at a time.
struct Slot<Element>: ~Copyable {
  private let storage = UnsafeMutablePointer<Element>.allocate(capacity: 1)
  private(set) var isFull = false

  /// The element in it. Asking an empty slot for it is a mistake that stops the program.
  var element: Element {
    precondition(isFull, "an empty slot was asked for its element")
    return storage.pointee
  }

  /// Puts an element in the place of the one before.
  /// - Parameter element: is the one before afterwards, if there was one. The caller releases it when it holds no lock
  ///   any more, because a deinit is the program's code.
  @inline(__always)
  mutating func exchange(_ element: inout Element) {
    if isFull {
      swap(&storage.pointee, &element)
    } else {
      storage.initialize(to: element)
      isFull = true
    }
  }

  /// Puts an element in the place of the one before, which is released after that.
  @inline(__always)
  mutating func put(_ element: Element) {
    var displaced = element
    exchange(&displaced)
  }

  /// Takes the element out.
  @inline(__always)
  mutating func take() -> Element {
    precondition(isFull, "an empty slot was asked for its element")
    isFull = false
    return storage.move()
  }

  deinit {
    if isFull { storage.deinitialize(count: 1) }
    storage.deallocate()
  }
}
