import Foundation
import Rx
import Synchronization
import Testing

@testable import Rx

/// All tests run one after another: recordings and the check for overlapping events are the process's.
@Suite(.serialized)
enum EngineThreads {}

/// Runs `body` on `count` threads that start together, and waits for all.
func inParallel(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  let gate = DispatchSemaphore(value: 0)
  for worker in 0..<count {
    Thread.detachNewThread(in: group) {
      gate.wait()
      body(worker)
    }
  }
  for _ in 0..<count { gate.signal() }
  group.wait()
}

/// Waits until no subject has an observer, for 10 seconds at most. A timer that ends a subscription may still be disposing
/// its sources on its own thread while `dispose()`, which came second, has returned.
func everyoneLeaves(_ subjects: [PublishSubject<Int>]) -> Bool {
  let deadline = Date(timeIntervalSinceNow: 10)
  while subjects.contains(where: \.hasObservers) {
    guard Date() < deadline else { return false }
    usleep(200)
  }
  return true
}

extension Thread {
  static func detachNewThread(in group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
    group.enter()
    detachNewThread {
      body()
      group.leave()
    }
  }
}

/// A number that any thread may change.
final class Counter: Sendable {
  private let number = Atomic<Int>(0)

  var value: Int { number.load(ordering: .relaxed) }

  @discardableResult
  func add(_ change: Int = 1) -> Int { number.wrappingAdd(change, ordering: .relaxed).newValue }
}

/// Counts what an observer is given, and what the grammar of events forbids.
final class Witness: Sendable {
  let received = Counter()
  let ends = Counter()
  /// Deliveries that began while another was under way.
  let overlaps = Counter()
  /// Deliveries that began after the one that ended the sequence.
  let late = Counter()
  /// Elements that were not one more than the element before.
  let gaps = Counter()
  private let inside = Counter()
  private let last = Atomic<Int>(0)

  /// The element that came last.
  var lastElement: Int { last.load(ordering: .relaxed) }

  /// Whether events came one at a time, and none after the end, of which there was one at most.
  var isSatisfied: Bool { overlaps.value == 0 && late.value == 0 && ends.value <= 1 }

  /// - Parameter onNext: called within the delivery, with the number of elements so far.
  func observe(_ source: Observable<Int>, onNext: @escaping (Int) -> Void = { _ in }) -> any Disposable {
    source.subscribe { event in
      if self.inside.add() > 1 { self.overlaps.add() }
      if self.ends.value > 0 { self.late.add() }
      if let element = event.element {
        let previous = self.last.exchange(element, ordering: .relaxed)
        if self.received.add() > 1 && element != previous + 1 { self.gaps.add() }
        onNext(self.received.value)
      } else {
        self.ends.add()
      }
      self.inside.add(-1)
    }
  }
}

/// A source without any check or lock of its own: what it is given on whatever thread goes straight to its observer.
final class Bare: Observable<Int>, @unchecked Sendable {
  private var receiver: EventReceiver<Int>?

  override func subscribeCore(_ observer: EventReceiver<Int>) -> any DisposableObject {
    receiver = observer
    return Disposables.create().asDisposableObject()
  }

  func onNext(_ element: Int) { receiver?.send(next: element) }
  func onCompleted() { receiver?.sendCompleted() }
}

/// Runs `body` while the debug build's check for overlapping events counts instead of printing.
func countingAnomalies(_ body: () throws -> Void) rethrows -> Int {
  let count = Counter()
  let before = SynchronizationTracker.report.withLock { report in
    defer { report = { _ in count.add() } }
    return report
  }
  defer { SynchronizationTracker.report.withLock { $0 = before } }
  try body()
  return count.value
}
