extension ObservableType {
  /// Subscribes to the sequence, and disposes that subscription, on a scheduler.
  ///
  /// It does not decide on which thread elements are observed: `observe(on:)` does.
  @inlinable
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    SubscribeOn(asObservable()) { SubscribeOnSink(scheduler, $0) }
  }
}

@usableFromInline
final class SubscribeOn<Element>: Operator<Element, Element> {}

@usableFromInline
final class SubscribeOnSink<Element>: ForwardingSink<Element> {
  override class var traits: Traits { .subscribes }

  private let scheduler: any ImmediateSchedulerType

  @usableFromInline
  init(_ scheduler: any ImmediateSchedulerType, _ output: Downstream<Element>) {
    self.scheduler = scheduler
    super.init(output)
  }

  override func run(_ source: Observable<Element>) -> any DisposableObject {
    let disposeEverything = SerialDisposable()
    let cancelSchedule = SingleAssignmentDisposable()
    disposeEverything.disposable = cancelSchedule
    let disposeSchedule = scheduler.schedule(()) { [scheduler] _ in
      let subscription = source.subscribe(self)
      disposeEverything.disposable = ScheduledDisposable(scheduler: scheduler, disposable: subscription)
      return Disposables.create()
    }
    cancelSchedule.setDisposable(disposeSchedule)
    return disposeEverything
  }
}
