import Rx
import RxTest
import Testing

extension VirtualTimeTests {
  @Suite("virtual time and tasks") struct AsyncTests {
    @Test("a task that reads values gets them at each tick")
    @MainActor func values() async throws {
      let time = TestScheduler(initialClock: 0)
      let numbers = time.createColdObservable([.next(10, 1), .next(20, 2), .completed(30)])
      let log = Log()
      let reading = Task { @MainActor in
        for try await number in numbers.map({ $0 * 10 }).values { log.add("\(number) @ \(time.clock)") }
        log.add("end @ \(time.clock)")
      }
      await time.run()
      try await reading.value
      #expect(log.entries == ["10 @ 10", "20 @ 20", "end @ 30"])
      #expect(numbers.subscriptions == [Subscription(0, 30)])
    }

    /// A loop hands its waits to other threads, which are slow at times.
    @Test("when a task gets its elements does not depend on other threads")
    @MainActor func otherThreads() async {
      for _ in 0..<100 {
        let time = TestScheduler(initialClock: 0)
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        for moment in 1...20 { time.scheduleAt(moment) { continuation.yield(moment) } }
        let reading = Task { @MainActor in
          var late: [Int] = []
          for await number in stream.prefix(20).map({ $0 }) where number != time.clock { late.append(number) }
          return late
        }
        await time.run()
        #expect(await reading.value == [])
      }
    }

    @Test("a cancelled task disposes the sequence in that tick")
    @MainActor func cancellation() async {
      let time = TestScheduler(initialClock: 0)
      let numbers = time.createColdObservable([.next(10, 1), .next(20, 2), .completed(30)])
      let reading = Task { @MainActor in
        for try await _ in numbers.values {}
      }
      time.scheduleAt(15) { reading.cancel() }
      await time.run()
      #expect(numbers.subscriptions == [Subscription(0, 15)])
    }

    @Test("a sequence of a task's elements is observed between subscription and disposal")
    @MainActor func elements() async {
      let time = TestScheduler(initialClock: 0)
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      for moment in [150, 210, 220] { time.scheduleAt(moment) { continuation.yield(moment) } }
      time.scheduleAt(230) { continuation.finish() }
      let observer = await time.run(disposed: 225) {
        Observable<Int>.create { observer in
          let task = Task { @MainActor in
            for await number in stream { observer.onNext(number) }
          }
          return Disposables.create { task.cancel() }
        }
      }
      #expect(observer.events == [.next(200, 150), .next(210, 210), .next(220, 220)])
    }

    @Test("the clock can be advanced step by step")
    @MainActor func steps() async {
      let time = TestScheduler(initialClock: 0)
      let log = Log()
      for moment in [10, 20, 30] { time.scheduleAt(moment) { log.add("\(moment)") } }
      await time.advance(to: 20)
      #expect(log.entries == ["10", "20"] && time.clock == 20)
      await time.advance(to: 25)
      #expect(log.entries == ["10", "20"] && time.clock == 25)
      await time.run()
      #expect(log.entries == ["10", "20", "30"] && time.clock == 30)
    }

    @Test("events of maybes and completables are compared like those of sequences")
    func traits() {
      #expect(MaybeEvent.success(1) == .success(1) && MaybeEvent.success(1) != .success(2))
      #expect(MaybeEvent<Int>.completed == .completed && MaybeEvent.success(1) != .completed)
      #expect(MaybeEvent<Int>.error(TestError.first) == .error(TestError.first))
      #expect(MaybeEvent<Int>.error(TestError.first) != .error(TestError.second))
      #expect(CompletableEvent.completed == .completed && CompletableEvent.completed != .error(TestError.first))
      #expect(CompletableEvent.error(TestError.first) != .error(TestError.second))
    }
  }
}
