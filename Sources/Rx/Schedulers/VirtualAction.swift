/// An action that waits for a moment of virtual time, and its result once it has run.
final class VirtualAction<Time>: DisposeBase, DisposableObject, Cancelable {
  /// Weak, because the scheduler holds this action, and may be freed first.
  private weak var scheduler: EngineObject?
  let time: Time
  /// Actions for the same moment run in the order of this number.
  let order: UInt64
  /// The sequence number of the record of the `schedule` call.
  let cause: UInt32
  private(set) var isDisposed = false
  private var action: (() -> any Disposable)?
  private var result: (any Disposable)?

  init(on scheduler: EngineObject, time: Time, order: UInt64, cause: UInt32, action: @escaping () -> any Disposable) {
    self.scheduler = scheduler
    self.time = time
    self.order = order
    self.cause = cause
    self.action = action
  }

  /// Runs the action through `call`, which records it.
  func run(_ call: (() -> any Disposable) -> any Disposable) {
    guard let action else { return }
    self.action = nil
    let made = call(action)
    // The action may have disposed this while there was no result to dispose of yet.
    if isDisposed { made.dispose() } else { result = made }
  }

  func dispose() {
    guard !isDisposed else { return }
    isDisposed = true
    if action != nil, let scheduler { Tracing.cancelledAction(on: scheduler, cause: cause) }
    action = nil
    let made = result
    result = nil
    made?.dispose()
  }
}
