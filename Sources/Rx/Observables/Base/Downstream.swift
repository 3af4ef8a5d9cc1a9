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

/// A started subscription: both parts are disposed when it ends.
public struct Running {
  public let sink: any DisposableObject
  /// The subscription to the source, or the scheduled action that sends the events.
  public let subscription: any DisposableObject

  // Inlined, because a call would look up the types of both arguments.
  @inline(__always)
  public init(sink: any DisposableObject, subscription: any DisposableObject) {
    self.sink = sink
    self.subscription = subscription
  }
}
