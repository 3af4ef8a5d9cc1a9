/// An observer that calls a closure with an object and each element, by default on the main thread.
///
/// It does not retain the object: once the object is freed, elements are dropped. A binder cannot handle errors, so an
/// error stops a debug build, and is printed by a release build.
///
///     let title = Binder(label) { label, text in label.text = text }
///     names.subscribe(title)
public struct Binder<Value>: ObserverType {
  private let receiver: EventReceiver<Value>

  /// - Parameter scheduler: calls `binding`.
  public init<Target: AnyObject>(
    _ target: Target, scheduler: any ImmediateSchedulerType = MainScheduler(),
    binding: @escaping (Target, Value) -> Void
  ) {
    receiver = BindingObserver(target, scheduler, binding)
  }

  public func on(_ event: Event<Value>) { receiver.on(event) }

  public func asEventReceiver() -> EventReceiver<Value> { receiver }
}

/// The event receiver behind a ``Binder``.
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
      fatalError("A binder got an error: \(error). Handle it before the binder, for example with `catch`.")
    #else
      print("A binder got an error: \(error). Handle it before the binder, for example with `catch`.")
    #endif
  }

  override func onCompletion() {}
}
