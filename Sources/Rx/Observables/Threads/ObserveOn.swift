import Synchronization

extension ObservableType {
  /// Sends the events to the observer on a scheduler, in order, one at a time.
  ///
  /// It does not decide on which thread the sequence itself runs: `subscribe(on:)` does.
  @inlinable
  public func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    guard let serial = scheduler as? SerialDispatchQueueScheduler else {
      return ObserveOn(asObservable()) { ObserveOnSink(scheduler, $0) }
    }
    return ObserveOnSerialDispatchQueue(asObservable(), serial, ObserveOnSerialDispatchQueueSink.self)
  }
}

@usableFromInline
final class ObserveOn<Element>: Operator<Element, Element> {}

/// For schedulers that may run several actions at once: events wait in a queue, which one action at a time empties.
@usableFromInline
final class ObserveOnSink<Element>: Sink<Element, Element> {
  override class var traits: Traits { [.moves, .withholds(.queue)] }

  private let scheduler: any ImmediateSchedulerType
  private let scheduled = SerialDisposable()
  private let lock = StateLock(())
  // Only touched under the lock.
  @exclusivity(unchecked) private var waiting = ElementQueue<Element>()
  @exclusivity(unchecked) private var ending: SequenceEnding?
  @exclusivity(unchecked) private var isRunning = false

  @usableFromInline
  init(_ scheduler: any ImmediateSchedulerType, _ output: Downstream<Element>) {
    self.scheduler = scheduler
    super.init(output)
  }

  override func on(next element: Element) { enqueue { waiting.append(element) } }

  override func on(error: any Swift.Error) { enqueue { ending = .error(error) } }

  override func onCompletion() { enqueue { ending = .completed } }

  override func dispose() {
    super.dispose()
    scheduled.dispose()
  }

  private func enqueue(_ keep: () -> Void) {
    let starts = lock.locked {
      keep()
      defer { isRunning = true }
      return !isRunning
    }
    guard starts else { return }
    // Install the handle first: before `scheduleLoop` returns, the loop may end and another thread start the next one.
    let loop = SingleAssignmentDisposable()
    scheduled.disposable = loop
    loop.setDisposable(scheduler.scheduleLoop { self.deliverOne() })
  }

  /// - Returns: false when nothing waits any more; the next event then starts a new loop.
  private func deliverOne() -> Bool {
    if let element = lock.locked({ waiting.isEmpty ? nil : waiting.removeFirst() }) {
      forwardOn(next: element)
    } else {
      switch lock.locked({ ending }) {
      case .error(let error): fail(error)
      case .completed: finish()
      case nil: break
      }
    }
    return lock.locked {
      isRunning = !isDisposed && (!waiting.isEmpty || ending != nil)
      return isRunning
    }
  }
}

@usableFromInline
final class ObserveOnSerialDispatchQueue<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let scheduler: SerialDispatchQueueScheduler
  /// Kept, because it would be looked up for every subscription.
  private let sinkType: ObserveOnSerialDispatchQueueSink<Element>.Type

  @usableFromInline
  init(
    _ source: Observable<Element>, _ scheduler: SerialDispatchQueueScheduler,
    _ sinkType: ObserveOnSerialDispatchQueueSink<Element>.Type
  ) {
    self.source = source
    self.scheduler = scheduler
    self.sinkType = sinkType
  }

  override func run(_ output: Downstream<Element>) -> StartedSubscription {
    let sink = sinkType.init(scheduler, output)
    return StartedSubscription(sink: sink, subscription: source.subscribe(sink))
  }
}

/// For serial queues, which keep the order themselves: each event is one action. Not final, so that it can be made from a kept
/// type.
@usableFromInline
class ObserveOnSerialDispatchQueueSink<Element>: ObserverBase<Element>, @unchecked Sendable {
  override class var traits: Traits { [.moves, .withholds(.queue)] }

  private final let scheduler: SerialDispatchQueueScheduler
  private final let observer: EventReceiver<Element>
  private final let cancel: SinkDisposer

  required init(_ scheduler: SerialDispatchQueueScheduler, _ output: Downstream<Element>) {
    self.scheduler = scheduler
    observer = output.observer
    cancel = output.cancel
  }

  override func onCore(next element: Element) {
    guard !scheduler.runAtOnce({ deliver(element) }) else { return }
    nonisolated(unsafe) let element = element
    scheduler.enqueue { [self] in deliver(element) }
  }

  override func onCore(error: any Swift.Error) {
    deliverLast { [self] in observer.send(error: error) }
  }

  override func onCoreCompleted() {
    deliverLast { [self] in observer.sendCompleted() }
  }

  private final func deliver(_ element: Element) {
    if !cancel.isDisposed { observer.send(next: element) }
  }

  private final func deliverLast(_ send: @escaping @Sendable () -> Void) {
    let deliver: @Sendable () -> Void = { [self] in
      guard !cancel.isDisposed else { return }
      send()
      dispose()
    }
    if !scheduler.runAtOnce(deliver) { scheduler.enqueue(deliver) }
  }

  override func dispose() {
    super.dispose()
    cancel.dispose()
  }

  override var nextStage: EngineObject? { observer }
}
