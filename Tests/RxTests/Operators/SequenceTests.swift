import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("of, from") struct SequenceTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("all elements and the completion, on subscription")
    func values() {
      let expected: [Recorded<Event<Int>>] = [.next(200, 1), .next(200, 4), .next(200, 7), .completed(200)]
      for source in [
        Observable.of(1, 4, 7), .from([1, 4, 7]), .from(stride(from: 1, to: 8, by: 3)), .from(Set([1, 4, 7]).sorted()),
      ] {
        #expect(TestScheduler(initialClock: 0).start { source }.events == expected)
      }
    }

    @Test("without elements: only the completion")
    func nothing() {
      for source in [Observable<Int>.of(), .from([]), .from(EmptyCollection())] {
        #expect(TestScheduler(initialClock: 0).start { source }.events == [.completed(200)])
      }
    }

    @Test("on a scheduler: one action for each element and for the completion")
    func scheduled() {
      let sources: [Observable<Int>] = [
        .of(1, 2, scheduler: scheduler), .from([1, 2], scheduler: scheduler), .from(1..<3, scheduler: scheduler),
      ]
      let observers = sources.map { source in
        let observer = scheduler.createObserver(Int.self)
        scheduler.scheduleAt(200) { _ = source.subscribe(observer) }
        return observer
      }
      scheduler.start()
      for observer in observers { #expect(observer.events == [.next(201, 1), .next(202, 2), .completed(203)]) }
    }

    @Test("on a scheduler: disposal in every state", arguments: [200, 201, 202, 203, 300])
    func disposal(moment: TestTime) {
      let observer = scheduler.start(disposed: moment) { Observable.of(1, 2, scheduler: scheduler) }
      let whole: [Recorded<Event<Int>>] = [.next(201, 1), .next(202, 2), .completed(203)]
      #expect(observer.events == whole.filter { $0.time < moment })
      #expect(scheduler.clock == moment && scheduler.debugDescription == "[]")
    }

    @Test("an endless sequence stops when it is disposed")
    func endless() {
      let numbers = Observable.from(sequence(first: 1) { $0 + 1 })
      #expect(scheduler.start { numbers.take(3) }.elements == [1, 2, 3])
      let again = TestScheduler(initialClock: 0)
      let scheduled = Observable.from(sequence(first: 1) { $0 + 1 }, scheduler: again)
      #expect(again.start(disposed: 204) { scheduled }.events == [.next(201, 1), .next(202, 2), .next(203, 3)])
    }

    @Test("disposal from within a delivery ends the loop")
    func disposalWithinDelivery() {
      let log = Log()
      let subscription = SingleAssignmentDisposable()
      let numbers = Observable.from(sequence(first: 1) { $0 + 1 })
      // The loop starts one action later; before that there is nothing to dispose.
      _ = CurrentThreadScheduler.instance.schedule(()) { _ in
        subscription.setDisposable(
          numbers.subscribe { event in
            log.add(event)
            if event.element == 3 { subscription.dispose() }
          })
        return Disposables.create()
      }
      #expect(log.entries == ["next(1)", "next(2)", "next(3)"])
    }

    @Test("two sequences on the current thread take turns")
    func takingTurns() {
      let log = Log()
      _ = CurrentThreadScheduler.instance.schedule(()) { _ in
        Disposables.create(
          Observable.of(1, 2, 3).subscribe { log.add("a \($0)") }, Observable.of(1, 2).subscribe { log.add("b \($0)") })
      }
      #expect(
        log.entries == [
          "a next(1)", "b next(1)", "a next(2)", "b next(2)", "a next(3)", "b completed", "a completed",
        ])
    }

    @Test("a sequence that is subscribed to from within a delivery waits, and then takes turns with the outer one")
    func reentrancy() {
      let log = Log()
      _ = Observable.of(1, 2).subscribe { event in
        log.add(event)
        if event.element == 1 { _ = Observable.of(7, 8).subscribe { log.add("inner \($0)") } }
      }
      #expect(
        log.entries == ["next(1)", "inner next(7)", "next(2)", "inner next(8)", "completed", "inner completed"])
    }

    @Test("a sequence is iterated for each observer")
    func observers() {
      let log = Log()
      let numbers = Observable.from(
        AnySequence {
          log.add("iterated")
          return [1, 2].makeIterator()
        })
      #expect(log.entries == [])
      for _ in 0..<2 { #expect(events(of: numbers) == ["next(1)", "next(2)", "completed"]) }
      #expect(log.entries == ["iterated", "iterated"])
    }

    @Test(
      "an optional's value and the completion, or only the completion",
      arguments: [(Int?.some(7), ["next(7)", "completed"]), (nil, ["completed"])])
    func optional(value: Int?, expected: [String]) {
      #expect(events(of: .from(optional: value)) == expected)
      let observer = scheduler.start { Observable.from(optional: value, scheduler: scheduler) }
      let received = observer.events.map { "\($0.value.debugDescription) @ \($0.time)" }
      #expect(received == expected.enumerated().map { "\($1) @ \(201 + $0)" })
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace { _ = Observable.of(1, 2).subscribe(onNext: { _ in }) }
      #expect(
        trace.calls == [
          "ObservableSequence#1 subscribe", "ObservableSequence#1 run", "ObservableSequenceSink#1 forwardOn next 1",
          "AnonymousObserver#1 onCore next 1", "ObservableSequenceSink#1 forwardOn next 2",
          "AnonymousObserver#1 onCore next 2", "ObservableSequenceSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
    }
  }
}
