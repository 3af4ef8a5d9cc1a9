import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("combineLatest") struct CombineLatestTests {
    /// The two forms of passing the sequences.
    enum Form: CaseIterable {
      case arguments
      case collection
    }

    let time = TestScheduler(initialClock: 0)

    @Test("an element of any input sends the latest elements of all", arguments: Form.allCases, [2, 3, 5, 8])
    func values(form: Form, count: Int) {
      let inputs = (0..<count).map { index in
        time.createHotObservable([
          .next(150, -1), .next(210 + index, index), .next(300 + index, index + 100), .completed(400 + index),
        ])
      }
      let observer = time.start { combine(inputs, form) }
      let latest = { (changed: Int) in (0..<count).map { $0 <= changed ? $0 + 100 : $0 } }
      #expect(
        observer.events
          == [.next(209 + count, Array(0..<count))] + (0..<count).map { .next(300 + $0, latest($0)) }
          + [.completed(399 + count)])
      #expect(inputs.map(\.subscriptions) == (0..<count).map { [Subscription(200, 400 + $0)] })
    }

    @Test("nothing is sent before the last input has sent, whichever that is", arguments: Form.allCases, 0..<3)
    func waits(form: Form, last: Int) {
      let inputs = (0..<3).map { index in time.createHotObservable([.next(index == last ? 250 : 210, index)]) }
      let observer = time.start { combine(inputs, form) }
      #expect(observer.events == [.next(250, [0, 1, 2])])
      #expect(inputs.allSatisfy { $0.subscriptions == [Subscription(200, 1000)] })
    }

    @Test("each element comes with the other's latest; in the same tick one after another", arguments: Form.allCases)
    func elementsAtOnce(form: Form) {
      let inputs = [
        "     -a   -b   -c         --   -|",
        "     -1   --   -2         -3   -|",
      ].map { time.createHotObservable(marbles: $0) }
      let observer = time.start { combine(inputs, form).map { $0.joined() } }
      #expect(
        observer.marbles
          == "-'a1'-'b1'-('c1''c2')-'c3'-|")
    }

    @Test("inputs that never send are disposed on disposal", arguments: Form.allCases, [2, 3, 5, 8])
    func never(form: Form, count: Int) {
      let inputs = (0..<count).map { _ in time.createHotObservable([Recorded<Event<Int>>]()) }
      let observer = time.start { combine(inputs, form) }
      #expect(observer.events == [])
      #expect(inputs.allSatisfy { $0.subscriptions == [Subscription(200, 1000)] })
    }

    @Test("an error of any input ends it and disposes all inputs", arguments: Form.allCases, [2, 3, 5, 8])
    func errors(form: Form, count: Int) {
      for failing in 0..<count {
        let time = TestScheduler(initialClock: 0)
        let inputs = (0..<count).map { index in
          time.createHotObservable([
            .next(210, index), index == failing ? .error(220, TestError.first) : .next(230, index),
          ])
        }
        let observer = time.start { combine(inputs, form) }
        #expect(observer.events == [.next(210, Array(0..<count)), .error(220, TestError.first)])
        #expect(inputs.allSatisfy { $0.subscriptions == [Subscription(200, 220)] })
      }
    }

    @Test("if an input fails while it is subscribed to, the others are disposed", arguments: Form.allCases)
    func failsAtOnce(form: Form) {
      let other = time.createHotObservable([.next(210, 1)])
      let failing = Observable<Int>.error(TestError.first)
      let observer = time.start {
        form == .arguments
          ? Observable.combineLatest(failing, other) { [$0, $1] }
          : Observable.combineLatest([failing, other]) { $0 }
      }
      #expect(observer.events == [.error(200, TestError.first)])
      #expect(other.subscriptions == [Subscription(200, 200)])
    }

    @Test("an error thrown by the selector ends it and disposes all inputs", arguments: Form.allCases)
    func throwing(form: Form) {
      let inputs = (0..<2).map { index in time.createHotObservable([.next(210 + index, index), .next(230, 2)]) }
      let selector: ([Int]) throws -> Int = { elements in
        if elements[0] == 2 { throw TestError.second }
        return elements[0] + elements[1]
      }
      let observer = time.start {
        form == .arguments
          ? Observable.combineLatest(inputs[0], inputs[1]) { try selector([$0, $1]) }
          : Observable.combineLatest(inputs, resultSelector: selector)
      }
      #expect(observer.events == [.next(211, 1), .error(230, TestError.second)])
      #expect(inputs.allSatisfy { $0.subscriptions == [Subscription(200, 230)] })
    }

    @Test("an input that completes is disposed then; the last completion completes it", arguments: Form.allCases, 0..<3)
    func ends(form: Form, first: Int) {
      let inputs = (0..<3).map { index in
        time.createHotObservable([.next(210, index), .completed(index == first ? 220 : 250 + index)])
      }
      let observer = time.start { combine(inputs, form) }
      let last = (0..<3).last { $0 != first } ?? 0
      #expect(observer.events == [.next(210, [0, 1, 2]), .completed(250 + last)])
      #expect(inputs.map(\.subscriptions) == (0..<3).map { [Subscription(200, $0 == first ? 220 : 250 + $0)] })
    }

    @Test("an input that completes is disposed before the completion is forwarded", arguments: [true, false])
    func order(fails: Bool) {
      let last = Probe<Int>()
      let log = Log()
      _ = Observable.combineLatest(Observable<Int>.empty(), last.observable) { $0 + $1 }.subscribe { event in
        log.add("\(event), \(last.disposals) freed")
      }
      if fails { last.observer?.onError(TestError.first) } else { last.observer?.onCompleted() }
      #expect(log.entries == [fails ? "error(first), 1 freed" : "completed, 1 freed"])
    }

    @Test("inputs that complete in the same tick", arguments: Form.allCases, [2, 3, 5, 8])
    func endsAtOnce(form: Form, count: Int) {
      let inputs = (0..<count).map { _ in time.createHotObservable([.completed(210, Int.self)]) }
      let observer = time.start { combine(inputs, form) }
      #expect(observer.events == [.completed(210)])
      #expect(inputs.allSatisfy { $0.subscriptions == [Subscription(200, 210)] })
    }

    @Test("it completes at an element that cannot be combined any more", arguments: Form.allCases, [true, false])
    func hopeless(form: Form, firstIsEmpty: Bool) {
      let empty = time.createHotObservable(marbles: "-|")
      let other = time.createHotObservable(marbles: "---1-2")
      let observer = time.start { combine(firstIsEmpty ? [empty, other] : [other, empty], form) }
      #expect(observer.marbles == "---|")
      #expect(empty.subscriptionMarbles() == ["^!"])
      #expect(other.subscriptionMarbles() == ["^--!"])
    }

    @Test("while two inputs are left, an element without counterpart does not complete it", arguments: Form.allCases)
    func twoAreLeft(form: Form) {
      let inputs = [
        "     -|",
        "     --a-|",
        "     ---b--c",
      ].map { time.createHotObservable(marbles: $0) }
      let observer = time.start { combine(inputs, form) }
      #expect(
        observer.marbles
          == "------|")
      #expect(inputs.map { $0.subscriptionMarbles() } == [["^!"], ["^---!"], ["^-----!"]])
    }

    @Test("disposal disposes the inputs that have not ended", arguments: Form.allCases, [205, 213, 225, 235, 245, 300])
    func disposal(form: Form, at moment: Int) {
      let inputs = [
        time.createHotObservable([.next(210, 0), .completed(220)]),
        time.createHotObservable([.next(215, 1), .next(230, 2), .completed(240)]),
      ]
      let observer = time.start(disposed: moment) { combine(inputs, form) }
      let whole: [Recorded<Event<[Int]>>] = [.next(215, [0, 1]), .next(230, [0, 2]), .completed(240)]
      #expect(observer.events == whole.filter { $0.time < moment })
      #expect(inputs[0].subscriptions == [Subscription(200, min(220, moment))])
      #expect(inputs[1].subscriptions == [Subscription(200, min(240, moment))])
    }

    @Test("an observer that leaves with an element gets nothing more", arguments: Form.allCases, [2, 8])
    func leaving(form: Form, count: Int) {
      let inputs = (0..<count).map { index in time.createHotObservable([.next(210, index), .next(220, index)]) }
      let observer = time.start(combine(inputs, form)) { _, subscription in subscription.dispose() }
      #expect(observer.events == [.next(210, Array(0..<count))])
      #expect(inputs.allSatisfy { $0.subscriptions == [Subscription(200, 210)] })
    }

    @Test("an element sent from within a delivery is combined at once", arguments: Form.allCases)
    func reentrancy(form: Form) {
      let subjects = [BehaviorSubject(value: 0), BehaviorSubject(value: 1)]
      time.scheduleAt(210) { subjects[0].onNext(10) }
      var observer: TestableObserver<[Int]>?
      _ = Reports.collect {
        observer = time.start(
          form == .arguments
            ? Observable.combineLatest(subjects[0], subjects[1]) { [$0, $1] } : Observable.combineLatest(subjects)
        ) { event, _ in
          if event.element == [10, 1] { subjects[1].onNext(11) }
        }
      }
      #expect(observer?.events == [.next(200, [0, 1]), .next(210, [10, 1]), .next(210, [10, 11])])
    }

    @Test("an observer that subscribes from within a delivery waits for all inputs again", arguments: Form.allCases)
    func subscribingWithin(form: Form) {
      let inputs = (0..<2).map { index in time.createHotObservable([.next(210, index), .next(220 + index, index)]) }
      let combined = combine(inputs, form)
      let late = time.createObserver([Int].self)
      var hasSubscribed = false
      _ = time.start(combined) { _, _ in
        if !hasSubscribed { _ = combined.subscribe(late) }
        hasSubscribed = true
      }
      #expect(late.events == [.next(221, [0, 1])])
      #expect(inputs.allSatisfy { $0.subscriptions == [Subscription(200, 1000), Subscription(210)] })
    }

    @Test("without a selector the latest elements come as a tuple of the inputs' types")
    func tuples() {
      let number = time.createHotObservable([.next(210, 1)])
      let text = time.createHotObservable([.next(210, "a"), .next(220, "b")])
      let flag = time.createHotObservable([.next(210, true)])
      let (two, three, five, eight) = (
        time.createObserver(String.self), time.createObserver(String.self), time.createObserver(String.self),
        time.createObserver(String.self)
      )
      _ = Observable.combineLatest(number, text).map { "\($0)" }.subscribe(two)
      _ = Observable.combineLatest(number, text, flag).map { "\($0)" }.subscribe(three)
      _ = Observable.combineLatest(number, text, flag, number, text).map { "\($0)" }.subscribe(five)
      _ = Observable.combineLatest(number, text, flag, number, text, flag, number, flag).map { "\($0)" }
        .subscribe(eight)
      time.start()
      #expect(two.elements == ["(1, \"a\")", "(1, \"b\")"])
      #expect(three.elements == ["(1, \"a\", true)", "(1, \"b\", true)"])
      #expect(five.elements.first == "(1, \"a\", true, 1, \"a\")" && five.elements.count == 3)
      #expect(eight.elements.last == "(1, \"b\", true, 1, \"b\", true, 1, true)" && eight.elements.count == 3)
    }

    @Test("a collection of one sequence, and of none")
    func smallCollections() {
      let one = time.createHotObservable([.next(210, 1), .completed(220)])
      let observer = time.start { Observable.combineLatest([one]) }
      #expect(observer.events == [.next(210, [1]), .completed(220)])
      #expect(one.subscriptions == [Subscription(200, 220)])
      let none: [Observable<Int>] = []
      #expect(events(of: Observable.combineLatest(none)) == ["next([])", "completed"])
      let counted: Observable<Int> = Observable.combineLatest(none) { $0.count }
      #expect(events(of: counted) == ["next(0)", "completed"])
      let failing: Observable<Int> = Observable.combineLatest(none) { _ in throw TestError.first }
      #expect(events(of: failing) == ["error(first)"])
    }

    @Test("in the trace each input's observer takes its element, and the common sink forwards the combination")
    func traced() throws {
      let (a, b) = (PublishSubject<Int>(), PublishSubject<String>())
      let subscription = Observable.combineLatest(a, b) { "\($0)\($1)" }.subscribe(onNext: { _ in })
      let trace = try trace {
        a.onNext(1)
        b.onNext("x")
      }
      subscription.dispose()
      #expect(
        trace.outline == """
          PublishSubject#1 on next 1
            JoiningObserver#1 on next 1
          PublishSubject#2 on next "x"
            JoiningObserver#2 on next "x"
              CombineLatestSink#1 closure next
              CombineLatestSink#1 forwardOn next "1x"
                AnonymousObserver#1 on next "1x"
                  AnonymousObserver#1 onCore next "1x"
                    AnonymousObserver#1 closure next "1x"
          """)
    }

    @Test(
      "every input is subscribed to, and each forwardOn reaches the observer's onCore", arguments: Form.allCases,
      [2, 3, 5, 8])
    func counts(form: Form, count: Int) throws {
      let trace = try trace {
        let inputs = (0..<count).map { _ in PublishSubject<Int>() }
        _ = combine(inputs.map { $0.asObservable() }, form).subscribe(onNext: { _ in })
        for input in inputs { input.onNext(1) }
        for input in inputs { input.onNext(2) }
        for input in inputs { input.onCompleted() }
      }
      #expect(trace.count(.subscribe) == count + 1 && trace.count(.run) == 1)
      #expect(trace.count(.forwardOn) == count + 2 && trace.count(.onCore) == count + 2)
      #expect(trace.steps.filter { $0.kind == .on && $0.value?.text == "2" }.count == 2 * count)
    }

    @Test("no resources are left after the terminal event or disposal", arguments: Form.allCases, [true, false])
    func leaks(form: Form, ends: Bool) {
      let before = Resources.total
      do {
        let inputs = (0..<3).map { _ in PublishSubject<Int>() }
        let subscription = combine(inputs.map { $0.asObservable() }, form).subscribe()
        for input in inputs { input.onNext(1) }
        if ends { for input in inputs { input.onCompleted() } } else { subscription.dispose() }
        #expect(inputs.allSatisfy { !$0.hasObservers })
      }
      #expect(Resources.total == before)
    }

    private func combine<Element>(_ inputs: [Observable<Element>], _ form: Form) -> Observable<[Element]> {
      guard form == .arguments else { return Observable.combineLatest(inputs) }
      let i = inputs
      switch inputs.count {
      case 2: return Observable.combineLatest(i[0], i[1]) { [$0, $1] }
      case 3: return Observable.combineLatest(i[0], i[1], i[2]) { [$0, $1, $2] }
      case 5: return Observable.combineLatest(i[0], i[1], i[2], i[3], i[4]) { [$0, $1, $2, $3, $4] }
      default:
        return Observable.combineLatest(i[0], i[1], i[2], i[3], i[4], i[5], i[6], i[7]) {
          [$0, $1, $2, $3, $4, $5, $6, $7]
        }
      }
    }
  }
}
