/// A first-in, first-out queue of elements: a ring buffer that grows, and that is made with the first element.
///
/// Like ``Slot`` it saves unspecialised code the lookup of a type, here of `[Element]`. Its owner ensures that only one
/// thread uses it at a time. No method releases an element, because a deinit is the program's code, and may call the
/// owner.
struct ElementQueue<Element>: ~Copyable {
  private var storage: UnsafeMutablePointer<Element>!
  private var capacity = 0
  private var head = 0
  private(set) var count = 0

  @inline(__always)
  var isEmpty: Bool { count == 0 }

  /// The oldest element. Reading it of an empty queue stops the program.
  @inline(__always)
  var first: Element {
    precondition(count > 0, "an empty queue was read")
    return storage[head]
  }

  /// Adds an element at the end.
  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (storage + place(count)).initialize(to: element)
    count += 1
  }

  /// Removes and returns the oldest element. Calling it on an empty queue stops the program.
  @inline(__always)
  mutating func removeFirst() -> Element {
    precondition(count > 0, "an element was removed from an empty queue")
    defer {
      head = place(1)
      count -= 1
    }
    return (storage + head).move()
  }

  /// Adds an element at the end, removes the oldest one, and leaves that in `element`.
  @inline(__always)
  mutating func rotate(_ element: inout Element) {
    if count == 1 { return swap(&storage[head], &element) }
    var oldest = removeFirst()
    append(element)
    // When this method returns, it releases a copy of the new element; the queue keeps that alive.
    swap(&oldest, &element)
  }

  /// Removes and returns all elements.
  mutating func takeAll() -> ElementQueue<Element> {
    var taken = ElementQueue()
    swap(&self, &taken)
    return taken
  }

  /// The elements in their order.
  var all: [Element] {
    guard count > 0 else { return [] }
    return Array(unsafeUninitializedCapacity: count) { places, initialized in
      let (first, untilEnd) = (places.baseAddress!, min(count, capacity - head))
      first.initialize(from: storage + head, count: untilEnd)
      (first + untilEnd).initialize(from: storage, count: count - untilEnd)
      initialized = count
    }
  }

  /// Calls `body` with each element, in their order.
  @inline(__always)
  func passAll(to body: (Element) -> Void) {
    for index in 0..<count { body(storage[place(index)]) }
  }

  @inline(__always)
  private func place(_ index: Int) -> Int {
    let place = head + index
    return place < capacity ? place : place - capacity
  }

  @inline(__always)
  private mutating func grow() {
    let size = max(capacity * 2, 4)
    storage = enlarged(storage, head: head, capacity, to: size)
    (capacity, head) = (size, 0)
  }

  deinit {
    for index in 0..<count { (storage + place(index)).deinitialize(count: 1) }
    storage?.deallocate()
  }
}

/// Moves the elements of a full ring into a larger one, where they begin at the start.
///
/// Not a method of the queue: unspecialised code would look up the queue's type for the call.
@inline(never)
private func enlarged<Element>(
  _ full: UnsafeMutablePointer<Element>?, head: Int, _ capacity: Int, to size: Int
) -> UnsafeMutablePointer<Element> {
  let larger = UnsafeMutablePointer<Element>.allocate(capacity: size)
  guard let full else { return larger }
  let untilEnd = capacity - head
  larger.moveInitialize(from: full + head, count: untilEnd)
  (larger + untilEnd).moveInitialize(from: full, count: head)
  full.deallocate()
  return larger
}
