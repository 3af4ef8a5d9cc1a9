/// The base of sinks with several inputs or a timer: it delivers one event at a time, under a lock of its own.
///
/// A subclass decides first, holds the lock only for the delivery, and disposes, subscribes and schedules after it: see
/// ``LockOrder``. ``Sink/fail(_:)`` and ``Sink/finish()`` deliver under the lock as well.
@usableFromInline
class SerialSink<Input, Output>: Sink<Input, Output> {
  final let delivery = DeliveryLock()

  /// Forwards an element while no other event is being delivered.
  @inline(__always)
  final func forwardSerially(next element: Output, file: StaticString = #fileID, line: UInt = #line) {
    delivery.withLock(file: file, line: line) { forwardOn(next: element, file: file, line: line) }
  }

  /// Calls a closure of the program within a delivery, because it makes the element.
  @inline(__always)
  final func invokeWithinDelivery<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
  ) rethrows -> Result {
    try Tracing.deliver(.closure, .next, to: self, file: file, line: line, body)
  }

  override final func fail(_ error: any Swift.Error) {
    end { forwardOn(error: error) }
  }

  override final func finish() {
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
