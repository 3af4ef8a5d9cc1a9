import CPlatform
import Dispatch
import Foundation
import Rx
import RxTrace
import Synchronization
import Testing

/// Waits for a sequence to end, and returns its events with the queue of each.
private func eventsAndQueues<Element>(of source: Observable<Element>) -> [String] {
  let collected = Collected()
  let ended = DispatchSemaphore(value: 0)
  let subscription = source.subscribe(
    onNext: { collected.add("\($0) on \(queueLabel())") },
    onError: { collected.add("error \($0) on \(queueLabel())") },
    onCompleted: { collected.add("completed on \(queueLabel())") },
    onDisposed: { ended.signal() })
  let isLate = ended.wait(timeout: .now() + 30) == .timedOut
  subscription.dispose()
  return collected.entries + (isLate ? ["timed out"] : [])
}

private final class Collected: Sendable {
  private let stored = Mutex<[String]>([])
  var entries: [String] { stored.withLock { $0 } }
  func add(_ entry: String) { stored.withLock { $0.append(entry) } }
}

private func queueLabel() -> String { String(cString: hw_queue_label()) }

extension EngineTests {
  @Suite struct Threading {
    let work = SerialDispatchQueueScheduler(internalSerialQueueName: "work")
    let delivery = SerialDispatchQueueScheduler(internalSerialQueueName: "delivery")

    @Test("observe(on:) a serial queue delivers there, in order")
    func observeOnSerial() {
      #expect(
        eventsAndQueues(of: Observable.of(1, 2, 3).observe(on: delivery))
          == ["1 on delivery", "2 on delivery", "3 on delivery", "completed on delivery"])
    }

    @Test("observe(on:) a concurrent queue keeps the order too")
    func observeOnConcurrent() {
      let scheduler = ConcurrentDispatchQueueScheduler(queue: DispatchQueue(label: "many", attributes: .concurrent))
      let numbers = Array(1...500)
      let delivered = eventsAndQueues(of: Observable.from(numbers).observe(on: scheduler))
      #expect(delivered == numbers.map { "\($0) on many" } + ["completed on many"])
    }

    @Test("observe(on:) an operation queue")
    func observeOnOperations() {
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 2
      let numbers = Array(1...100)
      let source = Observable.from(numbers).observe(on: OperationQueueScheduler(operationQueue: queue))
      let delivered = eventsAndQueues(of: source.map { _ in 0 })
      #expect(delivered.count == 101 && delivered.last?.hasPrefix("completed") == true)
    }

    @Test("observe(on:) delivers events that come after the action has run but before `schedule` returns")
    func lateReturn() {
      let source = PublishSubject<Int>()
      let scheduler = LateReturning { source.onNext(2) }
      let log = Log()
      _ = source.observe(on: scheduler).subscribe { log.add($0) }
      _ = Reports.collect { source.onNext(1) }
      scheduler.runWaiting()
      #expect(log.entries == ["next(1)", "next(2)"])
    }

    @Test("errors come on the queue as well, after earlier elements")
    func errors() {
      let source = Observable<Int>.create { observer in
        observer.onNext(1)
        observer.onError(TestError.first)
        return Disposables.create()
      }
      #expect(eventsAndQueues(of: source.observe(on: delivery)) == ["1 on delivery", "error first on delivery"])
    }

    @Test("subscribe(on:) runs the source there; both orders give the same result and different calls")
    func bothOrders() throws {
      func source(_ runsOn: Collected) -> Observable<Int> {
        Observable<Int>.create { observer in
          runsOn.add(queueLabel())
          observer.onNext(1)
          observer.onCompleted()
          return Disposables.create()
        }
      }
      let (first, second) = (Collected(), Collected())
      var results: [[String]] = []
      let one = try trace {
        results.append(eventsAndQueues(of: source(first).observe(on: delivery).subscribe(on: work)))
      }
      let other = try trace {
        results.append(eventsAndQueues(of: source(second).subscribe(on: work).observe(on: delivery)))
      }
      #expect(results[0] == ["1 on delivery", "completed on delivery"])
      #expect(results[0] == results[1])
      #expect(first.entries == ["work"] && second.entries == ["work"])
      func deliverers(_ trace: Trace) -> [String] {
        trace.steps.filter { $0.kind == .forwardOn && $0.event == .next }.map { trace.name(of: $0.object) }
      }
      #expect(deliverers(one) == ["AnonymousObservableSink#1", "SubscribeOnSink#1"])
      #expect(deliverers(other) == ["AnonymousObservableSink#1", "SubscribeOnSink#1"])
      let sequence = { (trace: Trace) in trace.steps.filter { $0.kind == .run }.map { trace.name(of: $0.object) } }
      #expect(sequence(one) == ["SubscribeOn#1", "ObserveOnSerialDispatchQueue#1", "AnonymousObservable#1"])
      #expect(sequence(other) == ["ObserveOnSerialDispatchQueue#1", "SubscribeOn#1", "AnonymousObservable#1"])
    }

