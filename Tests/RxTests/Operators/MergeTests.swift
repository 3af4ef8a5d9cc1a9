import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("merge") struct MergeTests {
    /// The forms of passing the sequences.
    enum Form: CaseIterable {
      case arguments
      case array
      case collection
      case sequenceOfSequences
    }

    let time = TestScheduler(initialClock: 0)

    @Test("the elements of all come as they are sent, and the last completion completes it", arguments: Form.allCases)
    func values(form: Form) {
      let inputs = [
        "   z-^-a-------f-|",
        "   z-^--b-----e---|",
        "   z-^---c---d-----|",
      ].map { time.createHotObservable(marbles: $0) }
      let observer = time.start { merge(inputs, form) }
      #expect(
        observer.marbles
          == "--abc---def---|")
      #expect(
        inputs.map { $0.subscriptionMarbles() } == [
          ["^-----------!"],
          ["^------------!"],
          ["^-------------!"],
        ])
    }

    @Test("elements in the same tick come in the order of sending", arguments: Form.allCases)
    func atOnce(form: Form) {
      let inputs = ["-(a|)", "-(b|)", "-(c|)"].map { time.createHotObservable(marbles: $0) }
      let observer = time.start { merge(inputs, form) }
      #expect(observer.marbles == "-(abc|)")
      #expect(inputs.allSatisfy { $0.subscriptionMarbles() == ["^!"] })
    }

    @Test("without sequences it completes at once", arguments: Form.allCases)
    func nothing(form: Form) {
      let observer = time.start { merge([Observable<Int>](), form) }
      #expect(observer.events == [.completed(200)])
    }

    @Test("empty inputs send nothing", arguments: Form.allCases, 0..<3)
    func empty(form: Form, last: Int) {
      let inputs = (0..<3).map { time.createHotObservable([.completed($0 == last ? 250 : 210, Int.self)]) }
      let observer = time.start { merge(inputs, form) }
      #expect(observer.events == [.completed(250)])
      #expect(inputs.map(\.subscriptions) == (0..<3).map { [Subscription(200, $0 == last ? 250 : 210)] })
    }

    @Test("one input that never ends keeps it from completing", arguments: Form.allCases, 0..<3)
    func never(form: Form, endless: Int) {
      let inputs = (0..<3).map { index in
        time.createHotObservable([.next(210, index), index == endless ? .next(1100, 0) : .completed(220)])
      }
      let observer = time.start { merge(inputs, form) }
      #expect(observer.events == [.next(210, 0), .next(210, 1), .next(210, 2)])
      #expect(inputs.map(\.subscriptions) == (0..<3).map { [Subscription(200, $0 == endless ? 1000 : 220)] })
    }

    @Test("an error of any input ends it and disposes all inputs", arguments: Form.allCases, 0..<3)
    func errors(form: Form, failing: Int) {
      let inputs = (0..<3).map { index in
        time.createHotObservable([
          .next(210, index), index == failing ? .error(220, TestError.first) : .next(230, index),
        ])
      }
      let observer = time.start { merge(inputs, form) }
      #expect(
        observer.events == [.next(210, 0), .next(210, 1), .next(210, 2), .error(220, TestError.first)])
      #expect(inputs.allSatisfy { $0.subscriptions == [Subscription(200, 220)] })
    }

    @Test(
      "if an input fails while it is subscribed to, the earlier ones are disposed, and the later ones not subscribed to",
      arguments: Form.allCases)
    func failsAtOnce(form: Form) {
      let inputs = (0..<2).map { _ in time.createHotObservable([.next(210, 1)]) }
      let observer = time.start {
        merge([inputs[0].asObservable(), .error(TestError.first), inputs[1].asObservable()], form)
      }
      #expect(observer.events == [.error(200, TestError.first)])
      #expect(inputs.map(\.subscriptions) == [[Subscription(200, 200)], []])
    }

    @Test("an error of the sequence of sequences ends it and disposes all inputs")
    func outerError() {
      let inputs = (0..<2).map { index in time.createColdObservable([.next(30, index), .next(60, index)]) }
      let outer = time.createHotObservable([
        .next(210, inputs[0]), .next(220, inputs[1]), .error(255, TestError.second),
      ])
      let observer = time.start { outer.merge() }
      #expect(observer.events == [.next(240, 0), .next(250, 1), .error(255, TestError.second)])
      #expect(outer.subscriptions == [Subscription(200, 255)])
      #expect(inputs.map(\.subscriptions) == [[Subscription(210, 255)], [Subscription(220, 255)]])
    }

    @Test(
      "a sequence of sequences may complete before they do, or after",
      arguments: [
        ("-i-|", "---a-|", "^--!"),
        ("-i-----|", "---a---|", "^------!"),
      ])
    func outerEnds(marbles: String, expected: String, subscription: String) {
      let input = time.createColdObservable(marbles: "--a-|")
      let outer = time.createHotObservable(marbles: marbles, values: ["i": input])
      let observer = time.start { outer.merge() }
      #expect(observer.marbles == expected)
      #expect(outer.subscriptionMarbles() == [subscription])
      #expect(input.subscriptionMarbles() == ["-^---!"])
    }

    @Test("disposal disposes the inputs that have not ended", arguments: Form.allCases, [205, 215, 225, 235, 300])
    func disposal(form: Form, at moment: Int) {
      let inputs = [
        time.createHotObservable([.next(210, 0), .completed(220)]),
        time.createHotObservable([.next(230, 1), .completed(240)]),
      ]
      let observer = time.start(disposed: moment) { merge(inputs, form) }
      let whole: [Recorded<Event<Int>>] = [.next(210, 0), .next(230, 1), .completed(240)]
      #expect(observer.events == whole.filter { $0.time < moment })
      #expect(inputs[0].subscriptions == [Subscription(200, min(220, moment))])
      #expect(inputs[1].subscriptions == [Subscription(200, min(240, moment))])
    }

    @Test("an observer that leaves with an element gets nothing more", arguments: Form.allCases)
    func leaving(form: Form) {
      let inputs = (0..<2).map { index in time.createHotObservable([.next(210, index), .next(220, index)]) }
      let observer = time.start(merge(inputs, form)) { _, subscription in subscription.dispose() }
      #expect(observer.events == [.next(210, 0)])
      #expect(inputs.allSatisfy { $0.subscriptions == [Subscription(200, 210)] })
    }

    @Test("an element sent to another input from within a delivery comes at once", arguments: Form.allCases)
    func reentrancy(form: Form) {
      let inputs = [PublishSubject<Int>(), PublishSubject<Int>()]
      time.scheduleAt(210) { inputs[0].onNext(1) }
      var observer: TestableObserver<Int>?
      _ = Reports.collect {
        observer = time.start(merge(inputs.map { $0.asObservable() }, form)) { event, _ in
          if event.element == 1 { inputs[1].onNext(2) }
        }
      }
      #expect(observer?.events == [.next(210, 1), .next(210, 2)])
    }

    @Test("an observer that subscribes from within a delivery has its own subscriptions", arguments: Form.allCases)
    func subscribingWithin(form: Form) {
      let inputs = (0..<2).map { index in time.createHotObservable([.next(210 + index, index), .completed(220)]) }
      let merged = merge(inputs, form)
      let late = time.createObserver(Int.self)
      _ = time.start(merged) { event, _ in
        if event.element == 0 { _ = merged.subscribe(late) }
      }
      #expect(late.events == [.next(211, 1), .completed(220)])
      #expect(inputs.allSatisfy { $0.subscriptions == [Subscription(200, 220), Subscription(210, 220)] })
    }

    @Test("in the trace each element goes through its input's observer to the common sink")
    func traced() throws {
      let (a, b) = (PublishSubject<Int>(), PublishSubject<Int>())
      let subscription = Observable.merge(a, b).subscribe(onNext: { _ in })
      let trace = try trace {
        a.onNext(1)
        b.onNext(2)
      }
      subscription.dispose()
      #expect(
        trace.outline == """
          PublishSubject#1 on next 1
            InnerObserver#1 on next 1
              MergeSink#1 forwardOn next 1
                AnonymousObserver#1 on next 1
                  AnonymousObserver#1 onCore next 1
                    AnonymousObserver#1 closure next 1
          PublishSubject#2 on next 2
            InnerObserver#2 on next 2
              MergeSink#1 forwardOn next 2
                AnonymousObserver#1 on next 2
                  AnonymousObserver#1 onCore next 2
                    AnonymousObserver#1 closure next 2
          """)
    }

    @Test("every input is subscribed to, and each forwardOn reaches the observer's onCore", arguments: 0..<5)
    func counts(count: Int) throws {
      let trace = try trace {
        let inputs = (0..<count).map { _ in PublishSubject<Int>() }
        _ = Observable.merge(inputs.map { $0.asObservable() }).subscribe(onNext: { _ in })
        for input in inputs { input.onNext(1) }
        for input in inputs { input.onCompleted() }
      }
      #expect(trace.count(.subscribe) == count + 1 && trace.count(.run) == 1)
      #expect(trace.count(.forwardOn) == count + 1 && trace.count(.onCore) == count + 1)
    }

    @Test("no resources are left after the terminal event or disposal", arguments: Form.allCases, [true, false])
    func leaks(form: Form, ends: Bool) {
      let before = Resources.total
      do {
        let inputs = (0..<3).map { _ in PublishSubject<Int>() }
        let subscription = merge(inputs.map { $0.asObservable() }, form).subscribe()
        for input in inputs { input.onNext(1) }
        if ends { for input in inputs { input.onCompleted() } } else { subscription.dispose() }
        #expect(inputs.allSatisfy { !$0.hasObservers })
      }
      #expect(Resources.total == before)
    }

    private func merge<Element>(_ inputs: [Observable<Element>], _ form: Form) -> Observable<Element> {
      switch form {
      case .arguments where inputs.count == 2: .merge(inputs[0], inputs[1])
      case .arguments where inputs.count == 3: .merge(inputs[0], inputs[1], inputs[2])
      case .arguments: .merge()
      case .array: .merge(inputs)
      case .collection: .merge(inputs[...])
      case .sequenceOfSequences: Observable.from(inputs).merge()
      }
    }
  }
}
