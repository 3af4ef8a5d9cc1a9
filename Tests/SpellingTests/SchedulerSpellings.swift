import Foundation
import RxCocoa
import RxRelay
import RxSwift

// Every overload that schedulers, disposables, observers and events have. Nothing here is called.

func initializers() {
  let _: any SchedulerType = SerialDispatchQueueScheduler(
    internalSerialQueueName: "a", serialQueueConfiguration: { $0.activate() }, leeway: .nanoseconds(0))
  let _: any SchedulerType = SerialDispatchQueueScheduler(
    queue: .global(), internalSerialQueueName: "a", leeway: .nanoseconds(0))
  let _: any SchedulerType = SerialDispatchQueueScheduler(
    qos: .default, internalSerialQueueName: "a", leeway: .nanoseconds(0))
  let _: any SchedulerType = ConcurrentDispatchQueueScheduler(queue: .global(), leeway: .nanoseconds(0))
  let _: any SchedulerType = ConcurrentDispatchQueueScheduler(qos: .default, leeway: .nanoseconds(0))
  let _: any ImmediateSchedulerType = OperationQueueScheduler(operationQueue: OperationQueue(), queuePriority: .high)
  let _: OperationQueue = OperationQueueScheduler(operationQueue: OperationQueue()).operationQueue
  let _: any SchedulerType = MainScheduler()
  let _: any SchedulerType = HistoricalScheduler(initialClock: Date())
  MainScheduler.ensureExecutingOnScheduler()
  MainScheduler.ensureExecutingOnScheduler(errorMessage: "elsewhere")
  MainScheduler.ensureRunningOnMainThread()
  MainScheduler.ensureRunningOnMainThread(errorMessage: "elsewhere")
  let _: Bool = CurrentThreadScheduler.isScheduleRequired
}

func scheduling(_ queue: SerialDispatchQueueScheduler, _ immediate: any ImmediateSchedulerType) {
  let _: Date = queue.now
  let _: any Disposable = immediate.schedule((), action: { _ in Disposables.create() })
  let _: any Disposable = immediate.scheduleRecursive(0) { state, recurse in recurse(state + 1) }
  let _: any Disposable = queue.schedulePeriodic(0, startAfter: .seconds(1), period: .seconds(1), action: { $0 + 1 })
}

func virtualTime(_ scheduler: HistoricalScheduler) {
  let _: RxTime = scheduler.now
  let _: RxTime = scheduler.clock
  let _: any Disposable = scheduler.scheduleAbsoluteVirtual(1, time: Date()) { _ in Disposables.create() }
  let _: any Disposable = scheduler.scheduleRelativeVirtual(1, dueTime: 1) { _ in Disposables.create() }
  scheduler.start()
  scheduler.advanceTo(Date())
  scheduler.sleep(1)
  scheduler.stop()
  let _: VirtualTimeScheduler<HistoricalSchedulerTimeConverter> = scheduler
}

func disposables(_ one: any Disposable, _ bag: DisposeBag) {
  let _: CompositeDisposable = CompositeDisposable()
  let _: CompositeDisposable = CompositeDisposable(one, one, one)
  let _: CompositeDisposable = CompositeDisposable(one, one, one, one, one)
  let composite = CompositeDisposable(disposables: [one, one])
  let _: Int = composite.count
  let _: Bool = composite.isDisposed
  let key: CompositeDisposable.DisposeKey? = composite.insert(one)
  if let key { composite.remove(for: key) }
  let _: any Cancelable = Disposables.create(one, one, one)
  let _: any Disposable = Disposables.create(one, one, one, one)
  let _: any Disposable = Disposables.create([one, one])
  let _: BooleanDisposable = BooleanDisposable(isDisposed: true)
  let _: any ImmediateSchedulerType = ScheduledDisposable(scheduler: MainScheduler.instance, disposable: one).scheduler
  let _: RefCountDisposable = RefCountDisposable(disposable: one)
  bag.insert(one)
  one.disposed(by: bag)
}

func observersAndEvents(_ observer: AnyObserver<Int>, _ event: Event<Int>) {
  let _: AnyObserver<Int> = AnyObserver(eventHandler: { _ in })
  let _: AnyObserver<Int> = AnyObserver(PublishSubject<Int>())
  let _: AnyObserver<Int> = observer.asObserver()
  let _: AnyObserver<String> = observer.mapObserver { text in
    if text.isEmpty { throw RxError.noElements }
    return text.count
  }
  observer.onNext(1)
  observer.onError(RxError.unknown)
  observer.onCompleted()
  let _: Int? = event.element
  let _: (any Error)? = event.error
  let _: Bool = event.isCompleted && event.isStopEvent
  let _: Event<String> = event.map { "\($0)" }
  let _: Event<Int> = event.event
  let _: String = event.debugDescription
  let _: Binder<Int> = Binder(NSObject()) { _, _ in }
  let _: Reactive<NSObject> = NSObject().rx
  let _: Observable<Int> = GroupedObservable(key: 1, source: Observable.just(1)).asObservable()
  let _: Bool = PublishSubject<Int>().hasObservers && BehaviorSubject(value: 1).isDisposed
  let _: Int32 = Resources.total
}
