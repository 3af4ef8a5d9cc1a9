import Rx
import RxTest
import Testing

extension EngineTests {
  /// The behaviour that all subjects share.
  @Suite("every subject") struct SubjectContractTests {
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

      /// Whether observers get elements as they are sent.
      var isLive: Bool { self != .async }
    }

    let time = TestScheduler(initialClock: 0)

    @Test(
      "as the observer of a sequence it subscribes once, and forwards the terminal event", arguments: Kind.allCases,
      [true, false])
    func observing(kind: Kind, fails: Bool) {
      let source = time.createHotObservable([
        .next(210, 1), .next(220, 2), fails ? .error(230, TestError.first) : .completed(230), .next(240, 3),
      ])
      let subject = kind.make()
      let (first, second) = (time.createObserver(Int.self), time.createObserver(Int.self))
      time.scheduleAt(190) { _ = subject.subscribe(first) }
      time.scheduleAt(200) { _ = source.subscribe(subject) }
      time.scheduleAt(240) { _ = subject.subscribe(second) }
      time.start()
      let end: Recorded<Event<Int>> = fails ? .error(230, TestError.first) : .completed(230)
      let live: [Recorded<Event<Int>>] = kind == .behavior ? [.next(190, 0)] : []
      let last: [Recorded<Event<Int>>] = fails ? [] : [.next(230, 2)]
      #expect(first.events == (kind.isLive ? live + [.next(210, 1), .next(220, 2)] : last) + [end])
      #expect(second.events.last == Recorded(time: 240, value: end.value))
      #expect(source.subscriptions == [Subscription(200)])
    }

    @Test("nothing is sent after the terminal event, however often it comes", arguments: Kind.allCases, [true, false])
    func ended(kind: Kind, fails: Bool) {
      let subject = kind.make()
      let log = Log()
      _ = subject.subscribe { log.add($0) }
      if fails { subject.onError(TestError.first) } else { subject.onCompleted() }
      let before = log.entries
      subject.onNext(1)
      subject.onError(TestError.second)
      subject.onCompleted()
      #expect(log.entries == before && log.entries.last == (fails ? "error(first)" : "completed"))
      #expect(events(of: subject) == [fails ? "error(first)" : "completed"])
      #expect(!subject.hasObservers && !subject.isDisposed)
    }

    @Test("it knows whether it has observers", arguments: Kind.allCases)
    func observers(kind: Kind) {
      let subject = kind.make()
      #expect(!subject.hasObservers)
      let (one, two) = (subject.subscribe(), subject.subscribe())
      one.dispose()
      #expect(subject.hasObservers)
      two.dispose()
      two.dispose()
      #expect(!subject.hasObservers)
    }

    @Test(
      "once disposed, it releases all observers and sends new ones an error", arguments: Kind.allCases, [true, false])
    func disposed(kind: Kind, hadEnded: Bool) {
      let subject = kind.make()
      let log = Log()
      subject.onNext(1)
      if hadEnded { subject.onCompleted() }
      _ = subject.subscribe { log.add($0) }
      let before = log.entries
      subject.dispose()
      subject.dispose()
      subject.onNext(2)
      subject.onCompleted()
      #expect(subject.isDisposed && !subject.hasObservers && log.entries == before)
      var error: (any Error)?
      var elements = 0
      _ = subject.subscribe(onNext: { _ in elements += 1 }, onError: { error = $0 })
      guard case .disposed(let object)? = error as? RxError else {
        Issue.record("expected RxError.disposed, got \(String(describing: error))")
        return
      }
      let isTheSubject = object === subject
      #expect(isTheSubject && elements == 0)
    }

    @Test("one that comes during an event gets the next event; one that leaves gets no more", arguments: Kind.allCases)
    func comingAndGoing(kind: Kind) {
      guard kind.isLive else { return }
      let subject = kind.make()
      let log = Log()
      var second: (any Disposable)?
      _ = subject.subscribe(onNext: { number in
        log.add("a\(number)")
        second?.dispose()
      })
      second = subject.subscribe(onNext: { log.add("b\($0)") })
      let before = log.entries.count
      subject.onNext(1)
      subject.onNext(2)
      #expect(log.entries.dropFirst(before) == ["a1", "a2"])
    }

    @Test("an element sent from within a delivery overtakes the one being delivered", arguments: Kind.allCases)
    func reentrancy(kind: Kind) {
      guard kind.isLive else { return }
      let subject = kind.make()
      let log = Log()
      _ = subject.subscribe(onNext: { number in
        log.add("a\(number)")
        if number == 1 { subject.onNext(2) }
      })
      _ = subject.subscribe(onNext: { log.add("b\($0)") })
      let before = log.entries.count
      let reports = Reports.collect { subject.onNext(1) }
      #expect(log.entries.dropFirst(before) == ["a1", "a2", "b2", "b1"])
      #expect(reports.count == 1)
    }

    @Test("an observer may end the sequence from within a delivery", arguments: Kind.allCases)
    func endingWithin(kind: Kind) {
      guard kind.isLive else { return }
      let subject = kind.make()
      let log = Log()
      _ = subject.subscribe { event in
        log.add(event)
        if event.element == 1 { subject.onCompleted() }
      }
      _ = Reports.collect { subject.onNext(1) }
      subject.onNext(2)
      #expect(log.entries.suffix(2) == ["next(1)", "completed"])
    }

    @Test("in the trace each observer's delivery is within the subject's event", arguments: Kind.allCases)
    func traced(kind: Kind) throws {
      let subject = kind.make()
      _ = subject.subscribe(onNext: { _ in })
      _ = subject.subscribe(onNext: { _ in })
      let trace = try trace {
        subject.onNext(7)
        subject.onCompleted()
        subject.onNext(8)
      }
      #expect(trace.count(.onCore) == 4)
      let sent = trace.steps.filter { $0.depth == 0 }
      #expect(sent.map { "\($0.kind.rawValue) \($0.event?.rawValue ?? "")" } == ["on next", "on completed", "on next"])
      #expect(Set(sent.map { trace.name(of: $0.object) }).count == 1)
      let perEvent = sent.map { step in trace.children(of: step.index).filter { $0.kind == .on }.count }
      #expect(perEvent == (kind.isLive ? [2, 2, 0] : [0, 4, 0]))
    }

    @Test("no resources of a freed subject are left", arguments: Kind.allCases)
    func leaks(kind: Kind) {
      let before = Resources.total
      do {
        let subject = kind.make()
        _ = subject.subscribe()
        let subscription = subject.subscribe()
        subject.onNext(1)
        subscription.dispose()
        _ = subject.subscribe()
      }
      #expect(Resources.total == before)
    }

    @Test("objects that an observer frees when it leaves may use the subject")
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
  }
}
