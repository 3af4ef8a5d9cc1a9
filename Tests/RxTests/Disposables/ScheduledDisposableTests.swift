import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("ScheduledDisposable") struct ScheduledDisposableTests {
    let time = TestScheduler(initialClock: 0)

    @Test("it disposes when its scheduler runs the action, once")
    func disposes() {
      let log = Log()
      let disposable = ScheduledDisposable(
        scheduler: time, disposable: Disposables.create { [time] in log.add("freed at \(time.clock)") })
      time.scheduleAt(210) {
        disposable.dispose()
        disposable.dispose()
        log.add("asked for, \(disposable.isDisposed)")
      }
      time.start()
      #expect(log.entries == ["asked for, false", "freed at 211"])
      #expect(disposable.isDisposed)
    }

    @Test("an event before the scheduled disposal is still delivered")
    func subscription() {
      let source = time.createHotObservable([.next(210, 1), .next(220, 2), .next(221, 3), .next(222, 4)])
      let observer = time.createObserver(Int.self)
      let subscription = ScheduledDisposable(scheduler: time, disposable: source.subscribe(observer))
      time.scheduleAt(220) { subscription.dispose() }
      time.start()
      #expect(observer.elements == [1, 2, 3])
      #expect(source.subscriptions == [Subscription(0, 221)])
    }

    @Test("in the trace the disposal is within the scheduled action")
    func traced() throws {
      let disposable = ScheduledDisposable(scheduler: time, disposable: BooleanDisposable())
      let trace = try trace {
        disposable.dispose()
        time.start()
      }
      #expect(
        trace.outline == """
          TestScheduler#1 schedule 1
          TestScheduler#1 scheduledAction
            ScheduledDisposable#1 dispose
              BooleanDisposable#1 dispose
          """)
    }
  }
}
