import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("zip") struct ZipTests {
    /// The two forms of passing the sequences.
    enum Form: CaseIterable {
      case arguments
      case collection
    }

    let time = TestScheduler(initialClock: 0)

    @Test("the first elements are combined, then the second ones", arguments: Form.allCases, [2, 3, 5, 8])
    func values(form: Form, count: Int) {
      let inputs = (0..<count).map { index in
        time.createHotObservable([
          .next(150, -1), .next(210 + index, index), .next(300 + index, index + 100), .completed(400 + index),
        ])
      }
      let observer = time.start { zip(inputs, form) }
      let (first, second) = (Array(0..<count), (0..<count).map { $0 + 100 })
      #expect(observer.events == [.next(209 + count, first), .next(299 + count, second), .completed(399 + count)])
      #expect(inputs.map(\.subscriptions) == (0..<count).map { [Subscription(200, 400 + $0)] })
    }

    @Test("elements that one input sends ahead of the other wait, in their order", arguments: Form.allCases)
    func ahead(form: Form) {
      let inputs = [
        "     -abcdefghijklmnopqrst",
        "     ---------------------1   --2   --3",
      ].map { time.createHotObservable(marbles: $0) }
      let observer = time.start { zip(inputs, form).map { $0.joined() } }
      #expect(
        observer.marbles
          == "---------------------'a1'--'b2'--'c3'")
    }

    @Test("inputs that never send are disposed on disposal", arguments: Form.allCases, [2, 8])
    func never(form: Form, count: Int) {
      let inputs = (0..<count).map { _ in time.createHotObservable([Recorded<Event<Int>>]()) }
      let observer = time.start { zip(inputs, form) }
      #expect(observer.events == [])
      #expect(inputs.allSatisfy { $0.subscriptions == [Subscription(200, 1000)] })
    }

    @Test("an error of any input ends it at once, even if elements wait", arguments: Form.allCases, [2, 3, 5, 8])
    func errors(form: Form, count: Int) {
      for failing in 0..<count {
        let time = TestScheduler(initialClock: 0)
        let inputs = (0..<count).map { index in
          time.createHotObservable([
            .next(210, index), index == failing ? .error(220, TestError.first) : .next(215, index),
          ])
        }
        let observer = time.start { zip(inputs, form) }
        #expect(observer.events == [.next(210, Array(0..<count)), .error(220, TestError.first)])
        #expect(inputs.allSatisfy { $0.subscriptions == [Subscription(200, 220)] })
      }
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
          ? Observable.zip(inputs[0], inputs[1]) { try selector([$0, $1]) }
          : Observable.zip(inputs, resultSelector: selector)
      }
      #expect(observer.events == [.next(211, 1), .error(230, TestError.second)])
      #expect(inputs.allSatisfy { $0.subscriptions == [Subscription(200, 230)] })
    }

    @Test("an input that completes is disposed, and the last completion completes it", arguments: Form.allCases, 0..<3)
    func ends(form: Form, first: Int) {
      let inputs = (0..<3).map { index in
        time.createHotObservable([.next(210, index), .completed(index == first ? 220 : 250 + index)])
      }
      let observer = time.start { zip(inputs, form) }
      let last = (0..<3).last { $0 != first } ?? 0
      #expect(observer.events == [.next(210, [0, 1, 2]), .completed(250 + last)])
      #expect(inputs.map(\.subscriptions) == (0..<3).map { [Subscription(200, $0 == first ? 220 : 250 + $0)] })
    }

    @Test("inputs that complete in the same tick", arguments: Form.allCases, [2, 8])
    func endsAtOnce(form: Form, count: Int) {
      let inputs = (0..<count).map { _ in time.createHotObservable([.completed(210, Int.self)]) }
      let observer = time.start { zip(inputs, form) }
      #expect(observer.events == [.completed(210)])
      #expect(inputs.allSatisfy { $0.subscriptions == [Subscription(200, 210)] })
    }

    @Test("waiting elements of a completed input are still combined", arguments: Form.allCases)
    func waitsBeyondTheEnd(form: Form) {
      let inputs = [
        "     -ab|",
        "     -----1   -2   -|",
      ].map { time.createHotObservable(marbles: $0) }
      let observer = time.start { zip(inputs, form).map { $0.joined() } }
      #expect(
        observer.marbles
          == "-----'a1'-'b2'-|")
    }

    @Test("an element that cannot be combined completes a collection; a fixed number waits for all completions")
    func hopeless() {
      let empty = time.createHotObservable(marbles: "-|")
      let other = time.createHotObservable(marbles: "---1-|")
      let fixed = time.createObserver([String].self)
      time.scheduleAt(200) { _ = zip([empty, other], .arguments).subscribe(fixed) }
      let observer = time.start { zip([empty, other], .collection) }
      #expect(observer.marbles == "---|")
      #expect(fixed.events.marbles(from: 200) == "-----|")
      #expect(other.subscriptionMarbles() == ["^----!", "^--!"])
    }

    @Test("disposal disposes the inputs that have not ended", arguments: Form.allCases, [205, 213, 225, 235, 245, 300])
    func disposal(form: Form, at moment: Int) {
      let inputs = [
        time.createHotObservable([.next(210, 0), .completed(220)]),
        time.createHotObservable([.next(215, 1), .completed(240)]),
      ]
      let observer = time.start(disposed: moment) { zip(inputs, form) }
      let whole: [Recorded<Event<[Int]>>] = [.next(215, [0, 1]), .completed(240)]
      #expect(observer.events == whole.filter { $0.time < moment })
      #expect(inputs[0].subscriptions == [Subscription(200, min(220, moment))])
      #expect(inputs[1].subscriptions == [Subscription(200, min(240, moment))])
    }

    @Test("an observer that leaves with an element gets nothing more", arguments: Form.allCases)
    func leaving(form: Form) {
      let inputs = (0..<2).map { index in time.createHotObservable([.next(210, index), .next(220, index)]) }
      let observer = time.start(zip(inputs, form)) { _, subscription in subscription.dispose() }
      #expect(observer.events == [.next(210, [0, 1])])
      #expect(inputs.allSatisfy { $0.subscriptions == [Subscription(200, 210)] })
    }

    @Test("elements sent from within a delivery make the next combination", arguments: Form.allCases)
    func reentrancy(form: Form) {
      let subjects = (0..<2).map { _ in PublishSubject<Int>() }
      time.scheduleAt(210) {
        subjects[0].onNext(1)
        subjects[1].onNext(2)
      }
      var observer: TestableObserver<[Int]>?
      _ = Reports.collect {
        observer = time.start(zip(subjects.map { $0.asObservable() }, form)) { event, _ in
          guard event.element == [1, 2] else { return }
          subjects[0].onNext(3)
          subjects[1].onNext(4)
        }
      }
      #expect(observer?.events == [.next(210, [1, 2]), .next(210, [3, 4])])
    }

    @Test("without a selector the elements come as a tuple of the inputs' types")
    func tuples() {
      let number = time.createHotObservable([.next(210, 1), .next(215, 2)])
      let text = time.createHotObservable([.next(210, "a"), .next(220, "b")])
      let flag = time.createHotObservable([.next(210, true)])
      let (two, three) = (time.createObserver(String.self), time.createObserver(String.self))
      _ = Observable.zip(number, text).map { "\($0)" }.subscribe(two)
      _ = Observable.zip(number, text, flag).map { "\($0)" }.subscribe(three)
      time.start()
      #expect(two.elements == ["(1, \"a\")", "(2, \"b\")"])
      #expect(three.elements == ["(1, \"a\", true)"])
    }

    @Test("a collection of one sequence, and of none")
    func smallCollections() {
      #expect(events(of: Observable.zip([Observable.of(1, 2)])) == ["next([1])", "next([2])", "completed"])
      #expect(events(of: Observable.zip([Observable<Int>]())) == ["completed"])
    }

    @Test("in the trace each input's observer takes its element, and the common sink forwards the combination")
    func traced() throws {
      let (a, b) = (PublishSubject<Int>(), PublishSubject<String>())
      let subscription = Observable.zip(a, b) { "\($0)\($1)" }.subscribe(onNext: { _ in })
      let trace = try trace {
        a.onNext(1)
        a.onNext(2)
        b.onNext("x")
      }
      subscription.dispose()
      #expect(
        trace.outline == """
          PublishSubject#1 on next 1
            JoiningObserver#1 on next 1
          PublishSubject#1 on next 2
            JoiningObserver#1 on next 2
          PublishSubject#2 on next "x"
            JoiningObserver#2 on next "x"
              ZipSink#1 closure next
              ZipSink#1 forwardOn next "1x"
                AnonymousObserver#1 on next "1x"
                  AnonymousObserver#1 onCore next "1x"
                    AnonymousObserver#1 closure next "1x"
          """)
    }

    @Test("no resources are left after the terminal event or disposal", arguments: Form.allCases, [true, false])
    func leaks(form: Form, ends: Bool) {
      let before = Resources.total
      do {
        let inputs = (0..<3).map { _ in PublishSubject<Int>() }
        let subscription = zip(inputs.map { $0.asObservable() }, form).subscribe()
        for input in inputs { input.onNext(1) }
        inputs[0].onNext(2)
        if ends { for input in inputs { input.onCompleted() } } else { subscription.dispose() }
        #expect(inputs.allSatisfy { !$0.hasObservers })
      }
      #expect(Resources.total == before)
    }

    private func zip<Element>(_ inputs: [Observable<Element>], _ form: Form) -> Observable<[Element]> {
      guard form == .arguments else { return Observable.zip(inputs) }
      let i = inputs
      switch inputs.count {
      case 2: return Observable.zip(i[0], i[1]) { [$0, $1] }
      case 3: return Observable.zip(i[0], i[1], i[2]) { [$0, $1, $2] }
      case 5: return Observable.zip(i[0], i[1], i[2], i[3], i[4]) { [$0, $1, $2, $3, $4] }
      default:
        return Observable.zip(i[0], i[1], i[2], i[3], i[4], i[5], i[6], i[7]) { [$0, $1, $2, $3, $4, $5, $6, $7] }
      }
    }
  }
}
