import Synchronization

/// Room for the latest element of a sequence: any thread may put one, and one thread at a time may take it.
///
/// See ``Slot`` for why it is not an optional under a lock. All of it is inlined, because a call would look up its type.
struct SharedSlot<Element>: ~Copyable {
  private let lock = StateLock(())
  /// The latest element, and after it the one that is being given away.
  private let storage = UnsafeMutablePointer<Element>.allocate(capacity: 2)
  private let holdsElement = Atomic<Bool>(false)

  @inline(__always)
  var isFull: Bool { holdsElement.load(ordering: .acquiring) }

  /// The latest element. Asked of a slot that nothing was put into, it stops the program.
  @inline(__always)
  var element: Element {
    precondition(isFull, "an empty slot was asked for its element")
    return lock.locked { storage.pointee }
  }

  /// Puts an element in the place of the one before.
  @inline(__always)
  borrowing func put(_ element: Element) {
    var displaced = element
    lock.locked {
      if isFull {
        swap(&storage.pointee, &displaced)
      } else {
        storage.initialize(to: element)
        holdsElement.store(true, ordering: .releasing)
      }
    }
    // Released without the lock: its deinit is the program's code, and may send.
    withExtendedLifetime(displaced) {}
  }

  /// Gives the element away, and leaves the slot empty.
  /// - Returns: whether there was one.
  @inline(__always)
  borrowing func take(_ body: (Element) -> Void) -> Bool {
    let isTaken = lock.locked {
      guard isFull else { return false }
      (storage + 1).moveInitialize(from: storage, count: 1)
      holdsElement.store(false, ordering: .releasing)
      return true
    }
    // Moved out before the call, because that may lead back to here.
    if isTaken { body((storage + 1).move()) }
    return isTaken
  }

  deinit {
    if isFull { storage.deinitialize(count: 1) }
    storage.deallocate()
  }
}
