import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("take") struct TakeTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test(
      "the first elements, and the completion with the last of them",
      arguments: [
        ("-(a|)", 1, "^!"),
        ("-a-(b|)", 2, "^--!"),
        ("-a-b-(c|)", 3, "^----!"),
      ])
    func values(expected: String, count: Int, subscription: String) {
      let letters = scheduler.createHotObservable(marbles: "-a-b-c-|")
      let observer = scheduler.start { letters.take(count) }
      #expect(observer.marbles == expected)
      #expect(letters.subscriptionMarbles() == [subscription])
    }

    @Test("of no elements: it completes at once and never subscribes")
    func nothing() {
      let numbers = scheduler.createHotObservable([.next(210, 1)])
      let observer = scheduler.start { numbers.take(0) }
      #expect(observer.events == [.completed(200)] && numbers.subscriptions == [])
    }

    @Test("of more elements than there are: completes, fails and unsubscribes with its input")
    func ends() { OneInput { $0.take(9) }.expectAll() }

    @Test("an error before the last element ends it; one after it is not observed")
    func errors() {
      let letters = scheduler.createHotObservable(marbles: "-a-b-#", error: TestError.first)
      let two = scheduler.createObserver(String.self)
      scheduler.scheduleAt(200) { _ = letters.take(2).subscribe(two) }
      let three = scheduler.start { letters.take(3) }
      #expect(three.marbles == "-a-b-#" && three.events == letters.recordedEvents)
      #expect(two.events.marbles(from: 200) == "-a-(b|)")
    }

    @Test("each observer has its own count")
    func observers() {
      let first = scheduler.createColdObservable([.next(10, 1), .next(20, 2)]).take(1)
      let observers = (0..<2).map { _ in scheduler.createObserver(Int.self) }
      scheduler.scheduleAt(200) { for observer in observers { _ = first.subscribe(observer) } }
      scheduler.start()
      for observer in observers { #expect(observer.events == [.next(210, 1), .completed(210)]) }
    }

    @Test("an element is counted before it is sent, so reentrant elements do not exceed the count", arguments: 1...3)
    func reentrancy(count: Int) {
      let subject = PublishSubject<Int>()
      let log = Log()
      _ = Reports.collect {
        _ = subject.take(count).subscribe { event in
          log.add(event)
          if let number = event.element { subject.onNext(number + 1) }
        }
        subject.onNext(1)
      }
      #expect(log.entries == (1...count).map { "next(\($0))" } + ["completed"])
      #expect(!subject.hasObservers)
    }

    @Test("a negative count stops the program")
    func negative() async {
      await #expect(processExitsWith: .failure) { _ = Observable.of(1).take(-1) }
    }

    @Test("every call is in the trace; the source is disposed and sends no more")
    func traced() throws {
      let trace = try trace { _ = Observable.of(1, 2, 3).take(1).subscribe(onNext: { _ in }) }
      #expect(
        trace.calls == [
          "TakeCount#1 subscribe", "TakeCount#1 run", "ObservableSequence#1 subscribe", "ObservableSequence#1 run",
          "ObservableSequenceSink#1 forwardOn next 1", "TakeCountSink#1 forwardOn next 1",
          "AnonymousObserver#1 onCore next 1", "TakeCountSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
    }
  }
}
