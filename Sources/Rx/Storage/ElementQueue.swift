/// A first-in, first-out queue of elements: a ring buffer that grows.
///
/// Like ``Slot`` it saves unspecialised code the lookup of a type, here of `[Element]`. Its owner ensures that only one
/// thread uses it at a time. No method releases an element, because a deinit is the program's code, and may call the
/// owner.
struct ElementQueue<Element>: ~Copyable {
  private var storage = UnsafeMutablePointer<Element>.allocate(capacity: 4)
  private var capacity = 4
  private var head = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// The oldest element; nil if the queue is empty.
  var first: Element? { count == 0 ? nil : storage[head] }

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
  var all: [Element] { (0..<count).map { storage[place($0)] } }

  /// Calls `body` with each element, in their order.
  func passAll(to body: (Element) -> Void) {
    for index in 0..<count { body(storage[place(index)]) }
  }

  @inline(__always)
  private func place(_ index: Int) -> Int {
    let place = head + index
    return place < capacity ? place : place - capacity
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    let untilEnd = capacity - head
    larger.moveInitialize(from: storage + head, count: untilEnd)
    (larger + untilEnd).moveInitialize(from: storage, count: head)
    storage.deallocate()
    storage = larger
    capacity *= 2
    head = 0
  }

  deinit {
    for index in 0..<count { (storage + place(index)).deinitialize(count: 1) }
    storage.deallocate()
  }
}
