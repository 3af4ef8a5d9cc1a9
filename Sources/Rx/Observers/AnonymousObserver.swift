/// An observer made of closures, which `subscribe(onNext:…)` subscribes.
@usableFromInline
class AnonymousObserver<Element>: ObserverBase<Element> {
  private final let onNextClosure: ((Element) -> Void)?
  private final let onErrorClosure: ((any Swift.Error) -> Void)?
  private final let onCompletedClosure: (() -> Void)?
  /// Runs `onDisposed`.
  final let ending: AnonymousDisposable?
  private final let callStack: [String]

  /// - Parameters:
  ///   - onError: if nil, an error goes to ``Hooks/defaultErrorHandler``.
  ///   - onDisposed: called after the terminal event, or when the subscription is disposed before it.
  ///   - recordsCallStack: whether to keep the call stack for an error that `onError` does not handle, if
  ///     ``Hooks/recordCallStackOnError`` says so.
  @usableFromInline
  init(
    onNext: ((Element) -> Void)?, onError: ((any Swift.Error) -> Void)?, onCompleted: (() -> Void)?,
    onDisposed: (() -> Void)?, recordsCallStack: Bool = true
  ) {
    onNextClosure = onNext
    onErrorClosure = onError
    onCompletedClosure = onCompleted
    ending = onDisposed.map { AnonymousDisposable($0) }
    callStack = recordsCallStack && Hooks.recordCallStackOnError ? Hooks.customCaptureSubscriptionCallstack() : []
  }

  convenience init(_ eventHandler: @escaping (Event<Element>) -> Void) {
    self.init(
      onNext: { eventHandler(.next($0)) },
      onError: { eventHandler(.error($0)) },
      onCompleted: { eventHandler(.completed) },
      onDisposed: nil, recordsCallStack: false)
  }

  override func onCore(next element: Element) {
    // Fast path: without a recorder the closure is called here, which saves a retain and a release of it.
    guard _slowPath(Tracing.isOn) else {
      onNextClosure?(element)
      return
    }
    recorded(element)
  }

  @inline(never)
  private final func recorded(_ element: Element) {
    guard let onNextClosure else { return }
    Tracing.deliver(.closure, .next, to: self, .value(element)) { onNextClosure(element) }
  }

  override func onCore(error: any Swift.Error) {
    if let onErrorClosure {
      Tracing.deliver(.closure, .error, to: self, .value(error: error)) { onErrorClosure(error) }
    } else {
      Hooks.defaultErrorHandler(callStack, error)
    }
    ending?.dispose()
  }

  override func onCoreCompleted() {
    if let onCompletedClosure {
      Tracing.deliver(.closure, .completed, to: self) { onCompletedClosure() }
    }
    ending?.dispose()
  }
}
