/// An action that waits for a moment of virtual time, and its result once it has run.
class VirtualAction: DisposeBase, DisposableObject, Cancelable {
  /// Actions for the same moment run in the order of this number.
  final let order: UInt64
  /// The sequence number of the record of the `schedule` call.
  final let cause: UInt32
  // One thread at a time uses the scheduler, and nothing is called while these are read or written.
  @exclusivity(unchecked) private(set) final var isDisposed = false
  @exclusivity(unchecked) private final var action: (() -> any Disposable)?
  @exclusivity(unchecked) private final var result: (any DisposableObject)?

  fileprivate init(order: UInt64, cause: UInt32, action: @escaping () -> any Disposable) {
    self.order = order
    self.cause = cause
    self.action = action
  }

  /// Nil if the scheduler has been freed.
  var scheduler: EngineObject? { abstractMethod() }

  /// Whether its moment is before that of another action of the same scheduler.
  func isEarlier(than other: VirtualAction) -> Bool { abstractMethod() }

  /// Runs the action through `call`, which records it.
  final func run(_ call: (() -> any Disposable) -> any Disposable) {
    guard let action = action.take() else { return }
    let made = call(action).asDisposableObject()
    // The action may have disposed this while there was no result to dispose of yet.
    if isDisposed { made.dispose() } else { result = made }
  }

  final func dispose() {
    guard !isDisposed else { return }
    isDisposed = true
    if Tracing.isOn, action != nil, let scheduler { Tracing.cancelledAction(on: scheduler, cause: cause) }
    action = nil
    result.take()?.dispose()
  }
}

/// An action with its moment. Not final, so that it can be made from a kept type.
class TimedAction<Moment>: VirtualAction {
  final let moment: Moment
  private final let timeline: VirtualTimeline<Moment>

  // `borrowing`: the optimizer would change the call otherwise, and look up the type.
  required init(
    on timeline: VirtualTimeline<Moment>, at moment: borrowing Moment, order: UInt64, cause: UInt32,
    action: @escaping () -> any Disposable
  ) {
    self.timeline = timeline
    self.moment = copy moment
    super.init(order: order, cause: cause, action: action)
  }

  override var scheduler: EngineObject? { timeline.scheduler }

  override func isEarlier(than other: VirtualAction) -> Bool {
    timeline.isBefore(moment, unsafeDowncast(other, to: TimedAction<Moment>.self).moment)
  }
}
