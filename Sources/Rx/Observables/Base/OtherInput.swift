/// A sink to which other inputs belong: it ends with the first error of any of them. Every ``Sink`` is one.
public protocol InputOwner: AnyObject {
  /// Ends the sequence with an error.
  func fail(_ error: any Swift.Error)
}

/// Observes one more input of a sink. An error fails the sink; what an element and the completion do, a subclass says.
///
///     /// Ends a sequence when another one sends something.
///     final class StopSink: SerialSink<Int, Int> {
///       private let stop: Observable<Void>
///
///       init(_ stop: Observable<Void>, _ output: Downstream<Int>) {
///         self.stop = stop
///         super.init(output)
///       }
///
///       override func run(_ source: Observable<Int>) -> any DisposableObject {
///         let stopSubscription = StopInput(of: self).run(stop)
///         return Disposables.create(source.subscribe(self), stopSubscription)
///       }
///
///       override func on(next element: Int) { forwardSerially(next: element) }
///     }
///
///     final class StopInput: OtherInput<StopSink, Void> {
///       override func on(next element: Void) { parent.finish() }
///       override func onCompletion() {}
///     }
open class OtherInput<Parent: InputOwner, Element>: EventReceiver<Element> {
  /// The sink, which forwards what becomes of this input's elements.
  public final let parent: Parent

  public init(of parent: Parent) {
    self.parent = parent
    super.init()
  }

  /// Subscribes to the input.
  /// - Returns: the subscription, which the sink disposes with its others.
  open func run(_ source: Observable<Element>) -> any DisposableObject { source.subscribe(self) }

  open override func on(error: any Swift.Error) { parent.fail(error) }
}

/// Observes one more input of a sink, which goes on without it: when the input completes, only the subscription to it
/// ends, which this object holds.
@usableFromInline
class SideInput<Parent: InputOwner, Element>: OtherInput<Parent, Element> {
  final let subscription = SingleAssignmentDisposable()

  override final func run(_ source: Observable<Element>) -> any DisposableObject {
    subscription.setDisposable(source.subscribe(self))
    return subscription
  }

  override func onCompletion() { subscription.dispose() }
}
