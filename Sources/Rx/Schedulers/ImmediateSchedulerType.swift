/// A scheduler: it decides when and on which thread an action runs.
public protocol ImmediateSchedulerType {
  /// Schedules an action to run as soon as possible.
  /// - Returns: a handle that cancels the action, or disposes of its result once it has run.
  func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable

  /// Runs `step` repeatedly, one action for each turn, until it returns false.
  ///
  /// The default implementation works for every scheduler: each turn schedules the next one.
  func scheduleLoop(_ step: @escaping () -> Bool) -> any DisposableObject
}

extension ImmediateSchedulerType {
  public func scheduleLoop(_ step: @escaping () -> Bool) -> any DisposableObject {
    scheduleRecursive(()) { _, again in
      if step() { again(()) }
    }.asDisposableObject()
  }

  /// Runs an action that may ask to be run again.
  /// - Parameter action: gets the state, and a closure that schedules the action once more with another state.
  /// - Returns: a handle that cancels all waiting turns.
  public func scheduleRecursive<State>(
    _ state: State, action: @escaping (_ state: State, _ recurse: @escaping (State) -> Void) -> Void
  ) -> any Disposable {
    let loop = RecursiveAction(scheduler: self, action: action)
    loop.schedule(state)
    return Disposables.create { loop.dispose() }
  }
}
