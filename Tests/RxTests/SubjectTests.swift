import Rx
import Testing

extension EngineTests {
  @Suite struct PublishSubjects {
    @Test("an observer gets what comes after it subscribed, until it leaves")
    func subscribersCome() {
      let subject = PublishSubject<Int>()
      let (early, late) = (Log(), Log())
      subject.onNext(0)
      let first = subject.subscribe { early.add($0) }
      subject.onNext(1)
      _ = subject.subscribe { late.add($0) }
      subject.onNext(2)
      first.dispose()
      subject.onNext(3)
      subject.onCompleted()
      #expect(early.entries == ["next(1)", "next(2)"])
      #expect(late.entries == ["next(2)", "next(3)", "completed"])
    }

    @Test("who comes after the end is told how it ended", arguments: [true, false])
    func afterTheEnd(fails: Bool) {
      let subject = PublishSubject<Int>()
      if fails { subject.onError(TestError.first) } else { subject.onCompleted() }
      subject.onNext(1)
      subject.onError(TestError.second)
      #expect(events(of: subject.asObservable()) == [fails ? "error(first)" : "completed"])
    }

    @Test("a disposed subject answers with an error")
    func disposed() {
      let subject = PublishSubject<Int>()
      let log = Log()
      _ = subject.subscribe { log.add($0) }
      #expect(subject.hasObservers)
      subject.dispose()
      subject.onNext(1)
      #expect(subject.isDisposed && !subject.hasObservers)
      #expect(log.entries == [])
      var error: (any Error)?
      _ = subject.subscribe(onError: { error = $0 })
      guard case .disposed(let object)? = error as? RxError else {
        Issue.record("expected RxError.disposed, got \(String(describing: error))")
        return
      }
      let isTheSubject = object === subject
      #expect(isTheSubject)
    }

    @Test("observers who subscribe or leave during an event do not disturb it")
    func reentrancy() {
      let subject = PublishSubject<Int>()
      let log = Log()
      var second: (any Disposable)?
      _ = subject.subscribe(onNext: { number in
        log.add("a\(number)")
        second?.dispose()
        if number == 1 { _ = subject.subscribe(onNext: { log.add("c\($0)") }) }
      })
      second = subject.subscribe(onNext: { log.add("b\($0)") })
      subject.onNext(1)
      subject.onNext(2)
      #expect(log.entries == ["a1", "a2", "c2"])
    }

    @Test("an observer that answers a behavior subject's first value with another gets that as well")
    func answeringTheFirstValue() {
      let relay = BehaviorRelay(value: 1)
      let log = Log()
      _ = Reports.collect {
        _ = relay.subscribe(onNext: { number in
          log.add("\(number)")
          if number == 1 { relay.accept(2) }
        })
      }
      #expect(log.entries == ["1", "2"])
    }

    @Test("what an observer frees as it leaves may use the subject")
    func leavingObserversThatSend() {
      final class Farewell {
        let subject: PublishSubject<Int>
        init(_ subject: PublishSubject<Int>) { self.subject = subject }
        deinit { subject.onNext(subject.hasObservers ? 1 : 0) }
      }
      for disposesOfSubject in [true, false] {
        let subject = PublishSubject<Int>()
        let log = Log()
        _ = subject.subscribe { log.add($0) }
        let leaving = subject.subscribe(onNext: { [farewell = Farewell(subject)] _ in _ = farewell })
        if disposesOfSubject { subject.dispose() } else { leaving.dispose() }
        #expect(log.entries == (disposesOfSubject ? [] : ["next(1)"]))
      }
    }

    @Test("a subject can stand as the observer of another sequence")
    func asObserver() {
      let subject = PublishSubject<Int>()
      let log = Log()
      _ = subject.subscribe { log.add($0) }
      _ = Observable.of(1, 2).subscribe(subject)
      #expect(log.entries == ["next(1)", "next(2)", "completed"])
    }
  }
}
