import Foundation
import Rx
import RxTest
import Testing

extension VirtualTimeTests {
  /// The clock, and the order in which actions run.
  @Suite struct Clock {
    let scheduler = TestScheduler(initialClock: 0)
    let log = Log()

    func note(_ name: String) -> any Disposable {
      log.add("\(name)@\(scheduler.clock)")
      return Disposables.create()
    }

    @Test("actions run by their time, and in the order of scheduling at equal times")
    func order() {
      let times = [30, 10, 20, 10, 30, 20, 10]
      for (number, time) in times.enumerated() {
        _ = scheduler.scheduleAbsoluteVirtual("\(number)", time: time, action: note)
      }
      scheduler.start()
      #expect(log.entries == ["1@10", "3@10", "6@10", "2@20", "5@20", "0@30", "4@30"])
    }

    @Test("the order holds for many actions, in any order of scheduling and cancelling")
    func manyActions() {
      var numbers = SystemRandomNumberGenerator()
      var expected: [(time: Int, order: Int)] = []
      var ran: [Int] = []
      for order in 0..<2000 {
        let time = Int.random(in: 0..<100, using: &numbers)
        let action = scheduler.scheduleAbsoluteVirtual(order, time: time) { order in
          ran.append(order)
          return Disposables.create()
        }
        if order.isMultiple(of: 7) { action.dispose() } else { expected.append((time, order)) }
      }
      scheduler.start()
      #expect(ran == expected.sorted { ($0.time, $0.order) < ($1.time, $1.order) }.map(\.order))
    }

    @Test("an action for now runs a tick later, or at once if no delay is simulated")
    func processingDelay() {
      let prompt = TestScheduler(initialClock: 5, simulateProcessingDelay: false)
      var times: [Int] = []
      for scheduler in [TestScheduler(initialClock: 5), prompt] {
        for dueTime in [RxTimeInterval.seconds(0), .seconds(-3), .seconds(2)] {
          _ = scheduler.scheduleRelative((), dueTime: dueTime) { _ in
            times.append(scheduler.clock)
            return Disposables.create()
          }
        }
        _ = scheduler.schedule(()) { _ in
          times.append(scheduler.clock)
          return Disposables.create()
        }
        scheduler.start()
      }
      #expect(times == [6, 6, 6, 7, 5, 5, 5, 7])
    }

    @Test("virtual times are used as given, relative or absolute; actions for the past run at once")
    func virtualTimes() {
      scheduler.advanceTo(100)
      _ = scheduler.scheduleRelativeVirtual("now", dueTime: 0, action: note)
      _ = scheduler.scheduleRelativeVirtual("later", dueTime: 7, action: note)
      _ = scheduler.scheduleAbsoluteVirtual("past", time: 50, action: note)
      scheduler.start()
      #expect(log.entries == ["past@100", "now@100", "later@107"])
    }

    @Test("a tick has the length that the resolution gives", arguments: [0.001, 0.1, 1, 60])
    func resolution(seconds: Double) {
      let scheduler = TestScheduler(initialClock: 0, resolution: seconds)
      _ = scheduler.scheduleRelative((), dueTime: .milliseconds(Int(seconds * 1000) * 15)) { _ in Disposables.create() }
      #expect(scheduler.debugDescription == "[15]")
      scheduler.start()
      #expect(scheduler.clock == 15)
      #expect(abs(scheduler.now.timeIntervalSince1970 - 15 * seconds) < 1e-6)
    }

    @Test("`never` is as late as possible")
    func never() {
      _ = scheduler.scheduleRelative((), dueTime: .never) { _ in note("never") }
      scheduler.advanceTo(1_000_000)
      #expect(log.entries == [])
    }

    @Test("advanceTo runs the due actions and stops the clock there")
    func advancing() {
      for time in [10, 20, 21] { _ = scheduler.scheduleAbsoluteVirtual("\(time)", time: time, action: note) }
      scheduler.advanceTo(20)
      #expect(log.entries == ["10@10", "20@20"] && scheduler.clock == 20)
      scheduler.advanceTo(20)
      #expect(log.entries.count == 2)
      scheduler.advanceTo(500)
      #expect(log.entries.last == "21@21" && scheduler.clock == 500)
    }

