import Foundation
import Rx
import Synchronization
import Testing

extension EngineThreads {
  /// Operators with several inputs, each pushed by a thread of its own.
  @Suite struct JoiningTests {
    /// A way to make one sequence of three.
    enum Joining: CaseIterable {
      case merge, mergeOfSequences, flatMap, flatMapLatest, switchLatest
      case combineLatest, combineLatestOfCollection, zip, withLatestFrom, sample

      func join(_ inputs: [PublishSubject<Int>]) -> Observable<Int> {
        let begun = inputs.map { $0.startWith(0) }
        let others = Observable.merge(inputs[1], inputs[2])
        return switch self {
        case .merge: .merge(inputs)
        case .mergeOfSequences: Observable.from(inputs).merge()
        case .flatMap: Observable.from([0, 1, 2]).flatMap { inputs[$0] }
        case .flatMapLatest: begun[0].flatMapLatest { _ in others }
        case .switchLatest: begun[0].map { _ in others }.switchLatest()
        case .combineLatest: .combineLatest(begun[0], begun[1], begun[2]) { $0 + $1 + $2 }
        case .combineLatestOfCollection: .combineLatest(begun) { $0.reduce(0, +) }
        case .zip: .zip(inputs[0], inputs[1], inputs[2]) { $0 + $1 + $2 }
        case .withLatestFrom: inputs[0].withLatestFrom(Observable.merge(begun[1], begun[2])) { $0 + $1 }
        case .sample: inputs[0].sample(others)
        }
      }

      /// How many elements come of `count` in each of the three inputs.
      func isExpected(_ received: Int, of count: Int) -> Bool {
        switch self {
        case .merge, .mergeOfSequences, .flatMap: received == 3 * count
        case .combineLatest, .combineLatestOfCollection: received == 3 * count + 1
        case .withLatestFrom, .zip: received == count
        // An element that is sent to a sequence while it is replaced may come too late.
        case .flatMapLatest, .switchLatest: received <= 2 * count
        case .sample: received <= count
        }
      }
    }

    @Test("elements come one at a time, none is lost, and the end comes once", arguments: Joining.allCases)
    func pushing(joining: Joining) {
      let count = 300
      let witness = Witness()
      let anomalies = countingAnomalies {
        nonisolated(unsafe) let inputs = (0..<3).map { _ in PublishSubject<Int>() }
        let subscription = witness.observe(joining.join(inputs))
        inParallel(3) { worker in
          for number in 1...count { inputs[worker].onNext(number) }
          inputs[worker].onCompleted()
        }
        subscription.dispose()
        #expect(inputs.allSatisfy { !$0.hasObservers })
      }
      #expect(anomalies == 0 && witness.isSatisfied)
      #expect(joining.isExpected(witness.received.value, of: count), "\(witness.received.value)")
      // A sampler that ends before its source leaves nobody to tell of the end.
      if joining != .sample { #expect(witness.ends.value == 1) }
    }

    @Test("nothing comes after an error, whichever thread it came from", arguments: Joining.allCases, 0..<3)
    func failing(joining: Joining, failing: Int) {
      for _ in 0..<30 {
        nonisolated(unsafe) let inputs = (0..<3).map { _ in PublishSubject<Int>() }
        let witness = Witness()
        let subscription = witness.observe(joining.join(inputs))
        inParallel(3) { worker in
          for number in 1...20 {
            if worker == failing && number == 10 { inputs[worker].onError(RxError.unknown) }
            inputs[worker].onNext(number)
          }
        }
        #expect(witness.isSatisfied && witness.ends.value == 1)
        #expect(inputs.allSatisfy { !$0.hasObservers })
        subscription.dispose()
      }
    }

    @Test("two errors at once: one is passed on", arguments: Joining.allCases)
    func failingTwice(joining: Joining) {
      for _ in 0..<30 {
        nonisolated(unsafe) let inputs = (0..<3).map { _ in PublishSubject<Int>() }
        let witness = Witness()
        let subscription = witness.observe(joining.join(inputs))
        inParallel(3) { inputs[$0].onError(RxError.unknown) }
        subscription.dispose()
        #expect(witness.isSatisfied && witness.ends.value == 1)
      }
    }

    @Test("an observer that leaves with an element gets nothing more, however many push", arguments: Joining.allCases)
    func leaving(joining: Joining) {
      for _ in 0..<20 {
        nonisolated(unsafe) let inputs = (0..<3).map { _ in PublishSubject<Int>() }
        let witness = Witness()
        let subscription = SingleAssignmentDisposable()
        subscription.setDisposable(
          witness.observe(joining.join(inputs)) { count in
            if count == 5 { subscription.dispose() }
          })
        inParallel(3) { worker in
          for number in 1...20 { inputs[worker].onNext(number) }
        }
        #expect(witness.received.value <= 5 && witness.overlaps.value == 0)
        if witness.received.value == 5 { #expect(inputs.allSatisfy { !$0.hasObservers }) }
        subscription.dispose()
      }
    }

    @Test("disposal from another thread while elements are delivered releases everything", arguments: Joining.allCases)
    func disposing(joining: Joining) {
      for _ in 0..<30 {
        nonisolated(unsafe) let inputs = (0..<3).map { _ in PublishSubject<Int>() }
        let witness = Witness()
        nonisolated(unsafe) let subscription = witness.observe(joining.join(inputs))
        inParallel(4) { worker in
          if worker == 3 { return subscription.dispose() }
          for number in 1...20 { inputs[worker].onNext(number) }
        }
        #expect(witness.isSatisfied && witness.ends.value == 0)
        #expect(inputs.allSatisfy { !$0.hasObservers })
      }
    }

    @Test("inner sequences begin and end on one thread while others push theirs")
    func innerSequences() {
      nonisolated(unsafe) let outer = PublishSubject<Int>()
      nonisolated(unsafe) let steady = PublishSubject<Int>()
      let witness = Witness()
      let subscription = witness.observe(outer.startWith(-1).flatMap { $0 < 0 ? steady.asObservable() : .of($0, $0) })
      inParallel(2) { worker in
        for number in 0..<300 {
          if worker == 0 { outer.onNext(number) } else { steady.onNext(number) }
        }
      }
      outer.onCompleted()
      #expect(witness.isSatisfied && witness.ends.value == 0 && witness.received.value == 900)
      steady.onCompleted()
      #expect(witness.ends.value == 1)
      subscription.dispose()
    }
  }
}
