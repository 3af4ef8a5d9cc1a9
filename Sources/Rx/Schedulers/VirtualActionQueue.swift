/// The actions that wait in virtual time: the earliest first, and for the same moment in the order of scheduling.
///
/// A binary heap. Cancelled actions stay in it until they come to the front. It knows no type of time, because the runtime
/// would look up a generic queue's types for every action.
struct VirtualActionQueue {
  private var heap: [VirtualAction] = []

  /// The actions that are not cancelled, in the order in which they run.
  var waiting: [VirtualAction] { heap.filter { !$0.isDisposed }.sorted(by: precedes) }

  /// The next action. Cancelled actions in front of it are removed.
  mutating func first() -> VirtualAction? {
    while let front = heap.first {
      if !front.isDisposed { return front }
      removeFirst()
    }
    return nil
  }

  mutating func insert(_ action: VirtualAction) {
    heap.append(action)
    var child = heap.count - 1
    while child > 0, precedes(heap[child], heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() {
    let last = heap.removeLast()
    guard !heap.isEmpty else { return }
    heap[0] = last
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

  /// An action that was scheduled later is before an earlier one only if its moment is.
  private func precedes(_ lhs: VirtualAction, _ rhs: VirtualAction) -> Bool {
    lhs.order > rhs.order ? lhs.isEarlier(than: rhs) : !rhs.isEarlier(than: lhs)
  }
}
