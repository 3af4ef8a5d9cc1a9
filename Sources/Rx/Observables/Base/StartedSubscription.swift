/// A started subscription: both parts are disposed when it ends.
public struct StartedSubscription {
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
