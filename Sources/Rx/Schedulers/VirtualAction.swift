/// An action that waits for a moment of virtual time, and its result once it has run.
class VirtualAction: DisposeBase, DisposableObject, Cancelable {
  /// Weak, because the scheduler holds this action, and may be freed first.
  private final weak var scheduler: EngineObject?
  /// Actions for the same moment run in the order of this number.
  final let order: UInt64
  /// The sequence number of the record of the `schedule` call.
  final let cause: UInt32
  // One thread at a time uses the scheduler, and nothing is called while these are read or written.
  @exclusivity(unchecked) private(set) final var isDisposed = false
  @exclusivity(unchecked) private final var action: (() -> any Disposable)?
  @exclusivity(unchecked) private final var result: (any DisposableObject)?

  fileprivate init(
    on scheduler: EngineObject, order: UInt64, cause: UInt32, action: @escaping () -> any Disposable
  ) {
    self.scheduler = scheduler
    self.order = order
    self.cause = cause
    self.action = action
  }

  /// Runs the action through `call`, which records it.
  final func run(_ call: (() -> any Disposable) -> any Disposable) {
    guard let action else { return }
    self.action = nil
    let made = call(action).asDisposableObject()
    // The action may have disposed this while there was no result to dispose of yet.
    if isDisposed { made.dispose() } else { result = made }
  }

  final func dispose() {
    guard !isDisposed else { return }
    isDisposed = true
    if action != nil, let scheduler { Tracing.cancelledAction(on: scheduler, cause: cause) }
    action = nil
    let made = result
    result = nil
    made?.dispose()
  }
}

/// An action with its moment.
final class TimedAction<Time>: VirtualAction {
  let time: Time

  init(on scheduler: EngineObject, time: Time, order: UInt64, cause: UInt32, action: @escaping () -> any Disposable) {
    self.time = time
    super.init(on: scheduler, order: order, cause: cause, action: action)
  }
}
