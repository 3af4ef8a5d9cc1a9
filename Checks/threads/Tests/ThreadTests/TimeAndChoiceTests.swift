import Foundation
import Rx
import Testing

extension EngineThreads {
  /// Operators that choose between inputs, or hold elements for a scheduler's threads, each input pushed by a thread of
  /// its own.
  @Suite struct TimeAndChoiceTests {
    enum Operation: CaseIterable {
      case takeUntil, skipUntil, amb, flatMapFirst, concat, concatMap, mergeTwoAtOnce, retry, retryWhen, groupBy
      case takeFor, skipFor, debounce, throttle, delay, timeout, buffer, window
      case publish, replay, multicast

      func apply(_ inputs: [PublishSubject<Int>], on scheduler: any SchedulerType) -> Observable<Int> {
        let others = Observable.merge(inputs[1], inputs[2])
        return switch self {
        case .takeUntil: inputs[0].take(until: others.filter { $0 == 100 })
        case .skipUntil: inputs[0].skip(until: others)
        case .amb: .amb(inputs.map { $0.asObservable() })
        case .flatMapFirst: inputs[0].flatMapFirst { _ in others.take(10) }
        case .concat: .concat(inputs.map { $0.asObservable() })
        case .concatMap: inputs[0].concatMap { $0 == 1 ? others : .of($0, $0) }
        case .mergeTwoAtOnce: Observable.from(inputs).merge(maxConcurrent: 2)
        case .retry: failing(inputs[0]).retry(100)
        case .retryWhen: failing(inputs[0]).retry { (_: Observable<any Error>) in others }
        case .groupBy: Observable.merge(inputs).groupBy { $0 % 3 }.merge()
        default: applyTime(Observable.merge(inputs), scheduler)
        }
      }

      private func failing(_ input: Observable<Int>) -> Observable<Int> {
        input.map { number in
          if number.isMultiple(of: 10) { throw RxError.unknown }
          return number
        }
      }

      private func applyTime(_ input: Observable<Int>, _ scheduler: any SchedulerType) -> Observable<Int> {
        switch self {
        case .takeFor: input.take(for: .microseconds(200), scheduler: scheduler)
        case .skipFor: input.skip(.microseconds(200), scheduler: scheduler)
        case .debounce: input.debounce(.microseconds(20), scheduler: scheduler)
        case .throttle: input.throttle(.microseconds(20), scheduler: scheduler)
        case .delay: input.delay(.microseconds(20), scheduler: scheduler)
        case .timeout: input.timeout(.microseconds(200), other: Observable.of(1, 2, 3), scheduler: scheduler)
        case .buffer:
          input.buffer(timeSpan: .microseconds(20), count: 5, scheduler: scheduler).map { $0.last ?? 0 }
        case .window: input.window(timeSpan: .microseconds(20), count: 5, scheduler: scheduler).merge()
        case .publish: input.publish().refCount()
        case .replay: input.replay(2).refCount()
        default: input.multicast({ PublishSubject<Int>() }, selector: { Observable.merge($0, $0) })
        }
      }
    }

    private let scheduler = ConcurrentDispatchQueueScheduler(qos: .default)

    @Test("elements come one at a time, and nothing after the end", arguments: Operation.allCases)
    func pushing(operation: Operation) {
      let witness = Witness()
      let anomalies = countingAnomalies {
        nonisolated(unsafe) let inputs = (0..<3).map { _ in PublishSubject<Int>() }
        let subscription = witness.observe(operation.apply(inputs, on: scheduler))
        inParallel(3) { worker in
          for number in 1...300 { inputs[worker].onNext(number) }
          inputs[worker].onCompleted()
        }
        subscription.dispose()
        #expect(everyoneLeaves(inputs))
      }
      #expect(anomalies == 0 && witness.isSatisfied)
    }

    @Test("nothing comes after an error, whichever thread it came from", arguments: Operation.allCases, 0..<3)
    func failing(operation: Operation, failing: Int) {
      for _ in 0..<20 {
        nonisolated(unsafe) let inputs = (0..<3).map { _ in PublishSubject<Int>() }
        let witness = Witness()
        let subscription = witness.observe(operation.apply(inputs, on: scheduler))
        inParallel(3) { worker in
          for number in 1...20 {
            if worker == failing && number == 10 { inputs[worker].onError(RxError.unknown) }
            inputs[worker].onNext(number)
          }
        }
        subscription.dispose()
        #expect(witness.isSatisfied && everyoneLeaves(inputs))
      }
    }

    @Test("disposal from another thread releases everything", arguments: Operation.allCases)
    func disposing(operation: Operation) {
      for _ in 0..<30 {
        nonisolated(unsafe) let inputs = (0..<3).map { _ in PublishSubject<Int>() }
        let witness = Witness()
        nonisolated(unsafe) let subscription = witness.observe(operation.apply(inputs, on: scheduler))
        inParallel(4) { worker in
          if worker == 3 { return subscription.dispose() }
          for number in 1...20 { inputs[worker].onNext(number) }
        }
        #expect(witness.isSatisfied && everyoneLeaves(inputs))
      }
    }

    @Test("a shared sequence has one connection at a time, whoever comes and goes")
    func connections() {
      let connections = Counter()
      nonisolated(unsafe) let shared = Observable<Int>.create { observer in
        connections.add()
        observer.onNext(1)
        return Disposables.create { connections.add(-1) }
      }.publish().refCount()
      inParallel(4) { _ in
        for _ in 0..<200 { shared.subscribe(onNext: { _ in }).dispose() }
      }
      #expect(connections.value == 0)
    }
  }
}
