import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("PublishSubject") struct PublishSubjectTests {
    let time = TestScheduler(initialClock: 0)

    @Test("an observer gets the elements between its subscription and its disposal")
    func values() {
      let source = time.createHotObservable([
        .next(110, 1), .next(220, 2), .next(230, 3), .next(240, 4), .next(250, 5), .completed(260),
      ])
      let subject = PublishSubject<Int>()
      let (early, late) = (time.createObserver(Int.self), time.createObserver(Int.self))
      var subscription: (any Disposable)?
      time.scheduleAt(200) { _ = source.subscribe(subject) }
      time.scheduleAt(215) { subscription = subject.subscribe(early) }
      time.scheduleAt(235) { _ = subject.subscribe(late) }
      time.scheduleAt(245) { subscription?.dispose() }
      time.start()
      #expect(early.events == [.next(220, 2), .next(230, 3), .next(240, 4)])
      #expect(late.events == [.next(240, 4), .next(250, 5), .completed(260)])
    }

    @Test("an observer that subscribes from within a delivery gets the next element")
    func subscribingWithin() {
      let subject = PublishSubject<Int>()
      let late = time.createObserver(Int.self)
      for moment in [210, 220, 230] { time.scheduleAt(moment) { subject.onNext(moment) } }
      let observer = time.start(subject) { event, _ in
        if event.element == 210 { _ = subject.subscribe(late) }
      }
      #expect(observer.elements == [210, 220, 230])
      #expect(late.events == [.next(220, 220), .next(230, 230)])
    }

    @Test(
      "of many observers, those that stay get each element, in the order of their subscriptions",
      arguments: [0..<100, 50..<150, 149..<200, 0..<199], [true, false])
    func crowd(leaving: Range<Int>, isReversed: Bool) {
      let (subject, log) = (PublishSubject<Int>(), Log())
      let subscriptions = (0..<200).map { number in subject.subscribe(onNext: { log.add("\(number): \($0)") }) }
      for (count, number) in (isReversed ? Array(leaving.reversed()) : Array(leaving)).enumerated() {
        subscriptions[number].dispose()
        if count % 40 == 0 { subject.onNext(-1) }
      }
      _ = subject.subscribe(onNext: { log.add("late: \($0)") })
      let before = log.entries.count
      subject.onNext(7)
      let staying = (0..<200).filter { !leaving.contains($0) }
      #expect(Array(log.entries.dropFirst(before)) == staying.map { "\($0): 7" } + ["late: 7"])
      #expect(subject.hasObservers)
    }

    @Test("all of many observers may leave, even from within a delivery", arguments: [33, 64, 200])
    func crowdLeaves(count: Int) {
      let before = Resources.total
      do {
        let (subject, log, all) = (PublishSubject<Int>(), Log(), CompositeDisposable())
        for number in 0..<count {
          _ = all.insert(
            subject.subscribe(onNext: { _ in
              log.add("\(number)")
              all.dispose()
            }))
        }
        subject.onNext(1)
        #expect(log.entries == ["0"] && !subject.hasObservers)
      }
      #expect(Resources.total == before)
    }

    @Test("in the trace its event encloses each observer's event")
    func traced() throws {
      let subject = PublishSubject<Int>()
      _ = subject.map { $0 * 2 }.subscribe(onNext: { _ in })
      _ = subject.subscribe()
      let trace = try trace { subject.onNext(1) }
      #expect(
        trace.outline == """
          PublishSubject#1 on next 1
            MapSink#1 on next 1
              MapSink#1 closure next 1
              MapSink#1 forwardOn next 2
                AnonymousObserver#1 on next 2
                  AnonymousObserver#1 onCore next 2
                    AnonymousObserver#1 closure next 2
            AnonymousObserver#2 on next 1
              AnonymousObserver#2 onCore next 1
          """)
    }
  }
}
