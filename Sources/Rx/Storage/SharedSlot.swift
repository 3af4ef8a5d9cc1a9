import Synchronization

/// Holds the latest element of a sequence: any thread may put one, and one thread at a time may take it.
///
/// Not an optional under a lock: see ``Slot``. Its methods are inlined, because a call would look up the slot's type.
struct SharedSlot<Element>: ~Copyable {
  private let lock = StateLock(())
  /// Two places: for the latest element, and for the element that is being taken.
  private let storage = UnsafeMutablePointer<Element>.allocate(capacity: 2)
  private let holdsElement = Atomic<Bool>(false)

  @inline(__always)
  var isFull: Bool { holdsElement.load(ordering: .acquiring) }

  /// The latest element. Reading an empty slot stops the program.
  @inline(__always)
  var element: Element {
    precondition(isFull, "an empty slot was read")
    return lock.locked { storage.pointee }
  }

  /// Puts an element in; it replaces the previous one.
  @inline(__always)
  borrowing func put(_ element: Element) {
    var displaced = element
    lock.locked {
      // Not by `swap`: the thread sanitizer takes `&storage.pointee` for a change of `storage`, which `take` reads unlocked.
      if isFull { displaced = storage.move() }
      storage.initialize(to: element)
      holdsElement.store(true, ordering: .releasing)
    }
    // Released after the lock: its deinit is the program's code, and may send.
    extendLifetime(displaced)
  }

  /// Calls `body` with the element, if there is one, and leaves the slot empty.
  /// - Parameter isDue: called under the lock; if it returns false, the element stays.
  /// - Returns: whether `body` was called.
  @inline(__always)
  borrowing func take(if isDue: () -> Bool = { true }, _ body: (Element) -> Void) -> Bool {
    let isTaken = lock.locked {
      guard isFull, isDue() else { return false }
      (storage + 1).moveInitialize(from: storage, count: 1)
      holdsElement.store(false, ordering: .releasing)
      return true
    }
    // Moved out before the call, which may put another element in.
    if isTaken { body((storage + 1).move()) }
    return isTaken
  }

  deinit {
    if isFull { storage.deinitialize(count: 1) }
    storage.deallocate()
  }
}
