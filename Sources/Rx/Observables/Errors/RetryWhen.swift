import CPlatform

extension ObservableType {
  /// Subscribes to the sequence again after a failure, when another sequence, the trigger, sends an element.
  ///
  ///     let resumed = PublishSubject<Void>()
  ///     let again = connection.retry { errors in errors.flatMap { _ in resumed } }
  ///     // Subscribes to `connection` again when `resumed` sends something after a failure.
  ///
  /// - Parameter notificationHandler: turns the errors into the trigger sequence. Each element of the trigger that
  ///   follows a failure starts one more attempt; the terminal event of the trigger ends the sequence. An error that is
  ///   not an `Error` ends the sequence without asking the trigger.
  public func retry<TriggerObservable: ObservableType, Error: Swift.Error>(
    when notificationHandler: @escaping (Observable<Error>) -> TriggerObservable
  ) -> Observable<Element> {
    retrying { notificationHandler($0).asObservable() }
  }

  /// Subscribes to the sequence again after a failure with any error, when another sequence sends an element.
  public func retry<TriggerObservable: ObservableType>(
    when notificationHandler: @escaping (Observable<any Swift.Error>) -> TriggerObservable
  ) -> Observable<Element> {
    retrying { notificationHandler($0).asObservable() }
  }
}

extension ObservableType {
  private func retrying<Failure, Trigger>(
    _ notificationHandler: @escaping (Observable<Failure>) -> Observable<Trigger>
  ) -> Observable<Element> {
    RetryWhen(asObservable()) { RetryWhenSink(notificationHandler, $0) }
  }
}

private final class RetryWhen<Element>: Operator<Element, Element> {}

/// The state of the trigger.
private enum TriggerState {
  /// No failure waits for the trigger.
  case idle
  /// A failure waits for the trigger's answer.
  case awaited
  /// The trigger has asked for an attempt, which waits until the failed one is disposed. If the trigger ends meanwhile,
  /// the sequence ends without that attempt.
  case answered
  /// The trigger ended while no failure waited: the next failure ends the sequence.
  case ended((any Swift.Error)?)
}

/// A step of the loop, which takes one after another.
private enum RetryStep {
  case attempt
  case tell(any Swift.Error)
}

private final class RetryWhenSink<Element, Failure, Trigger>: Sink<Element, Element> {
  private let notificationHandler: (Observable<Failure>) -> Observable<Trigger>
  private let errors = PublishSubject<Failure>()
  private let subscription = SerialDisposable()
  private let lock = StateLock(())
  // Only touched under the lock, except for the source, which is set first.
  private var source = Observable<Element>.never()
  private var trigger = TriggerState.idle
  private var steps: [RetryStep] = []
  private var isAtWork = false
  /// The thread that is subscribing to the source; 0 for none.
  private var attempter: UInt = 0

  init(
    _ notificationHandler: @escaping (Observable<Failure>) -> Observable<Trigger>, _ output: Downstream<Element>
  ) {
    self.notificationHandler = notificationHandler
    super.init(output)
  }

  override func run(_ source: Observable<Element>) -> any DisposableObject {
    self.source = source
    let triggerSubscription = RetryTriggerSink(of: self).run(call { notificationHandler(errors) })
    work(off: .attempt)
    return Disposables.create(subscription, triggerSubscription)
  }

  override func on(next element: Element) { forwardOn(next: element) }

  override func on(error: any Swift.Error) {
    guard error is Failure else { return fail(error) }
    subscription.replace(with: NopDisposable.noOp)
    // Within an attempt the error is told before the attempt is disposed, because a terminal event of the trigger must
    // be sent before that.
    if lock.locked({ attempter == Self.thisThread }) { tell(error) } else { work(off: .tell(error)) }
  }

  func triggered() {
    let isAwaited = lock.locked {
      guard case .awaited = trigger else { return false }
      trigger = attempter == 0 ? .idle : .answered
      return true
    }
    if isAwaited { work(off: .attempt) }
  }

  func triggerEnded(_ error: (any Swift.Error)?) {
    let endsSequence = lock.locked {
      defer { trigger = .ended(error) }
      return switch trigger {
      case .awaited, .answered: true
      case .idle, .ended: false
      }
    }
    if endsSequence { end(error) }
  }

  /// A loop, because an attempt may fail while it is made, and the trigger may answer while it is given the error. So
  /// the stack does not grow, and the trigger gets one error at a time.
  private func work(off step: RetryStep) {
    let isFirst = lock.locked {
      steps.append(step)
      defer { isAtWork = true }
      return !isAtWork
    }
    guard isFirst else { return }
    while let step = lock.locked({ nextStep() }), !isDisposed {
      switch step {
      case .attempt: attempt()
      case .tell(let error): tell(error)
      }
    }
  }

  private func attempt() {
    lock.locked {
      if case .answered = trigger { trigger = .idle }
      attempter = Self.thisThread
    }
    subscription.subscribe(self, to: source)
    lock.locked { attempter = 0 }
  }

  private func nextStep() -> RetryStep? {
    isAtWork = !steps.isEmpty
    return steps.isEmpty ? nil : steps.removeFirst()
  }

  private func tell(_ error: any Swift.Error) {
    let state = lock.locked {
      if case .idle = trigger { trigger = .awaited }
      return trigger
    }
    if case .ended(let error) = state { return end(error) }
    if let failure = error as? Failure { errors.onNext(failure) }
  }

  private func end(_ error: (any Swift.Error)?) {
    if let error { fail(error) } else { finish() }
  }

  private static var thisThread: UInt { UInt(bitPattern: hw_thread_state()) }
}

/// Receives the events of the trigger.
private final class RetryTriggerSink<Element, Failure, Trigger>:
  OtherInput<RetryWhenSink<Element, Failure, Trigger>, Trigger>
{
  override func on(next element: Trigger) { parent.triggered() }

  override func on(error: any Swift.Error) { parent.triggerEnded(error) }

  override func onCompletion() { parent.triggerEnded(nil) }
}
