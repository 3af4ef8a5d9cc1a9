/// The base of sinks with several inputs or a timer: it delivers one event at a time, under a lock of its own.
///
/// A subclass keeps its state under another lock, holds that one for a few lines only, and calls nothing meanwhile. It
/// decides first what to send, then sends it with ``forwardSerially(next:file:line:)``, and disposes, subscribes and
/// schedules after that. ``fail(_:)`` and ``finish()`` deliver one at a time as well. The delivery's lock is recursive,
/// because an observer may send to the operator from within a delivery. ``OtherInput`` has an example.
open class SerialSink<Input, Output>: Sink<Input, Output> {
  // See ``LockOrder`` for what may be called while it is held.
  final let delivery = DeliveryLock()

  public override init(_ output: Downstream<Output>) {
    super.init(output)
  }

  /// Forwards an element while no other event is being delivered. A call from another thread waits meanwhile.
  @inline(__always)
  public final func forwardSerially(next element: Output, file: StaticString = #fileID, line: UInt = #line) {
    delivery.withLock(file: file, line: line) { forwardOn(next: element, file: file, line: line) }
  }

  /// Calls a closure of the program within a delivery, because it makes the element.
  @inline(__always)
  final func callWithinDelivery<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
  ) rethrows -> Result {
    try Tracing.deliver(.closure, .next, to: self, file: file, line: line, body)
  }

  /// Ends the sequence with an error, after a delivery that is under way.
  public override final func fail(_ error: any Swift.Error) {
    end { forwardOn(error: error) }
  }

  /// Completes the sequence, after a delivery that is under way.
  public override final func finish() {
    end { forwardOnCompleted() }
  }

  /// Stops within the delivery, so that an input which waits for the lock sends nothing after the terminal event.
  private func end(_ deliver: () -> Void) {
    let isFirst = delivery.withLock {
      deliver()
      return endForwarding()
    }
    if isFirst { disposeInputs() }
  }
}
