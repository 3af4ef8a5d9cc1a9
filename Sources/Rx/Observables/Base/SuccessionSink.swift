import Synchronization

/// Gives the sequences that an operator subscribes to one after another.
final class Successors<Element> {
  let next: () -> Observable<Element>?

  init<Sources: Sequence>(_ sources: Sources) where Sources.Element == Observable<Element> {
    var iterator = sources.makeIterator()
    next = { iterator.next() }
  }
}

/// Forwards the elements of sequences that follow each other: what `concat`, `retry` and `catch(sequence:)` share.
///
/// However many of them end while they are subscribed to, the stack does not grow: ``moveOn()`` called from within a
/// subscription leaves the next one to the loop that makes it.
class SuccessionSink<Element>: Sink<Element, Element> {
  private final let subscription = SerialDisposable()
  /// How many times it is to move on still.
  private final let turns = Atomic<Int>(0)
  /// Only touched by the loop. The parts of a sequence that was unfolded are on top of it.
  @exclusivity(unchecked) private final var successors: [Successors<Element>] = []

  final func run(_ first: Successors<Element>) -> any DisposableObject {
    successors = [first]
    moveOn()
    return subscription
  }

  /// Subscribes to the sequence that comes next.
  final func moveOn() {
    guard turns.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    repeat {
      subscribeToNext()
    } while turns.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }

  /// There is no sequence left to subscribe to.
  func endOfSuccession() { abstractMethod() }

  /// The parts of a sequence that is of the operator's own kind: they are taken in its place.
  func unfold(_ source: Observable<Element>) -> Successors<Element>? { nil }

  override final func on(next element: Element) { forwardOn(next: element) }

  private final func subscribeToNext() {
    guard !isDisposed else { return }
    guard let source = nextSource() else { return endOfSuccession() }
    subscription.subscribe(self, to: source)
  }

  private final func nextSource() -> Observable<Element>? {
    while let latest = successors.last {
      guard let source = latest.next() else {
        successors.removeLast()
        continue
      }
      guard let parts = unfold(source) else { return source }
      successors.append(parts)
    }
    return nil
  }
}
