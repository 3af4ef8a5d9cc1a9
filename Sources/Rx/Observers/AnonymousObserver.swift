/// An observer made of closures: what `subscribe(onNext:…)` subscribes.
@usableFromInline
final class AnonymousObserver<Element>: ObserverBase<Element> {
  private let onNextClosure: ((Element) -> Void)?
  private let onErrorClosure: ((any Swift.Error) -> Void)?
  private let onCompletedClosure: (() -> Void)?
  /// Runs `onDisposed`.
  let ending: AnonymousDisposable?
  private let callStack: [String]

  /// - Parameters:
  ///   - onError: where it is absent, an error goes to ``Hooks/defaultErrorHandler``.
  ///   - ending: disposed of after the event that ends the sequence, whichever it is.
  ///   - callStack: where the subscription was made, for an error that nobody takes.
  @usableFromInline
  init(
    onNext: ((Element) -> Void)?, onError: ((any Swift.Error) -> Void)?, onCompleted: (() -> Void)?,
    onDisposed: (() -> Void)?
  ) {
    onNextClosure = onNext
    onErrorClosure = onError
    onCompletedClosure = onCompleted
    ending = onDisposed.map { AnonymousDisposable($0) }
    callStack = Hooks.recordCallStackOnError ? Hooks.customCaptureSubscriptionCallstack() : []
  }

  convenience init(_ eventHandler: @escaping (Event<Element>) -> Void) {
    self.init(
      onNext: { eventHandler(.next($0)) },
      onError: { eventHandler(.error($0)) },
      onCompleted: { eventHandler(.completed) },
      onDisposed: nil)
  }

  override func onCore(next element: Element) {
    // Apart from what records: the closure called in place is called without being retained.
    guard _slowPath(Tracing.isOn) else {
      onNextClosure?(element)
      return
    }
    recorded(element)
  }

  @inline(never)
  private func recorded(_ element: Element) {
    guard let onNextClosure else { return }
    Tracing.deliver(.closure, .next, to: self, .value(element)) { onNextClosure(element) }
  }

  override func onCore(error: any Swift.Error) {
    if let onErrorClosure {
      Tracing.deliver(.closure, .error, to: self, .value(error)) { onErrorClosure(error) }
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
