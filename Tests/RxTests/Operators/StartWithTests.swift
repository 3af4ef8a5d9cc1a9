import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("startWith") struct StartWithTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("the given elements come on subscription, then the input's own")
    func values() {
      let letters = scheduler.createHotObservable(marbles: "            z-^   -c-|")
      #expect(scheduler.start { letters.startWith("a", "b") }.marbles == "(ab)-c-|")
      #expect(letters.subscriptionMarbles() == ["^---!"])
    }

    @Test("then it changes nothing: it completes, fails and unsubscribes with the input")
    func ends() {
      OneInput(sentFirst: [7, 8]) { $0.startWith(7, 8).map { $0 } }.expectAll()
      OneInput { $0.startWith().map { $0 } }.expectAll()
      OneInput(sentFirst: [70, 80]) { $0.map { $0 * 10 }.startWith(70, 80).map { $0 } }.expectAll()
    }

    @Test("if several are chained, the last one comes first")
    func chained() {
      let observer = scheduler.start { Observable.just(3).startWith(2).startWith(1) }
      #expect(observer.elements == [1, 2, 3])
    }

    @Test("the input is subscribed to even if the first elements were enough, and then disposed at once")
    func takenFromTheBeginning() {
      let letters = scheduler.createHotObservable(marbles: "                 ^   -b")
      #expect(scheduler.start { letters.startWith("a").take(1) }.marbles == "(a|)")
      #expect(letters.subscriptionMarbles() == ["(^!)"])
    }

    @Test("an action that its observer schedules on the current thread waits until the input is subscribed to")
    func trampoline() {
      let subject = PublishSubject<Int>()
      let log = Log()
      let subscription = subject.startWith(1).subscribe(onNext: { number in
        log.add("\(number)")
        _ = Observable.of("inner").subscribe(onNext: { log.add("\($0), subscribed: \(subject.hasObservers)") })
        log.add("end of \(number)")
      })
      #expect(log.entries == ["1", "end of 1", "inner, subscribed: true"])
      subscription.dispose()
    }

    @Test("every call is in the trace: the first elements need no sink")
    func traced() throws {
      let trace = try trace { _ = Observable.just(2).startWith(1).subscribe(onNext: { _ in }) }
      #expect(
        trace.calls == [
          "StartWith#1 subscribe", "StartWith#1 run", "AnonymousObserver#1 onCore next 1", "Just#1 subscribe",
          "AnonymousObserver#1 onCore next 2", "AnonymousObserver#1 onCore completed",
        ])
    }
  }
}
