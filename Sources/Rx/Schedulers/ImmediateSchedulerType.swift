/// Runs actions when it sees fit: now, later, on another thread.
public protocol ImmediateSchedulerType {
  /// Hands over an action to be run as soon as possible.
  /// - Returns: what cancels the action, and disposes of what the action returned once it ran.
  func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable

  /// Runs `step` again and again, one action for each time, until it returns false.
  ///
  /// There is no need to implement it: the default schedules each turn from the one before.
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
  /// - Returns: what cancels the action that is waiting, whichever turn it is.
  public func scheduleRecursive<State>(
    _ state: State, action: @escaping (_ state: State, _ recurse: @escaping (State) -> Void) -> Void
  ) -> any Disposable {
    let loop = RecursiveAction(scheduler: self, action: action)
    loop.schedule(state)
    return Disposables.create { loop.dispose() }
  }
}
