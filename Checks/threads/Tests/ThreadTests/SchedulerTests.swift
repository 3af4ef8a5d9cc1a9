import Foundation
import Rx
import Testing

extension EngineThreads {
  /// Schedulers that several threads hand actions to, and the operators that cross threads.
  @Suite struct SchedulerTests {
    enum Kind: CaseIterable {
      case currentThread, serial, serialOnConcurrent, concurrent, operations, oneOperation, main, mainAsync

      func make() -> any ImmediateSchedulerType {
        let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
        switch self {
        case .currentThread: return CurrentThreadScheduler.instance
        case .serial: return SerialDispatchQueueScheduler(internalSerialQueueName: "serial")
        case .serialOnConcurrent: return SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "serial")
        case .concurrent: return ConcurrentDispatchQueueScheduler(queue: queue)
        case .operations, .oneOperation:
          let operations = OperationQueue()
          operations.maxConcurrentOperationCount = self == .operations ? 3 : 1
          return OperationQueueScheduler(operationQueue: operations)
        case .main: return MainScheduler.instance
        case .mainAsync: return MainScheduler.asyncInstance
        }
      }

      /// Whether actions run one at a time.
      var isSerial: Bool {
        switch self {
        case .serial, .serialOnConcurrent, .oneOperation, .main, .mainAsync: true
        case .currentThread, .concurrent, .operations: false
        }
      }
    }

