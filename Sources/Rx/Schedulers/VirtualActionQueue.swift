/// The actions that wait in virtual time: the earliest first, and of those for the same moment the oldest.
///
/// A binary heap. Actions that were cancelled stay until they come to the front.
struct VirtualActionQueue<Converter: VirtualTimeConverterType> {
  typealias Action = VirtualAction<Converter.VirtualTimeUnit>

  private let converter: Converter
  private var heap: [Action] = []

  init(_ converter: Converter) {
    self.converter = converter
  }

  /// The actions that are to run, in their order.
  var waiting: [Action] { heap.filter { !$0.isDisposed }.sorted(by: precedes) }

  /// The action whose turn is next. Cancelled actions in front of it are dropped.
  mutating func first() -> Action? {
    while let front = heap.first {
      if !front.isDisposed { return front }
      removeFirst()
    }
    return nil
  }

  mutating func insert(_ action: Action) {
    heap.append(action)
    var child = heap.count - 1
    while child > 0, precedes(heap[child], heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while let child = earlierChild(of: parent), precedes(heap[child], heap[parent]) {
      heap.swapAt(child, parent)
      parent = child
    }
  }

  private func earlierChild(of parent: Int) -> Int? {
    let left = 2 * parent + 1
    guard left < heap.count else { return nil }
    let right = left + 1
    return right < heap.count && precedes(heap[right], heap[left]) ? right : left
  }

  private func precedes(_ lhs: Action, _ rhs: Action) -> Bool {
    switch converter.compareVirtualTime(lhs.time, rhs.time) {
    case .lessThan: true
    case .equal: lhs.order < rhs.order
    case .greaterThan: false
    }
  }
}
