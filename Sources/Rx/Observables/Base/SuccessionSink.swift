import Synchronization

/// The sequences that an operator subscribes to one after another.
@usableFromInline
final class Successors<Element> {
  fileprivate let next: () -> Observable<Element>?
  /// Those that follow when these have ended.
  fileprivate var rest: Successors<Element>?

  @usableFromInline
  init(_ next: @escaping () -> Observable<Element>?) {
    self.next = next
  }

  @inlinable
  convenience init<Sources: Sequence>(_ sources: Sources) where Sources.Element == Observable<Element> {
    var iterator = sources.makeIterator()
    self.init { iterator.next() }
  }

  /// The same source `count` times.
  convenience init(repeating source: Observable<Element>, count: Int) {
    var left = count
    self.init {
      guard left > 0 else { return nil }
      left -= 1
      return source
    }
  }
}

/// A sequence of the elements of others, which its subscriptions go through one after another.
@usableFromInline
class Succession<Element>: Producer<Element> {
  final let sources: () -> Successors<Element>

  /// - Parameter sources: called for each subscription.
  @usableFromInline
  init(_ sources: @escaping () -> Successors<Element>) {
    self.sources = sources
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
  private final let operatorType: Succession<Element>.Type?

  /// - Parameter operatorType: the parts of a source of this type take its place. Handed over, because a cast would look it up
  ///   for every source.
  init(_ output: Downstream<Element>, unfolding operatorType: Succession<Element>.Type?) {
    self.operatorType = operatorType
    super.init(output)
  }

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

  /// The parts of a sequence that the same operator made; otherwise nil.
  private final func unfold(_ source: Observable<Element>) -> Successors<Element>? {
    guard let operatorType, type(of: source) == operatorType else { return nil }
    return unsafeDowncast(source, to: Succession<Element>.self).sources()
  }
}
