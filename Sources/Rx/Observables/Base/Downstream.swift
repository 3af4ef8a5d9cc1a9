/// The observer that gets a sink's events, and the handle that ends the sink's subscription.
public struct Downstream<Element> {
  /// Gets the events.
  public let observer: EventReceiver<Element>
  /// Disposes the whole subscription: the sink, and its subscriptions to its sources.
  public let cancel: SinkDisposer

  @inline(__always)
  init(observer: EventReceiver<Element>, cancel: SinkDisposer) {
    self.observer = observer
    self.cancel = cancel
  }
}
