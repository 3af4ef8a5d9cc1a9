/// An observer made of closures: what `subscribe(onNext:…)` subscribes.
final class AnonymousObserver<Element>: ObserverBase<Element> {
  private let onNextClosure: ((Element) -> Void)?
  private let onErrorClosure: (any Swift.Error) -> Void
  private let onCompletedClosure: () -> Void

  init(
    onNext: ((Element) -> Void)?, onError: @escaping (any Swift.Error) -> Void, onCompleted: @escaping () -> Void
  ) {
    onNextClosure = onNext
    onErrorClosure = onError
    onCompletedClosure = onCompleted
  }

  convenience init(_ eventHandler: @escaping (Event<Element>) -> Void) {
    self.init(
      onNext: { eventHandler(.next($0)) },
      onError: { eventHandler(.error($0)) },
      onCompleted: { eventHandler(.completed) })
  }

  override func onCore(next element: Element) {
    guard let onNextClosure else { return }
    Tracing.deliver(.closure, .next, to: self, .value(element)) { onNextClosure(element) }
  }

  override func onCore(error: any Swift.Error) {
    Tracing.deliver(.closure, .error, to: self, .value(error)) { onErrorClosure(error) }
  }

  override func onCoreCompleted() {
    Tracing.deliver(.closure, .completed, to: self) { onCompletedClosure() }
  }
}
