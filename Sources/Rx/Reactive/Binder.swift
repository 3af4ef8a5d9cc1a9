/// An observer that does something to an object with each element, on the main thread unless another scheduler is named.
///
/// It does not keep the object: when that is gone, elements are dropped. An error has no place to go, so it stops a
/// debug build, and is printed by a release build.
///
///     let title = Binder(label) { label, text in label.text = text }
///     names.subscribe(title)
public struct Binder<Value>: ObserverType {
  private let receiver: EventReceiver<Value>

  /// - Parameter scheduler: where `binding` is called.
  public init<Target: AnyObject>(
    _ target: Target, scheduler: any ImmediateSchedulerType = MainScheduler(),
    binding: @escaping (Target, Value) -> Void
  ) {
    receiver = BindingObserver(target, scheduler, binding)
  }

  public func on(_ event: Event<Value>) { receiver.on(event) }

  public func asEventReceiver() -> EventReceiver<Value> { receiver }
}

/// What a ``Binder`` is inside the engine.
private final class BindingObserver<Target: AnyObject, Value>: EventReceiver<Value> {
  private weak var target: Target?
  private let scheduler: any ImmediateSchedulerType
  private let binding: (Target, Value) -> Void

  init(_ target: Target, _ scheduler: any ImmediateSchedulerType, _ binding: @escaping (Target, Value) -> Void) {
    self.target = target
    self.scheduler = scheduler
    self.binding = binding
  }

  override func on(next element: Value) {
    _ = scheduler.schedule(element) { element in
      if let target = self.target { self.binding(target, element) }
      return Disposables.create()
    }
  }

  override func on(error: any Swift.Error) {
    #if DEBUG
      fatalError("A binder was given an error: \(error)")
    #else
      print("A binder was given an error: \(error)")
    #endif
  }

  override func onCompletion() {}
}
