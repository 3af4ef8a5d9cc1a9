import Dispatch
import Foundation
import Rx
import Synchronization
import Testing

extension EngineTests {
  @Suite struct CurrentThread {
    @Test("an action scheduled from within another waits until that has returned")
    func trampoline() {
      let log = Log()
      #expect(CurrentThreadScheduler.isScheduleRequired)
      _ = CurrentThreadScheduler.instance.schedule("outer") { name in
        #expect(!CurrentThreadScheduler.isScheduleRequired)
        for inner in ["first", "second"] {
          _ = CurrentThreadScheduler.instance.schedule(inner) { inner in
            log.add(inner)
            return Disposables.create()
          }
        }
        log.add(name)
        return Disposables.create()
      }
      #expect(log.entries == ["outer", "first", "second"])
      #expect(CurrentThreadScheduler.isScheduleRequired)
    }

    @Test("an action cancelled while it waited does not run; the result of one that ran is disposed")
    func cancelling() {
      let log = Log()
      var ran: (any Disposable)?
      _ = CurrentThreadScheduler.instance.schedule(()) { _ in
        CurrentThreadScheduler.instance.schedule(()) { _ in
          log.add("cancelled")
          return Disposables.create()
        }.dispose()
        ran = CurrentThreadScheduler.instance.schedule(()) { _ in
          log.add("ran")
          return Disposables.create { log.add("result disposed of") }
        }
        return Disposables.create()
      }
      ran?.dispose()
      #expect(log.entries == ["ran", "result disposed of"])
    }

    @Test("actions run in the order in which they were scheduled, from anywhere")
    func order() {
      let log = Log()
      func schedule(_ name: String, _ inner: [String] = []) {
        _ = CurrentThreadScheduler.instance.schedule(()) { _ in
          log.add(name)
          for name in inner { schedule(name) }
          return Disposables.create()
        }
      }
      _ = CurrentThreadScheduler.instance.schedule(()) { _ in
        schedule("a", ["a1", "a2"])
        schedule("b", ["b1"])
        return Disposables.create()
      }
      #expect(log.entries == ["a", "b", "a1", "a2", "b1"])
    }

    @Test("each thread has its own queue")
    func threads() {
      let wasRequired = Mutex<[Bool]>([])
      _ = CurrentThreadScheduler.instance.schedule(()) { _ in
        elsewhere {
          wasRequired.withLock { $0.append(CurrentThreadScheduler.isScheduleRequired) }
          _ = CurrentThreadScheduler.instance.schedule(()) { _ in
            wasRequired.withLock { $0.append(CurrentThreadScheduler.isScheduleRequired) }
            return Disposables.create()
          }
        }
        return Disposables.create()
      }
      #expect(wasRequired.withLock { $0 } == [true, false])
    }

    @Test("a recursive action can be cancelled from within")
    func cancelledRecursion() {
      var turns = 0
      var recursion: (any Disposable)?
      _ = CurrentThreadScheduler.instance.schedule(()) { _ in
        recursion = CurrentThreadScheduler.instance.scheduleRecursive(()) { _, again in
          turns += 1
          if turns == 3 { recursion?.dispose() }
          again(())
        }
        return Disposables.create()
      }
      #expect(turns == 3)
    }
  }

  @Suite struct Queues {
    @Test("a serial scheduler runs actions in order, one at a time, even on a concurrent queue")
    func serial() {
      let concurrent = DispatchQueue(label: "many", attributes: .concurrent)
      let scheduler = SerialDispatchQueueScheduler(queue: concurrent, internalSerialQueueName: "one")
      let ran = Mutex<[Int]>([])
      let done = DispatchSemaphore(value: 0)
      for number in 0..<500 {
        _ = scheduler.schedule(number) { number in
          ran.withLock { $0.append(number) }
          if number == 499 { done.signal() }
          return Disposables.create()
        }
      }
      done.wait()
      #expect(ran.withLock { $0 } == Array(0..<500))
    }

    @Test("an action cancelled while it waited does not run; the result of one that ran is disposed")
    func cancelling() {
      let queue = DispatchQueue(label: "blocked")
      let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "on top")
      let entries = Mutex<[String]>([])
      let (gate, ran) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      queue.async { gate.wait() }
      let cancelled = scheduler.schedule(()) { _ in
        entries.withLock { $0.append("cancelled") }
        return Disposables.create()
      }
      let other = scheduler.schedule(()) { _ in
        ran.signal()
        return Disposables.create { entries.withLock { $0.append("result disposed of") } }
      }
      cancelled.dispose()
      gate.signal()
      ran.wait()
      other.dispose()
      // If the action has signalled but not returned its result yet, its own thread disposes the result.
      queue.sync {}
      #expect(entries.withLock { $0 } == ["result disposed of"])
    }

    @Test("a periodic action gets the result of its previous turn, until it is disposed")
    func periodic() {
      let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "ticks")
      let turns = Mutex<[Int]>([])
      let done = DispatchSemaphore(value: 0)
      let series = scheduler.schedulePeriodic(1, startAfter: .milliseconds(1), period: .milliseconds(1)) { turn in
        turns.withLock { $0.append(turn) }
        if turn == 8 { done.signal() }
        return turn * 2
      }
      done.wait()
      series.dispose()
      #expect(turns.withLock { $0 }.prefix(4) == [1, 2, 4, 8])
    }
  }
}
