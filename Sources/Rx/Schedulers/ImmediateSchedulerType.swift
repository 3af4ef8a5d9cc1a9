/// Runs actions when it sees fit: now, later, on another thread.
public protocol ImmediateSchedulerType {
  /// Hands over an action to be run as soon as possible.
  /// - Returns: a handle that cancels the action, or disposes of its result once it has run.
  func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable

  /// Runs `step` again and again, one action for each time, until it returns false.
  ///
  /// The default implementation serves every scheduler: it schedules each turn from the one before.
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
  /// - Returns: a handle that cancels all turns that wait.
  public func scheduleRecursive<State>(
    _ state: State, action: @escaping (_ state: State, _ recurse: @escaping (State) -> Void) -> Void
  ) -> any Disposable {
    let loop = RecursiveAction(scheduler: self, action: action)
    loop.schedule(state)
    return Disposables.create { loop.dispose() }
  }
}
