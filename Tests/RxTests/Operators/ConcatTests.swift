import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("concat") struct ConcatTests {
    /// The forms of passing the sequences.
    enum Form: CaseIterable {
      case oneAfterAnother
      case arguments
      case collection
      case sequence
      case sequenceOfSequences

      func concat(_ sources: [Observable<Int>]) -> Observable<Int> {
        switch self {
        case .oneAfterAnother: sources.dropFirst().reduce(sources.first ?? .empty()) { $0.concat($1) }
        case .arguments: .concat(sources[0], sources[1])
        case .collection: .concat(sources)
        case .sequence: .concat(AnySequence(sources))
        case .sequenceOfSequences: Observable.from(sources).concat()
        }
      }
    }

    let scheduler = TestScheduler(initialClock: 0)

    @Test("each is subscribed to when the previous one has completed, which is disposed then", arguments: Form.allCases)
    func values(form: Form) {
      let numbers = ["1": 1, "2": 2, "3": 3]
      let first = scheduler.createColdObservable(marbles: "-1-2|", values: numbers)
      let second = scheduler.createColdObservable(marbles: "--3|", values: numbers)
      let observer = scheduler.start { form.concat([first, second]) }
      #expect(observer.marbles(values: numbers) == "-1-2--3|")
      #expect(first.subscriptionMarbles() == ["^---!"])
      #expect(second.subscriptionMarbles() == ["----^--!"])
    }

    @Test("an error of either ends it; the sequences after it are never subscribed to", arguments: Form.allCases, 0...1)
    func errors(form: Form, failing: Int) {
      let sources = (0..<2).map { index in
        scheduler.createColdObservable([
          .next(10, index), index == failing ? .error(20, TestError.first) : .completed(20),
        ])
      }
      let observer = scheduler.start { form.concat(sources) }
      let whole: [Recorded<Event<Int>>] = [.next(210, 0), .next(230, 1)]
      #expect(observer.events == whole.prefix(failing + 1) + [.error(220 + 20 * failing, TestError.first)])
      #expect(sources[1].subscriptions == (failing == 0 ? [] : [Subscription(220, 240)]))
    }

    @Test("if one never ends, it stays subscribed to that until disposal", arguments: Form.allCases)
    func never(form: Form) {
      let first = scheduler.createHotObservable([.next(210, 1)])
      let second = scheduler.createColdObservable([.next(10, 1)])
      let observer = scheduler.start { form.concat([first, second]) }
      #expect(observer.events == [.next(210, 1)])
      #expect(first.subscriptions == [Subscription(200, 1000)] && second.subscriptions == [])
    }

    @Test("completes, fails and unsubscribes with its input", arguments: [Form.oneAfterAnother, .collection])
    func ends(form: Form) {
      OneInput { form.concat([$0, .empty()]) }.expectAll()
      OneInput { form.concat([.empty(), $0]) }.expectAll()
    }

    @Test("no sequences at all make an empty one", arguments: [Form.collection, .sequence, .sequenceOfSequences])
    func nothing(form: Form) { #expect(events(of: form.concat([])) == ["completed"]) }

    @Test("an observer that leaves gets nothing of the sequences that follow", arguments: Form.allCases)
    func leaving(form: Form) {
      var subscriptions = 0
      let second = Observable<Int>.deferred {
        subscriptions += 1
        return .just(2)
      }
      let first = scheduler.createColdObservable([.next(10, 1), .completed(10)])
      let observer = scheduler.start(form.concat([first, second])) { _, subscription in subscription.dispose() }
      #expect(observer.events == [.next(210, 1)] && subscriptions == 0)
    }

    @Test("a Swift sequence is read one element after another, for each observer")
    func lazily() {
      let log = Log()
      let sources = (1...3).lazy.map { number in
        log.add("asked for \(number)")
        return Observable.just(number)
      }
      let concatenated = Observable.concat(sources)
      #expect(log.entries == [])
      for _ in 0..<2 {
        _ = concatenated.take(2).subscribe { log.add($0) }
      }
      let once = ["asked for 1", "next(1)", "asked for 2", "next(2)", "completed"]
      #expect(log.entries.filter { $0 != "asked for 3" } == once + once)
    }

    @Test("a sequence may follow itself forever, and the stack does not grow")
    func endless() {
      let source = Observable.of(1)
      let endless = Observable.concat(AnySequence { AnyIterator { source } })
      var received = 0
      _ = endless.take(20_000).subscribe(onNext: { received += $0 })
      #expect(received == 20_000)
    }

    @Test("a thousand nested concatenations are the same as one: no sink is within another")
    func manyInARow() throws {
      let trace = try trace {
        let sources = (0..<1000).map { Observable.just($0) }
        var last = -1
        _ = Form.oneAfterAnother.concat(sources).subscribe(onNext: { last = $0 })
        #expect(last == 999)
      }
      #expect(trace.count(.run) == 1)
    }

    @Test("every call is in the trace: one sink forwards all events")
    func traced() throws {
      let trace = try trace { _ = Observable.just(1).concat(Observable.just(2)).subscribe(onNext: { _ in }) }
      #expect(
        trace.calls == [
          "Concat#1 subscribe", "Concat#1 run", "Just#1 subscribe", "ConcatSink#1 forwardOn next 1",
          "AnonymousObserver#1 onCore next 1", "Just#2 subscribe", "ConcatSink#1 forwardOn next 2",
          "AnonymousObserver#1 onCore next 2", "ConcatSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
    }
  }

  @Suite("concatMap and merge(maxConcurrent:)") struct MergeLimitedTests {
    /// The forms of subscribing to one inner sequence at a time.
    enum Form: CaseIterable {
      case concatMap
      case merge
      case concat

      func one<Source, Element>(
        _ source: Observable<Source>, _ inner: @escaping (Source) throws -> Observable<Element>
      ) -> Observable<Element> {
        switch self {
        case .concatMap: source.concatMap(inner)
        case .merge: source.map(inner).merge(maxConcurrent: 1)
        case .concat: source.map(inner).concat()
        }
      }
    }

    let time = TestScheduler(initialClock: 0)

    private func inner(_ count: Int) -> [TestableObservable<Int>] {
      (0..<count).map { index in
        time.createColdObservable([.next(10, 10 * index), .next(30, 10 * index + 1), .completed(40)])
      }
    }

    @Test("an inner sequence waits until the previous one has completed", arguments: Form.allCases)
    func values(form: Form) {
      let all = time.createHotObservable(marbles: " -012|", values: ["0": 0, "1": 1, "2": 2])
      let inner = [
        time.createColdObservable(marbles: "         -a-b|"),
        time.createColdObservable(marbles: "             -c-d|"),
        time.createColdObservable(marbles: "                 -e-f|"),
      ]
      let oneAtATime = form.one(all) { inner[$0] }
      #expect(time.start { oneAtATime }.marbles == "--a-b-c-d-e-f|")
      #expect(all.subscriptionMarbles() == ["^---!"])
      #expect(inner.map { $0.subscriptionMarbles() } == [["-^---!"], ["-----^---!"], ["---------^---!"]])
    }

    @Test("as many at once as given, the next when one of them has completed")
    func two() {
      let all = time.createHotObservable(marbles: " -012|", values: ["0": 0, "1": 1, "2": 2])
      let inner = [
        time.createColdObservable(marbles: "         -a-b|"),
        time.createColdObservable(marbles: "          -c-d|"),
        time.createColdObservable(marbles: "             -e-f|"),
      ]
      let twoAtATime = all.map { inner[$0] }.merge(maxConcurrent: 2)
      #expect(time.start { twoAtATime }.marbles == "--acbde-f|")
      #expect(inner.map { $0.subscriptionMarbles() } == [["-^---!"], ["--^---!"], ["-----^---!"]])
    }

    @Test(
      "it completes with the source if nothing is left, or with the last inner sequence", arguments: Form.allCases)
    func ends(form: Form) {
      #expect(events(of: form.one(Observable<Int>.empty()) { .just($0) }) == ["completed"])
      let outer = time.createHotObservable([.next(210, 0), .completed(300)])
      let inner = inner(1)
      let observer = time.start { form.one(outer) { inner[$0] } }
      #expect(observer.events == [.next(220, 0), .next(240, 1), .completed(300)])
      OneInput { form.one($0) { .just($0) } }.expectAll()
      OneInput { input in form.one(Observable.just(0)) { _ in input } }.expectAll()
    }

    @Test("an error of an inner sequence or of the source ends it and disposes all", arguments: Form.allCases)
    func errors(form: Form) {
      let failing = time.createColdObservable([.next(5, 1), .error(10, TestError.first)])
      let waiting = time.createColdObservable([.next(5, 2)])
      let outer = time.createHotObservable([.next(210, failing), .next(215, waiting)])
      let observer = time.start { form.one(outer) { $0 } }
      #expect(observer.events == [.next(215, 1), .error(220, TestError.first)])
      #expect(outer.subscriptions == [Subscription(200, 220)] && waiting.subscriptions == [])
      let again = TestScheduler(initialClock: 0)
      let never = again.createColdObservable([.next(5, 1)])
      let source = again.createHotObservable([.next(210, never), .error(230, TestError.second)])
      #expect(again.start { form.one(source) { $0 } }.events == [.next(215, 1), .error(230, TestError.second)])
      #expect(never.subscriptions == [Subscription(210, 230)])
    }

    @Test("an error thrown by the selector ends it, even for an element that would have to wait")
    func throwing() {
      let inner = inner(1)
      let outer = time.createHotObservable([.next(210, 0), .next(215, 1)])
      let observer = time.start {
        outer.concatMap { index in
          if index == 1 { throw TestError.second }
          return inner[index]
        }
      }
      #expect(observer.events == [.error(215, TestError.second)])
      #expect(inner[0].subscriptions == [Subscription(210, 215)])
    }

    @Test("disposal ends the active inner sequences; waiting ones are never subscribed to", arguments: Form.allCases)
    func disposal(form: Form) {
      let inner = inner(2)
      let outer = time.createHotObservable([.next(210, 0), .next(220, 1)])
      let observer = time.start(disposed: 245) { form.one(outer) { inner[$0] } }
      #expect(observer.events == [.next(220, 0), .next(240, 1)])
      #expect(outer.subscriptions == [Subscription(200, 245)])
      #expect(inner.map(\.subscriptions) == [[Subscription(210, 245)], []])
    }

    /// RxSwift subscribes to each from within the completion of the previous one, which overflows the stack.
    @Test("any number of waiting sequences may complete as soon as they are subscribed to", arguments: Form.allCases)
    func manyWaiting(form: Form) {
      let first = PublishSubject<Int>()
      let outer = PublishSubject<Observable<Int>>()
      var received = 0
      let subscription = form.one(outer) { $0 }.subscribe(onNext: { received += $0 })
      outer.onNext(first)
      for _ in 0..<20_000 { outer.onNext(.just(1)) }
      #expect(received == 0)
      first.onCompleted()
      #expect(received == 20_000)
      subscription.dispose()
    }

    @Test("an element sent to the source from within a delivery waits like any other")
    func reentrancy() {
      let outer = PublishSubject<Int>()
      let log = Log()
      let subscription = outer.concatMap { Observable.of($0, $0 * 10) }.subscribe(onNext: { number in
        log.add("\(number)")
        if number == 1 { outer.onNext(2) }
      })
      outer.onNext(1)
      subscription.dispose()
      #expect(log.entries == ["1", "10", "2", "20"])
    }

    @Test("every call is in the trace: an inner sequence's events go through a sink of its own")
    func traced() throws {
      let trace = try trace { _ = Observable.just(1).concatMap { Observable.just($0) }.subscribe(onNext: { _ in }) }
      #expect(
        trace.calls == [
          "ConcatMap#1 subscribe", "ConcatMap#1 run", "Just#1 subscribe", "Just#2 subscribe",
          "ConcatMapSink#1 forwardOn next 1", "AnonymousObserver#1 onCore next 1",
          "ConcatMapSink#1 forwardOn completed", "AnonymousObserver#1 onCore completed",
        ])
      #expect(trace.outline.contains("InnerObserver#1 on next 1"))
    }

    @Test("no resources are left after the terminal event or disposal", arguments: [true, false])
    func leaks(ends: Bool) {
      let before = Resources.total
      do {
        let subjects = (0..<2).map { _ in PublishSubject<Int>() }
        let outer = PublishSubject<Int>()
        let subscription = outer.concatMap { subjects[$0] }.subscribe()
        for index in 0..<2 { outer.onNext(index) }
        if ends {
          for subject in subjects + [outer] { subject.onCompleted() }
        } else {
          subscription.dispose()
        }
        #expect((subjects + [outer]).allSatisfy { !$0.hasObservers })
      }
      #expect(Resources.total == before)
    }
  }

  @Suite("flatMapFirst") struct FlatMapFirstTests {
    let time = TestScheduler(initialClock: 0)

    @Test("elements that come while an inner sequence is active are dropped, without calling the selector")
    func values() {
      let log = Log()
      let outer = time.createHotObservable(marbles: "-ab--c|")
      let inner = time.createColdObservable(marbles: "-xy|")
      let observer = time.start {
        outer.flatMapFirst { letter in
          log.add(letter)
          return inner.map { letter + $0 }
        }
      }
      #expect(observer.marbles == "--'ax''ay'--'cx''cy'|")
      #expect(log.entries == ["a", "c"])
      #expect(outer.subscriptionMarbles() == ["^-----!"])
      #expect(inner.subscriptionMarbles() == ["-^--!", "-----^--!"])
    }

    @Test("completes, fails and unsubscribes with its input, outer or inner")
    func ends() {
      OneInput { $0.flatMapFirst { Observable.just($0) } }.expectAll()
      OneInput { input in Observable.just(0).flatMapFirst { _ in input } }.expectAll()
    }

    @Test("an error thrown by the selector ends it and disposes all inputs")
    func throwing() {
      let outer = time.createHotObservable([.next(210, 1), .next(220, 2)])
      let observer = time.start {
        outer.flatMapFirst { number -> Observable<Int> in
          if number == 2 { throw TestError.first }
          return .just(number)
        }
      }
      #expect(observer.events == [.next(210, 1), .error(220, TestError.first)])
      #expect(outer.subscriptions == [Subscription(200, 220)])
    }

    @Test("an element sent to the source from within a delivery is dropped")
    func reentrancy() {
      let outer = PublishSubject<Int>()
      let log = Log()
      let subscription = outer.flatMapFirst { Observable.of($0, $0 * 10) }.subscribe(onNext: { number in
        log.add("\(number)")
        if number == 1 { outer.onNext(2) }
      })
      outer.onNext(1)
      subscription.dispose()
      #expect(log.entries == ["1", "10"])
    }

    @Test("every call is in the trace")
    func traced() throws {
      let trace = try trace {
        _ = Observable.just(1).flatMapFirst { Observable.just($0) }.subscribe(onNext: { _ in })
      }
      #expect(
        trace.calls == [
          "FlatMapFirst#1 subscribe", "FlatMapFirst#1 run", "Just#1 subscribe", "Just#2 subscribe",
          "FlatMapFirstSink#1 forwardOn next 1", "AnonymousObserver#1 onCore next 1",
          "FlatMapFirstSink#1 forwardOn completed", "AnonymousObserver#1 onCore completed",
        ])
    }
  }

  @Suite("amb") struct AmbTests {
    let time = TestScheduler(initialClock: 0)

    @Test("the first to send anything wins; the others are disposed then", arguments: 0..<3)
    func values(winner: Int) {
      let sources = (0..<3).map { index in
        time.createHotObservable(marbles: index == winner ? "-a-b-|" : "--x--y-|")
      }
      let observer = time.start { Observable.amb(sources.map { $0.asObservable() }) }
      #expect(observer.marbles == "-a-b-|")
      #expect(sources.map { $0.subscriptionMarbles() } == (0..<3).map { [$0 == winner ? "^----!" : "^!"] })
    }

    @Test("an error or the completion may be the first event")
    func ends() {
      let numbers = time.createHotObservable([.next(220, 1)])
      let failing = time.createHotObservable([.error(210, TestError.first, Int.self)])
      let second = time.createObserver(Int.self)
      _ = numbers.amb(time.createHotObservable([.completed(215, Int.self)])).subscribe(second)
      #expect(time.start { numbers.amb(failing) }.events == [.error(210, TestError.first)])
      #expect(second.events == [.completed(215)])
      #expect(numbers.subscriptions == [Subscription(0, 215), Subscription(200, 210)])
    }

    @Test("next to a sequence that never sends, it completes, fails and unsubscribes with its input")
    func oneInput() {
      OneInput { $0.amb(Observable.never()) }.expectAll()
      OneInput { Observable.never().amb($0) }.expectAll()
      OneInput { Observable.amb([$0]) }.expectAll()
    }

    @Test("without sequences, or if none sends, nothing comes; all are disposed on disposal")
    func never() {
      #expect(events(of: Observable<Int>.amb([Observable<Int>]())) == [])
      let sources = (0..<2).map { _ in time.createHotObservable([Recorded<Event<Int>>]()) }
      #expect(time.start { sources[0].amb(sources[1]) }.events == [])
      #expect(sources.allSatisfy { $0.subscriptions == [Subscription(200, 1000)] })
    }

    @Test("a sequence that sends on subscription wins before the next is subscribed to, which is disposed at once")
    func atOnce() {
      let second = time.createHotObservable([.next(210, 2)])
      let observer = time.start { Observable.of(1).startWith(0).amb(second) }
      #expect(observer.events == [.next(200, 0), .next(200, 1), .completed(200)])
      #expect(second.subscriptions == [Subscription(200, 200)])
    }

    /// In RxSwift, a terminal event of the second sequence after that disposes the first.
    @Test("events of a sequence that has lost change nothing")
    func losing() {
      let (winner, loser) = (PublishSubject<Int>(), Probe<Int>())
      let log = Log()
      let subscription = winner.amb(loser.observable).subscribe { log.add($0) }
      winner.onNext(1)
      loser.observer?.onNext(7)
      loser.observer?.onCompleted()
      winner.onNext(2)
      subscription.dispose()
      #expect(log.entries == ["next(1)", "next(2)"] && loser.disposals == 1)
    }

    @Test("every call is in the trace: each sequence has an observer, one sink forwards")
    func traced() throws {
      let trace = try trace { _ = Observable.never().amb(Observable.just(1)).subscribe(onNext: { _ in }) }
      #expect(
        trace.calls == [
          "Amb#1 subscribe", "Amb#1 run", "Never#1 subscribe", "Just#1 subscribe", "AmbSink#1 forwardOn next 1",
          "AnonymousObserver#1 onCore next 1", "AmbSink#1 forwardOn completed", "AnonymousObserver#1 onCore completed",
        ])
      #expect(trace.outline.contains("AmbObserver#2 on next 1"))
    }

    @Test("no resources are left after the terminal event or disposal", arguments: [true, false])
    func leaks(ends: Bool) {
      let before = Resources.total
      do {
        let subjects = (0..<2).map { _ in PublishSubject<Int>() }
        let subscription = subjects[0].amb(subjects[1]).subscribe()
        subjects[1].onNext(1)
        if ends { subjects[1].onCompleted() } else { subscription.dispose() }
        #expect(subjects.allSatisfy { !$0.hasObservers })
      }
      #expect(Resources.total == before)
    }
  }
}