    @Test(
      "every action that several threads hand over runs once; on a serial scheduler one at a time",
      arguments: Kind.allCases)
    func scheduling(kind: Kind) {
      nonisolated(unsafe) let scheduler = kind.make()
      let (ran, inside, overlaps) = (Counter(), Counter(), Counter())
      let done = DispatchGroup()
      inParallel(3) { _ in
        for _ in 0..<100 {
          done.enter()
          _ = scheduler.schedule(()) { _ in
            if inside.add() > 1 { overlaps.add() }
            ran.add()
            inside.add(-1)
            done.leave()
            return Disposables.create()
          }
        }
      }
      #expect(done.wait(timeout: .now() + 30) == .success)
      #expect(ran.value == 300)
      if kind.isSerial { #expect(overlaps.value == 0) }
    }

    @Test(
      "an action that is cancelled while it may be running runs at most once, and its result is freed",
      arguments: Kind.allCases)
    func cancelling(kind: Kind) {
      nonisolated(unsafe) let scheduler = kind.make()
      let (ran, freed) = (Counter(), Counter())
      inParallel(3) { _ in
        for _ in 0..<100 {
          scheduler.schedule(()) { _ in
            ran.add()
            return Disposables.create { freed.add() }
          }.dispose()
        }
      }
      // This action runs after all others of the queue, if the scheduler keeps their order.
      let isThrough = DispatchSemaphore(value: 0)
      _ = scheduler.schedule(()) { _ in
        isThrough.signal()
        return Disposables.create()
      }
      #expect(isThrough.wait(timeout: .now() + 30) == .success)
      #expect(ran.value <= 300 && freed.value <= ran.value)
      if kind.isSerial { #expect(freed.value == ran.value) }
    }

    @Test("a series that another thread ends stops", arguments: [true, false])
    func periodic(serial: Bool) {
      let kind = serial ? Kind.serial : .concurrent
      guard let scheduler = kind.make() as? any SchedulerType else { return }
      let ticks = Counter()
      let enough = DispatchSemaphore(value: 0)
      nonisolated(unsafe) let series = scheduler.schedulePeriodic(
        0, startAfter: .nanoseconds(0), period: .milliseconds(1)
      ) {
        if ticks.add() == 5 { enough.signal() }
        return $0 + 1
      }
      #expect(enough.wait(timeout: .now() + 30) == .success)
      inParallel(3) { _ in series.dispose() }
      #expect(ticks.value >= 5)
    }

    @Test("delayed actions of several threads all run, and those cancelled in time do not")
    func relative() {
      let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "delayed")
      let (ran, cancelled) = (Counter(), Counter())
      let done = DispatchGroup()
      inParallel(3) { _ in
        for _ in 0..<50 {
          done.enter()
          _ = scheduler.scheduleRelative((), dueTime: .milliseconds(1)) { _ in
            ran.add()
            done.leave()
            return Disposables.create()
          }
          scheduler.scheduleRelative((), dueTime: .seconds(1000)) { _ in
            cancelled.add()
            return Disposables.create()
          }.dispose()
        }
      }
      #expect(done.wait(timeout: .now() + 30) == .success)
      #expect(ran.value == 150 && cancelled.value == 0)
    }

    @Test("observe(on:) takes from several threads at once, and delivers one at a time", arguments: Kind.allCases)
    func observing(kind: Kind) {
      let source = Bare()
      let witness = Witness()
      let all = DispatchSemaphore(value: 0)
      let anomalies = countingAnomalies {
        let subscription = witness.observe(source.observe(on: kind.make())) { count in
          if count == 300 { all.signal() }
        }
        inParallel(3) { _ in
          for number in 1...100 { source.onNext(number) }
        }
        #expect(all.wait(timeout: .now() + 30) == .success)
        subscription.dispose()
      }
      #expect(anomalies == 0 && witness.isSatisfied && witness.received.value == 300)
    }

    @Test("observe(on:) keeps the order of one thread, and the end comes last", arguments: Kind.allCases)
    func observingInOrder(kind: Kind) {
      let witness = Witness()
      let ended = DispatchSemaphore(value: 0)
      let source = Observable.from(Array(1...500)).observe(on: kind.make())
      let first = witness.observe(source)
      let second = source.subscribe(onCompleted: { ended.signal() })
      #expect(ended.wait(timeout: .now() + 30) == .success)
      second.dispose()
      waitForEnd(of: witness)
      first.dispose()
      #expect(witness.isSatisfied && witness.gaps.value == 0 && witness.received.value == 500)
    }

    @Test("nothing is delivered after the end when other threads go on pushing", arguments: Kind.allCases)
    func observingTheEnd(kind: Kind) {
      for _ in 0..<20 {
        let source = Bare()
        let witness = Witness()
        let subscription = witness.observe(source.observe(on: kind.make()))
        inParallel(3) { worker in
          for number in 1...10 { source.onNext(number) }
          if worker == 0 { source.onCompleted() }
          for number in 1...10 { source.onNext(number) }
        }
        waitForEnd(of: witness)
        subscription.dispose()
        #expect(witness.isSatisfied && witness.ends.value == 1 && witness.received.value >= 10)
      }
    }

    @Test("disposal races with what is being delivered on another thread", arguments: Kind.allCases)
    func disposing(kind: Kind) {
      for _ in 0..<20 {
        let source = Bare()
        let witness = Witness()
        nonisolated(unsafe) let subscription = witness.observe(source.observe(on: kind.make()))
        inParallel(3) { worker in
          if worker == 2 { return subscription.dispose() }
          for number in 1...20 { source.onNext(number) }
        }
        #expect(witness.isSatisfied && witness.ends.value == 0 && witness.received.value <= 40)
      }
    }

    @Test("an observer that leaves with an element gets nothing more of what waits", arguments: Kind.allCases)
    func leaving(kind: Kind) {
      let source = Bare()
      let witness = Witness()
      let hasLeft = DispatchSemaphore(value: 0)
      let subscription = SingleAssignmentDisposable()
      subscription.setDisposable(
        witness.observe(source.observe(on: kind.make())) { count in
          guard count == 5 else { return }
          subscription.dispose()
          hasLeft.signal()
        })
      inParallel(3) { _ in
        for number in 1...50 { source.onNext(number) }
      }
      #expect(hasLeft.wait(timeout: .now() + 30) == .success)
      #expect(witness.received.value == 5 && witness.overlaps.value == 0)
    }

    @Test(
      "subscribe(on:) from several threads, disposed of at any moment, frees each source once", arguments: Kind.allCases
    )
    func subscribing(kind: Kind) {
      let (begun, freed) = (Counter(), Counter())
      nonisolated(unsafe) let source = Observable<Int>.create { observer in
        begun.add()
        observer.onNext(1)
        return Disposables.create { freed.add() }
      }.subscribe(on: kind.make())
      inParallel(3) { _ in
        for _ in 0..<50 { source.subscribe(onNext: { _ in }).dispose() }
      }
      let ended = ContinuousClock.now + .seconds(30)
      while freed.value != begun.value && ContinuousClock.now < ended { usleep(1000) }
      #expect(freed.value == begun.value && begun.value <= 150)
    }

    private func waitForEnd(of witness: Witness) {
      let latest = ContinuousClock.now + .seconds(30)
      while witness.ends.value == 0 && ContinuousClock.now < latest { usleep(200) }
      #expect(witness.ends.value == 1)
    }
  }
}
