import RxTrace

/// The number of elements that wait in a stage, and whether it only grows.
///
/// A queue that is filled faster than it is emptied is longer each time when an element has left it. A queue that
/// becomes empty begins anew.
struct GrowingQueue {
  private(set) var size = 0
  /// How many elements have come, and how many have left.
  private(set) var taken = 0
  private(set) var left = 0
  /// The steps that gave the first and the newest of the waiting elements.
  private(set) var first = 0
  private(set) var newest = 0
  /// How many events from outside of all calls brought the elements.
  private(set) var turns = 0
  private var turn = -1
  /// The size when the latest element had left.
  private var low = 0
  private var rises = 0
  private var hasShrunk = false

  mutating func add(_ step: Int, in turn: Int) {
    if size == 0 { first = step }
    size += 1
    taken += 1
    newest = step
    if turn != self.turn {
      self.turn = turn
      turns += 1
    }
  }

  mutating func remove() {
    guard size > 0 else { return }
    size -= 1
    left += 1
    if size == 0 { return empty() }
    if size < low { hasShrunk = true }
    if size > low { rises += 1 }
    low = size
  }

  private mutating func empty() { (low, rises, hasShrunk, turns, turn) = (0, 0, false, 0, -1) }

  /// How often the queue has become longer, as seen each time when an element had left it, and once more at the end;
  /// nil if it has also become shorter, or if all elements came in a few turns.
  var growths: Int? {
    guard !hasShrunk, turns >= Self.fewestTurns else { return nil }
    return rises + (size > low ? 1 : 0)
  }

  private static let fewestTurns = 3
}
