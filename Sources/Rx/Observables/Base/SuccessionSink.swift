import Synchronization

/// The sequences that an operator subscribes to one after another.
final class Successors<Element> {
  let next: () -> Observable<Element>?
  /// Those that follow when these have ended.
  fileprivate var rest: Successors<Element>?

  init<Sources: Sequence>(_ sources: Sources) where Sources.Element == Observable<Element> {
    var iterator = sources.makeIterator()
    next = { iterator.next() }
  }

  /// The same source `count` times.
  init(repeating source: Observable<Element>, count: Int) {
    var left = count
    next = {
      guard left > 0 else { return nil }
      left -= 1
      return source
    }
  }
}

/// Forwards the elements of sequences that follow each other: the base of `concat`, `retry` and `catch(sequence:)`.
///
/// The stack does not grow when many of them end while they are being subscribed to: if ``moveOn()`` is called from
/// within a subscription, the loop that made the subscription makes the next one.
class SuccessionSink<Element>: Sink<Element, Element> {
  private final let subscription = SerialDisposable()
  /// The number of calls of ``moveOn()`` that the loop has not completed.
  private final let turns = Atomic<Int>(0)
  /// Only touched by the loop. The parts of an unfolded sequence come before the sequence's siblings. A chain, because the
  /// runtime would look up the type of an array.
  @exclusivity(unchecked) private final var successors: Successors<Element>?

  final func run(_ first: Successors<Element>) -> any DisposableObject {
    successors = first
    moveOn()
    return subscription
  }

  /// Subscribes to the next sequence.
  final func moveOn() {
    guard turns.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    repeat {
      subscribeToNext()
    } while turns.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }

  /// Called when there is no sequence left to subscribe to.
  func endOfSuccession() { abstractMethod() }

  /// The parts of a sequence that the same operator made, to subscribe to in its place; otherwise nil.
  func unfold(_ source: Observable<Element>) -> Successors<Element>? { nil }

  override final func on(next element: Element) { forwardOn(next: element) }

  private final func subscribeToNext() {
    guard !isDisposed else { return }
    guard let source = nextSource() else { return endOfSuccession() }
    subscription.subscribe(self, to: source)
  }

  private final func nextSource() -> Observable<Element>? {
    while let latest = successors {
      guard let source = latest.next() else {
        successors = latest.rest
        continue
      }
      guard let parts = unfold(source) else { return source }
      parts.rest = latest
      successors = parts
    }
    return nil
  }
}
