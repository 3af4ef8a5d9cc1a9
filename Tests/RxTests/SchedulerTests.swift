import Rx
import Testing

extension EngineTests {
  @Suite struct CurrentThread {
    @Test("what is scheduled from within an action waits until it has returned")
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

    @Test("an action that was cancelled while it waited does not run; one that ran has its result disposed of")
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

    @Test("recursion is a loop: the stack does not grow")
    func deepRecursion() {
      var turns = 0
      _ = CurrentThreadScheduler.instance.scheduleRecursive(0) { number, again in
        turns = number
        if number < 100_000 { again(number + 1) }
      }
      #expect(turns == 100_000)
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
}
