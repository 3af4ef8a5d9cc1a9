/// An observer made of closures: what `subscribe(onNext:…)` subscribes.
final class AnonymousObserver<Element>: ObserverBase<Element> {
  private let onNextClosure: ((Element) -> Void)?
  private let onErrorClosure: ((any Swift.Error) -> Void)?
  private let onCompletedClosure: (() -> Void)?
  private let unhandled: ((any Swift.Error) -> Void)?
  private let ended: (() -> Void)?

  /// - Parameters:
  ///   - unhandled: takes the error where there is no `onError`.
  ///   - ended: called after the event that ends the sequence, whichever it is.
  init(
    onNext: ((Element) -> Void)?, onError: ((any Swift.Error) -> Void)?, onCompleted: (() -> Void)?,
    unhandled: ((any Swift.Error) -> Void)? = nil, ended: (() -> Void)? = nil
  ) {
    onNextClosure = onNext
    onErrorClosure = onError
    onCompletedClosure = onCompleted
    self.unhandled = unhandled
    self.ended = ended
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
    if let onErrorClosure {
      Tracing.deliver(.closure, .error, to: self, .value(error)) { onErrorClosure(error) }
    } else {
      unhandled?(error)
    }
    ended?()
  }

  override func onCoreCompleted() {
    if let onCompletedClosure {
      Tracing.deliver(.closure, .completed, to: self) { onCompletedClosure() }
    }
    ended?()
  }
}
