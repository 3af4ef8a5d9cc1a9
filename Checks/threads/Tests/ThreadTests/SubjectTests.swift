import Foundation
import Rx
import Testing

extension EngineThreads {
  /// Subjects and relays that several threads use at once.
  @Suite struct SubjectTests {
    enum Kind: CaseIterable {
      case publish, behavior, replay, replayAll, async

      func make() -> SubjectBase<Int> {
        switch self {
        case .publish: PublishSubject()
        case .behavior: BehaviorSubject(value: 0)
        case .replay: ReplaySubject.create(bufferSize: 2)
        case .replayAll: ReplaySubject.createUnbounded()
        case .async: AsyncSubject()
        }
      }
    }

    @Test("newcomers on other threads get an unbroken run of elements, none twice", arguments: Kind.allCases)
    func newcomers(kind: Kind) {
      nonisolated(unsafe) let subject = kind.make()
      let witnesses = (0..<60).map { _ in Witness() }
      inParallel(4) { worker in
        if worker == 0 {
          for number in 1...300 { subject.onNext(number) }
          return subject.onCompleted()
        }
        for index in 0..<20 { _ = witnesses[(worker - 1) * 20 + index].observe(subject) }
      }
      for witness in witnesses {
        #expect(witness.isSatisfied && witness.gaps.value == 0 && witness.ends.value == 1)
        if witness.received.value > 0 { #expect(witness.lastElement == 300) }
        if kind == .replayAll { #expect(witness.received.value == 300) }
        if kind == .async { #expect(witness.received.value == 1) }
        if kind == .replay { #expect(witness.received.value >= 2) }
      }
      #expect(!subject.hasObservers)
    }

    @Test("of elements that several threads send at once none is lost", arguments: Kind.allCases)
    func sending(kind: Kind) {
      nonisolated(unsafe) let subject = kind.make()
      let received = Counter()
      let subscription = subject.subscribe(onNext: { _ in received.add() })
      let before = received.value
      // That they overlap is what the check would report.
      _ = countingAnomalies {
        inParallel(3) { _ in
          for number in 1...200 { subject.onNext(number) }
        }
        subject.onCompleted()
      }
      subscription.dispose()
      #expect(received.value - before == (kind == .async ? 1 : 600))
    }

    @Test("only one of several threads ends a subject, and each observer is told once", arguments: Kind.allCases)
    func ending(kind: Kind) {
      for _ in 0..<50 {
        nonisolated(unsafe) let subject = kind.make()
        let ends = Counter()
        for _ in 0..<3 {
          _ = subject.subscribe(onError: { _ in ends.add() }, onCompleted: { ends.add() })
        }
        _ = countingAnomalies {
          inParallel(3) { worker in
            if worker == 0 { subject.onCompleted() } else { subject.onError(RxError.unknown) }
          }
        }
        #expect(ends.value == 3 && !subject.hasObservers)
      }
    }

    @Test("disposal of the subject, and of subscriptions, while another thread sends", arguments: Kind.allCases)
    func disposing(kind: Kind) {
      for _ in 0..<50 {
        nonisolated(unsafe) let subject = kind.make()
        let witness = Witness()
        nonisolated(unsafe) let subscription = witness.observe(subject)
        inParallel(3) { worker in
          switch worker {
          case 0: for number in 1...20 { subject.onNext(number) }
          case 1: subscription.dispose()
          default: subject.dispose()
          }
        }
        #expect(witness.isSatisfied && witness.ends.value == 0)
        #expect(subject.isDisposed && !subject.hasObservers)
      }
    }

    @Test("relays take from several threads and lose nothing; a behavior relay's value is one that was sent")
    func relays() {
      nonisolated(unsafe) let (publish, behavior) = (PublishRelay<Int>(), BehaviorRelay(value: 0))
      nonisolated(unsafe) let replay = ReplayRelay<Int>.createUnbound()
      let received = Counter()
      let subscriptions = [publish.asObservable(), behavior.asObservable(), replay.asObservable()].map {
        $0.subscribe(onNext: { _ in received.add() })
      }
      _ = countingAnomalies {
        inParallel(3) { worker in
          for number in 1...100 {
            publish.accept(number)
            behavior.accept(worker * 100 + number)
            replay.accept(number)
            #expect((1...300).contains(behavior.value))
          }
        }
      }
      for subscription in subscriptions { subscription.dispose() }
      #expect(received.value == 901)
      let replayed = Counter()
      replay.subscribe(onNext: { _ in replayed.add() }).dispose()
      #expect(replayed.value == 300)
    }
  }
}
