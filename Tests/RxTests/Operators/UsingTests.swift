import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("using") struct UsingTests {
    let scheduler = TestScheduler(initialClock: 0)

    final class Resource: Disposable {
      private let scheduler: TestScheduler
      private(set) var disposals: [TestTime] = []

      init(_ scheduler: TestScheduler) { self.scheduler = scheduler }

      func dispose() { disposals.append(scheduler.clock) }
    }

    struct LoggedResource: Disposable {
      let log: Log

      init(_ log: Log) {
        self.log = log
        log.add("made")
      }

      func dispose() { log.add("freed") }
    }

    @Test("the resource lives from the subscription to its end, in any way")
    func ends() {
      for end in [Recorded<Event<Int>>.completed(30), .error(30, TestError.first)] {
        let scheduler = TestScheduler(initialClock: 0)
        let resource = Resource(scheduler)
        let source = scheduler.createColdObservable([.next(10, 1), end])
        var made: [TestTime] = []
        let observer = scheduler.start {
          Observable<Int>.using(
            {
              made.append(scheduler.clock)
              return resource
            }, observableFactory: { _ in source.asObservable() })
        }
        #expect(observer.events == [.next(210, 1), Recorded(time: 230, value: end.value)])
        #expect(source.subscriptions == [Subscription(200, 230)])
        #expect(made == [200] && resource.disposals == [230])
      }
    }

    @Test("disposal disposes the sequence and the resource, once", arguments: [205, 215, 500])
    func disposal(moment: TestTime) {
      let resource = Resource(scheduler)
      let source = scheduler.createColdObservable([.next(10, 1), .completed(20)])
      let observer = scheduler.start(disposed: moment) {
        Observable<Int>.using({ resource }, observableFactory: { _ in source.asObservable() })
      }
      let whole: [Recorded<Event<Int>>] = [.next(210, 1), .completed(220)]
      #expect(observer.events == whole.filter { $0.time < moment })
      #expect(source.subscriptions == [Subscription(200, min(moment, 220))])
      #expect(resource.disposals == [min(moment, 220)])
    }

    @Test("disposal from within a delivery frees the resource before that delivery returns")
    func disposalWithinDelivery() {
      let resource = Resource(scheduler)
      let subject = PublishSubject<Int>()
      let subscription = SingleAssignmentDisposable()
      var disposals = 0
      let source = Observable<Int>.using({ resource }, observableFactory: { _ in subject })
      subscription.setDisposable(
        source.subscribe { _ in
          subscription.dispose()
          disposals = resource.disposals.count
        })
      subject.onNext(1)
      #expect(disposals == 1 && !subject.hasObservers)
    }

    @Test("a resource factory that throws ends the sequence; no sequence is made")
    func throwingResource() {
      let observer = scheduler.start {
        Observable<Int>.using(
          { () throws -> Resource in throw TestError.first },
          observableFactory: { _ in
            Issue.record("there is no resource")
            return .never()
          })
      }
      #expect(observer.events == [.error(200, TestError.first)])
    }

    @Test("a sequence factory that throws ends the sequence; the resource that was made is freed")
    func throwingSequence() {
      let resource = Resource(scheduler)
      let observer = scheduler.start {
        Observable<Int>.using({ resource }, observableFactory: { _ in throw TestError.second })
      }
      #expect(observer.events == [.error(200, TestError.second)])
      #expect(resource.disposals == [200])
    }

    @Test("each subscription has its own resource, freed after its terminal event")
    func each() {
      let log = Log()
      let source = Observable<Int>.using({ LoggedResource(log) }, observableFactory: { _ in .just(1) })
      for _ in 0..<2 { _ = source.subscribe { log.add($0) } }
      #expect(log.entries == ["made", "next(1)", "completed", "freed", "made", "next(1)", "completed", "freed"])
    }

    @Test("every call is in the trace")
    func traced() throws {
      let scheduler = scheduler
      let trace = try trace {
        let source = Observable<Int>.using({ Resource(scheduler) }, observableFactory: { _ in .just(1) })
        _ = source.subscribe(onNext: { _ in })
      }
      #expect(
        trace.calls == [
          "Using#1 subscribe", "Using#1 run", "Just#1 subscribe", "UsingSink#1 forwardOn next 1",
          "AnonymousObserver#1 onCore next 1", "UsingSink#1 forwardOn completed",
          "AnonymousObserver#1 onCore completed",
        ])
    }
  }
}
