import Foundation
import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("sample") struct SampleTests {
    let time = TestScheduler(initialClock: 0)

    @Test("each tick sends the source's latest element, once; the tick after the source's completion completes it")
    func values() {
      let source = time.createHotObservable(marbles: "a-^-b-c---d-----|")
      let ticks = time.createHotObservable(marbles: "^x----xx--x-----x-x")
      let observer = time.start { source.sample(ticks) }
      #expect(observer.marbles == "------c---d-----|")
      #expect(source.subscriptionMarbles() == ["^-------------!"])
      #expect(ticks.subscriptionMarbles() == ["^---------------!"])
    }

    @Test("a tick without a new element sends the default value, if there is one")
    func defaultValue() {
      let source = time.createHotObservable(marbles: "    --a---|")
      let ticks = time.createHotObservable(marbles: "     -x-x-x--x")
      let sampledOrDefault = source.sample(ticks, defaultValue: "d")
      #expect(time.start { sampledOrDefault }.marbles == "-d-a-d--(d|)")
      #expect(source.subscriptionMarbles() == ["^-----!"])
      #expect(ticks.subscriptionMarbles() == ["^-------!"])
    }

    @Test("a source without elements: nothing, or the default value, then the completion")
    func emptySource() {
      let source = time.createHotObservable([.completed(210, Int.self)])
      let ticks = time.createHotObservable([.next(250, "a"), .completed(300)])
      let plain = time.createObserver(Int.self)
      _ = source.sample(ticks).subscribe(plain)
      let observer = time.start { source.sample(ticks, defaultValue: 7) }
      #expect(observer.events == [.next(250, 7), .completed(250)])
      #expect(plain.events == [.completed(250)])
      #expect(source.subscriptions == [Subscription(0, 210), Subscription(200, 210)])
      #expect(ticks.subscriptions == [Subscription(0, 250), Subscription(200, 250)])
    }

    @Test("inputs that never send are disposed on disposal")
    func never() {
      let source = time.createHotObservable([Recorded<Event<Int>>]())
      let ticks = time.createHotObservable([Recorded<Event<String>>]())
      let observer = time.start { source.sample(ticks) }
      #expect(observer.events == [])
      #expect(source.subscriptions == [Subscription(200, 1000)])
      #expect(ticks.subscriptions == [Subscription(200, 1000)])
    }

    @Test("the sampler's completion is a tick as well, and the last one, so even the source's completion is not sent")
    func samplerEndsFirst() {
      let source = time.createHotObservable(marbles: "        -a-b-|")
      let ticks = time.createHotObservable(marbles: "         --|")
      #expect(time.start { source.sample(ticks) }.marbles == "--a")
      #expect(source.subscriptionMarbles() == ["^----!"])
      #expect(ticks.subscriptionMarbles() == ["^-!"])
    }

    @Test("an empty sampler sends the default value once")
    func emptySampler() {
      let source = time.createHotObservable([.next(230, 2)])
      let ticks = time.createHotObservable([.completed(220, String.self)])
      let observer = time.start { source.sample(ticks, defaultValue: 0) }
      #expect(observer.events == [.next(220, 0)])
      #expect(source.subscriptions == [Subscription(200, 1000)])
    }

    @Test("for an element and a tick at the same time, the order of sending decides", arguments: [true, false])
    func elementAndTickAtOnce(sourceFirst: Bool) {
      let events: [Recorded<Event<Int>>] = [.next(210, 1)]
      let first = time.createHotObservable(events)
      let second = time.createHotObservable(events)
      let observer = time.start { sourceFirst ? first.sample(second) : second.sample(first) }
      #expect(observer.events == (sourceFirst ? [.next(210, 1)] : []))
    }

    @Test("if both complete at the same time, the order decides", arguments: [true, false])
    func endsAtOnce(sourceFirst: Bool) {
      let events: [Recorded<Event<Int>>] = [.completed(210)]
      let first = time.createHotObservable(events)
      let second = time.createHotObservable(events)
      let (source, ticks) = sourceFirst ? (first, second) : (second, first)
      let observer = time.start { source.sample(ticks) }
      #expect(observer.events == (sourceFirst ? [.completed(210)] : []))
      #expect(source.subscriptions == [Subscription(200, 210)])
      #expect(ticks.subscriptions == [Subscription(200, 210)])
    }

    @Test("an error of either input ends it and disposes both inputs", arguments: [true, false])
    func errors(ofSource: Bool) {
      let source = time.createHotObservable([
        .next(210, 1), ofSource ? .error(230, TestError.first) : .next(230, 2), .next(240, 3),
      ])
      let ticks = time.createHotObservable([
        .next(220, "a"), ofSource ? .next(230, "b") : .error(230, TestError.first), .next(250, "c"),
      ])
      let observer = time.start { source.sample(ticks) }
      #expect(observer.events == [.next(220, 1), .error(230, TestError.first)])
      #expect(source.subscriptions == [Subscription(200, 230)])
      #expect(ticks.subscriptions == [Subscription(200, 230)])
    }

    @Test("an error of the sampler counts even after the source has completed")
    func errorAfterTheSource() {
      let source = time.createHotObservable([.next(210, 1), .completed(220)])
      let ticks = time.createHotObservable([.error(230, TestError.second, String.self)])
      let observer = time.start { source.sample(ticks) }
      #expect(observer.events == [.error(230, TestError.second)])
      #expect(source.subscriptions == [Subscription(200, 220)])
      #expect(ticks.subscriptions == [Subscription(200, 230)])
    }

    @Test("disposal disposes the inputs that have not ended", arguments: [205, 215, 225, 245, 255, 300])
    func disposal(at moment: Int) {
      let source = time.createHotObservable([.next(210, 1), .next(230, 2), .completed(240)])
      let ticks = time.createHotObservable([.next(220, "a"), .next(250, "b"), .next(260, "c")])
      let observer = time.start(disposed: moment) { source.sample(ticks) }
      let whole: [Recorded<Event<Int>>] = [.next(220, 1), .next(250, 2), .completed(250)]
      #expect(observer.events == whole.filter { $0.time < moment })
      #expect(source.subscriptions == [Subscription(200, min(240, moment))])
      #expect(ticks.subscriptions == [Subscription(200, min(250, moment))])
    }

    @Test("an observer that leaves with an element gets nothing more, not even the completion that follows at once")
    func leaving() {
      let source = time.createHotObservable([.next(210, 1), .completed(220)])
      let ticks = time.createHotObservable([.next(230, "a"), .next(240, "b")])
      let observer = time.start(source.sample(ticks)) { _, subscription in subscription.dispose() }
      #expect(observer.events == [.next(230, 1)])
      #expect(source.subscriptions == [Subscription(200, 220)])
      #expect(ticks.subscriptions == [Subscription(200, 230)])
    }

    @Test("an element and a tick sent from within a delivery are delivered at once; the current one was taken before")
    func reentrancy() {
      let (source, ticks) = (PublishSubject<Int>(), PublishSubject<Void>())
      time.scheduleAt(210) { source.onNext(1) }
      time.scheduleAt(220) { ticks.onNext(()) }
      var observer: TestableObserver<Int>?
      let reports = Reports.collect {
        observer = time.start(source.sample(ticks)) { event, _ in
          guard event.element == 1 else { return }
          ticks.onNext(())
          source.onNext(2)
          ticks.onNext(())
        }
      }
      #expect(observer?.events == [.next(220, 1), .next(220, 2)])
      #expect(!reports.isEmpty)
    }

    @Test("an observer that subscribes from within a delivery has its own subscriptions to both inputs")
    func subscribingWithin() {
      let source = time.createHotObservable([.next(210, 1), .next(230, 2)])
      let ticks = time.createHotObservable([.next(220, "a"), .next(240, "b")])
      let sampled = source.sample(ticks)
      let second = time.createObserver(Int.self)
      let observer = time.start(sampled) { event, _ in
        if event.element == 1 { _ = sampled.subscribe(second) }
      }
      #expect(observer.events == [.next(220, 1), .next(240, 2)])
      #expect(second.events == [.next(240, 2)])
      #expect(source.subscriptions == [Subscription(200, 1000), Subscription(220)])
      #expect(ticks.subscriptions == [Subscription(200, 1000), Subscription(220)])
    }

    @Test("in the trace the sampler's sink gets the tick, and the sequence's sink forwards the element")
    func traced() throws {
      let (source, ticks) = (PublishSubject<Int>(), PublishSubject<String>())
      let subscription = source.sample(ticks).subscribe(onNext: { _ in })
      let trace = try trace {
        source.onNext(1)
        ticks.onNext("tick")
        ticks.onNext("tock")
      }
      subscription.dispose()
      #expect(
        trace.outline == """
          PublishSubject#1 on next 1
            SampleSequenceSink#1 on next 1
          PublishSubject#2 on next "tick"
            SamplerSink#1 on next "tick"
              SampleSequenceSink#1 forwardOn next 1
                AnonymousObserver#1 on next 1
                  AnonymousObserver#1 onCore next 1
                    AnonymousObserver#1 closure next 1
          PublishSubject#2 on next "tock"
            SamplerSink#1 on next "tock"
          """)
    }

    @Test("both inputs are subscribed to, and each forwardOn reaches the observer's onCore")
    func counts() throws {
      let trace = try trace {
        let (source, ticks) = (PublishSubject<Int>(), PublishSubject<String>())
        let subscription = source.sample(ticks, defaultValue: 0).subscribe(onNext: { _ in })
        for number in 1...3 { source.onNext(number) }
        for tick in ["a", "b"] { ticks.onNext(tick) }
        source.onCompleted()
        ticks.onCompleted()
        subscription.dispose()
      }
      #expect(trace.count(.subscribe) == 3 && trace.count(.run) == 1)
      #expect(trace.count(.forwardOn) == 4 && trace.count(.onCore) == 4)
      #expect(trace.steps.filter { $0.kind == .forwardOn }.compactMap { $0.value?.text } == ["3", "0", "0"])
    }

    @Test("the completion and the element before it, sent by another thread during a delivery, wait for the next tick")
    func completionDuringDelivery() {
      let (source, ticks, log) = (PublishSubject<Int>(), PublishSubject<Void>(), Log())
      let subscription = source.sample(ticks).subscribe { event in
        log.add("\(event)")
        guard event.element == 1 else { return }
        elsewhere {
          source.onNext(2)
          source.onCompleted()
        }
      }
      source.onNext(1)
      ticks.onNext(())
      #expect(log.entries == ["next(1)"])
      ticks.onNext(())
      #expect(log.entries == ["next(1)", "next(2)", "completed"])
      subscription.dispose()
    }

    @Test("no resources are left after the terminal event or disposal", arguments: [true, false])
    func leaks(ends: Bool) {
      let before = Resources.total
      do {
        let (source, ticks) = (PublishSubject<Int>(), PublishSubject<Void>())
        let subscription = source.sample(ticks).subscribe()
        source.onNext(1)
        if ends { source.onCompleted() }
        ticks.onNext(())
        if !ends { subscription.dispose() }
        #expect(!source.hasObservers && !ticks.hasObservers)
      }
      #expect(Resources.total == before)
    }
  }
}
