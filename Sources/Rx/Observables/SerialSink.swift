/// The base of sinks whose events come from several places at once: delivers one at a time, under a lock of its own.
///
/// A subclass decides what to do first, holds the lock for the delivery only, and disposes, subscribes and schedules after
/// it: see ``LockOrder``. Errors and the end are delivered like that without a subclass's doing.
class SerialSink<Input, Output>: Sink<Input, Output> {
  final let delivery = DeliveryLock()

  /// Gives the observer an element when no other event is being delivered.
  @inline(__always)
  final func forwardSerially(next element: Output, file: StaticString = #fileID, line: UInt = #line) {
    delivery.withLock(file: file, line: line) { forwardOn(next: element, file: file, line: line) }
  }

  override func on(error: any Swift.Error) {
    delivery.withLock { forwardOn(error: error) }
    dispose()
  }

  override func onCompleted() {
    delivery.withLock { forwardOnCompleted() }
    dispose()
  }
}