    @Test("an action that runs on another thread refers to its schedule")
    func causes() throws {
      let trace = try trace { _ = eventsAndQueues(of: Observable.just(1).observe(on: delivery)) }
      let actions = trace.steps.filter { $0.kind == .scheduledAction && $0.queue == "delivery" }
      #expect(actions.count == 2)
      for action in actions {
        let cause = try #require(action.cause)
        #expect(trace.steps[cause].kind == .schedule && trace.steps[cause].thread != action.thread)
      }
    }

    @Test("events that wait for their queue are not delivered after disposal")
    func disposal() {
      let queue = DispatchQueue(label: "blocked")
      let gate = DispatchSemaphore(value: 0)
      queue.async { gate.wait() }
      let collected = Collected()
      let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "on top")
      Observable.of(1, 2).observe(on: scheduler).subscribe(onNext: { collected.add("\($0)") }).dispose()
      gate.signal()
      queue.sync {}
      #expect(collected.entries == [])
    }

    @Test("drivers of one element and of none deliver on the main queue, subscribed to from any thread")
    func drivers() {
      let main = "com.apple.main-thread"
      #expect(eventsAndQueues(of: Driver.just(1).asObservable()) == ["1 on \(main)", "completed on \(main)"])
      #expect(eventsAndQueues(of: Driver<Int>.empty().asObservable()) == ["completed on \(main)"])
    }

    @Test("interval counts from 0, and take ends it")
    func interval() {
      let source = Observable<Int>.interval(.milliseconds(2), scheduler: work).take(3)
      #expect(eventsAndQueues(of: source) == ["0 on work", "1 on work", "2 on work", "completed on work"])
    }

    @Test("a timer without a period sends once")
    func timer() {
      let source = Observable<Int>.timer(.milliseconds(2), scheduler: work)
      #expect(eventsAndQueues(of: source) == ["0 on work", "completed on work"])
    }

    @Test("a relative action that is cancelled in time does not run")
    func cancelled() {
      let collected = Collected()
      let queue = DispatchQueue(label: "blocked")
      let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "on top")
      // However late this thread comes to cancel it, the action has not begun.
      let gate = DispatchSemaphore(value: 0)
      queue.async { gate.wait() }
      scheduler.scheduleRelative((), dueTime: .milliseconds(20)) { _ in
        collected.add("ran")
        return Disposables.create()
      }.dispose()
      gate.signal()
      // The queue is serial and starts what is due earlier first.
      let isPast = DispatchSemaphore(value: 0)
      let later = scheduler.scheduleRelative((), dueTime: .milliseconds(40)) { _ in
        isPast.signal()
        return Disposables.create()
      }
      #expect(isPast.wait(timeout: .now() + 30) == .success)
      later.dispose()
      #expect(collected.entries == [])
    }

    @Test("a scheduled disposable disposes on its scheduler")
    func scheduled() {
      let collected = Collected()
      let freed = DispatchSemaphore(value: 0)
      let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "freeing")
      let disposable = ScheduledDisposable(
        scheduler: scheduler,
        disposable: Disposables.create {
          collected.add(queueLabel())
          freed.signal()
        })
      disposable.dispose()
      #expect(freed.wait(timeout: .now() + 30) == .success)
      #expect(collected.entries == ["freeing"])
    }
  }
}

/// Runs its first action at once, then something else, and only then returns: like a thread that is overtaken.
private final class LateReturning: ImmediateSchedulerType {
  private let afterFirst: () -> Void
  private var isFirst = true
  private var waiting: [() -> Void] = []

  init(afterFirst: @escaping () -> Void) {
    self.afterFirst = afterFirst
  }

  func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    guard isFirst else { return enqueue { action(state) } }
    isFirst = false
    let result = action(state)
    afterFirst()
    return result
  }

  func runWaiting() {
    while !waiting.isEmpty { waiting.removeFirst()() }
  }

  private func enqueue(_ action: @escaping () -> any Disposable) -> any Disposable {
    let cancel = BooleanDisposable()
    waiting.append { if !cancel.isDisposed { _ = action() } }
    return cancel
  }
}
