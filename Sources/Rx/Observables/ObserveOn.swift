import Synchronization

extension ObservableType {
  /// Gives events to its observer on a scheduler, in order, one at a time.
  ///
  /// Where the sequence itself runs is said by `subscribe(on:)`.
  public func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    guard let serial = scheduler as? SerialDispatchQueueScheduler else {
      return ObserveOn(source: asObservable(), scheduler: scheduler)
    }
    return ObserveOnSerialDispatchQueue(source: asObservable(), scheduler: serial)
  }
}

/// For schedulers that may run several actions at once: events wait in a queue that one action at a time works off.
private final class ObserveOn<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let scheduler: any ImmediateSchedulerType

  init(source: Observable<Element>, scheduler: any ImmediateSchedulerType) {
    self.source = source
    self.scheduler = scheduler
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = ObserveOnSink(scheduler: scheduler, observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

private final class ObserveOnSink<Element>: Sink<Element, Element> {
  private let scheduler: any ImmediateSchedulerType
  private let scheduled = SerialDisposable()
  private let lock = StateLock(())
  // Only touched under the lock.
  @exclusivity(unchecked) private var waiting = ElementQueue<Event<Element>>()
  @exclusivity(unchecked) private var isRunning = false

  init(scheduler: any ImmediateSchedulerType, observer: EventReceiver<Element>, cancel: SinkDisposer) {
    self.scheduler = scheduler
    super.init(observer: observer, cancel: cancel)
  }

  override func on(next element: Element) { enqueue(.next(element)) }

  override func on(error: any Swift.Error) { enqueue(.error(error)) }

  override func onCompleted() { enqueue(.completed) }

  override func dispose() {
    super.dispose()
    scheduled.dispose()
  }

  private func enqueue(_ event: Event<Element>) {
    let starts = lock.locked {
      waiting.append(event)
      defer { isRunning = true }
      return !isRunning
    }
    if starts {
      // In its place before it runs: it may end, and another thread start the next, before `scheduleLoop` returns.
      let loop = SingleAssignmentDisposable()
      scheduled.disposable = loop
      loop.setDisposable(scheduler.scheduleLoop { self.deliverOne() })
    }
  }

  /// False when nothing waits any more; the next event then starts anew.
  private func deliverOne() -> Bool {
    switch lock.locked({ waiting.isEmpty ? nil : waiting.removeFirst() }) {
    case .next(let element): forwardOn(next: element)
    case .error(let error): super.on(error: error)
    case .completed: super.onCompleted()
    case nil: break
    }
    return lock.locked {
      isRunning = !waiting.isEmpty
      return isRunning
    }
  }
}

/// For serial queues, which keep the order by themselves: each event is an action.
private final class ObserveOnSerialDispatchQueue<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let scheduler: SerialDispatchQueueScheduler

  init(source: Observable<Element>, scheduler: SerialDispatchQueueScheduler) {
    self.source = source
    self.scheduler = scheduler
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = ObserveOnSerialDispatchQueueSink(scheduler: scheduler, observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

/// Events go over to the queue's thread; what is sent there is the business of whoever asked for it.
private final class ObserveOnSerialDispatchQueueSink<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let scheduler: SerialDispatchQueueScheduler
  private let observer: EventReceiver<Element>
  private let cancel: SinkDisposer

  init(scheduler: SerialDispatchQueueScheduler, observer: EventReceiver<Element>, cancel: SinkDisposer) {
    self.scheduler = scheduler
    self.observer = observer
    self.cancel = cancel
  }

  override func onCore(next element: Element) {
    nonisolated(unsafe) let element = element
    // One closure, made here: a common way for all three events would take another one for each element.
    scheduler.enqueue { [self] in
      if !cancel.isDisposed { observer.receive(next: element) }
    }
  }

  override func onCore(error: any Swift.Error) {
    scheduler.enqueue { [self] in
      guard !cancel.isDisposed else { return }
      observer.receive(error: error)
      dispose()
    }
  }

  override func onCoreCompleted() {
    scheduler.enqueue { [self] in
      guard !cancel.isDisposed else { return }
      observer.receiveCompleted()
      dispose()
    }
  }

  override func dispose() {
    super.dispose()
    cancel.dispose()
  }

  override var nextStage: EngineObject? { observer }
}