    @Test("sleep advances the clock and runs nothing; due actions run late")
    func sleeping() {
      _ = scheduler.scheduleAbsoluteVirtual("late", time: 10, action: note)
      scheduler.sleep(25)
      #expect(log.entries == [] && scheduler.clock == 25)
      scheduler.start()
      #expect(log.entries == ["late@25"])
    }

    @Test("stop ends the run after the action; start continues with the rest")
    func stopping() {
      scheduler.scheduleAt(10) { scheduler.stop() }
      scheduler.scheduleAt(20) { log.add("ran") }
      scheduler.start()
      #expect(scheduler.clock == 10 && log.entries == [])
      scheduler.start()
      #expect(scheduler.clock == 20 && log.entries == ["ran"])
    }

    @Test("an action may schedule for the same time, and call start, which does nothing")
    func reentrancy() {
      scheduler.scheduleAt(10) {
        _ = scheduler.scheduleAbsoluteVirtual("inner", time: 10, action: note)
        scheduler.start()
        log.add("outer")
      }
      scheduler.scheduleAt(10) { log.add("second") }
      scheduler.start()
      #expect(log.entries == ["outer", "second", "inner@10"])
    }

    @Test("a cancelled action does not run; the result of one that ran is disposed once")
    func cancelling() {
      let cancelled = scheduler.scheduleAbsoluteVirtual("cancelled", time: 10, action: note)
      let result = Disposables.create { log.add("result") }
      let ran = scheduler.scheduleAbsoluteVirtual((), time: 10) { _ in result }
      var own: (any Disposable)?
      own = scheduler.scheduleAbsoluteVirtual((), time: 11) { _ in
        own?.dispose()
        return Disposables.create { log.add("own") }
      }
      cancelled.dispose()
      #expect(scheduler.debugDescription == "[10, 11]")
      scheduler.start()
      #expect(log.entries == ["own"])
      ran.dispose()
      ran.dispose()
      #expect(log.entries == ["own", "result"])
    }

    @Test("a periodic action runs every period until it is disposed")
    func periodic() {
      let series = scheduler.schedulePeriodic(1, startAfter: .seconds(5), period: .seconds(10)) { turn in
        log.add("\(turn)@\(scheduler.clock)")
        return turn + 1
      }
      scheduler.scheduleAt(30) { series.dispose() }
      scheduler.start()
      #expect(log.entries == ["1@5", "2@15", "3@25"])
    }

    @Test("time does not go back")
    func goingBack() async {
      await #expect(processExitsWith: .failure) {
        let scheduler = TestScheduler(initialClock: 100)
        scheduler.advanceTo(99)
      }
      await #expect(processExitsWith: .failure) {
        let scheduler = TestScheduler(initialClock: 100)
        scheduler.sleep(-1)
      }
      await #expect(processExitsWith: .failure) {
        let scheduler = TestScheduler(initialClock: 100)
        scheduler.scheduleAt(110) { scheduler.advanceTo(120) }
        scheduler.start()
      }
    }
  }

  @Suite struct Threads {
    @Test("a second thread stops the program, because the order of actions would not be defined")
    func secondThread() async {
      await #expect(processExitsWith: .failure) {
        nonisolated(unsafe) let scheduler = TestScheduler(initialClock: 0)
        scheduler.scheduleAt(1) {
          Thread.detachNewThread { scheduler.scheduleAt(2) {} }
          Thread.sleep(forTimeInterval: 60)
        }
        scheduler.start()
      }
    }
  }

  @Suite struct History {
    @Test("a historical scheduler's clock shows dates")
    func dates() {
      let beginning = Date(timeIntervalSince1970: 1_000_000)
      let scheduler = HistoricalScheduler(initialClock: beginning)
      var times: [TimeInterval] = []
      func note(_: Void) -> any Disposable {
        times.append(scheduler.clock.timeIntervalSince1970)
        return Disposables.create()
      }
      _ = scheduler.scheduleRelative((), dueTime: .milliseconds(1500), action: note)
      _ = scheduler.scheduleRelativeVirtual((), dueTime: 86400, action: note)
      _ = scheduler.schedule((), action: note)
      scheduler.start()
      #expect(times == [1_000_000, 1_000_001.5, 1_086_400])
      #expect(scheduler.now == scheduler.clock)
      #expect(HistoricalScheduler().clock == Date(timeIntervalSince1970: 0))
    }
  }
}
