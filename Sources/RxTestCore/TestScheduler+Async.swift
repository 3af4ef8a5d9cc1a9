import CPlatform
import Rx
import Synchronization

extension TestScheduler {
  /// Runs all actions like `start()`, and lets tasks run after each moment of the clock.
  ///
  ///     let scheduler = TestScheduler(initialClock: 0)
  ///     let numbers = scheduler.createColdObservable([.next(10, 1), .next(20, 2), .completed(30)])
  ///     let sum = Task { @MainActor in
  ///       var sum = 0
  ///       for try await number in numbers.values { sum += number }
  ///       return sum
  ///     }
  ///     await scheduler.run()
  ///     print(try await sum.value)
  ///     // Prints: 3
  ///
  /// If this is called on the main actor, its other tasks run until they wait, if they wait only for sequences. What they
  /// would hand to other threads meanwhile, such as the wait of a `for await` loop, stays on the main actor. How far other
  /// tasks get is not defined.
  public func run(isolation: isolated (any Actor)? = #isolation) async {
    MainActorJobs.keep()
    defer { MainActorJobs.letGo() }
    await Self.tasksGoOn()
    while let next = nextTime {
      advanceTo(max(next, clock))
      await Self.tasksGoOn()
    }
  }

  /// Runs the actions up to a moment, and lets tasks run after each moment of the clock.
  public func advance(to time: TestTime, isolation: isolated (any Actor)? = #isolation) async {
    MainActorJobs.keep()
    defer { MainActorJobs.letGo() }
    await Self.tasksGoOn()
    while let next = nextTime, next <= time {
      advanceTo(max(next, clock))
      await Self.tasksGoOn()
    }
    advanceTo(time)
  }

  /// Like `start(created:subscribed:disposed:create:)`, and lets tasks run after each moment of the clock.
  ///
  ///     let observer = await scheduler.run { letters.asObservable().map { $0.uppercased() } }
  ///
  /// - Returns: an observer with the events that the sequence sent between subscription and disposal.
  public func run<Element, OutputSequence: ObservableConvertibleType>(
    created: TestTime = Defaults.created, subscribed: TestTime = Defaults.subscribed,
    disposed: TestTime = Defaults.disposed, isolation: isolated (any Actor)? = #isolation,
    create: @escaping () -> OutputSequence
  ) async -> TestableObserver<Element> where OutputSequence.Element == Element {
    let observer = prepare(created: created, subscribed: subscribed, disposed: disposed, create: create)
    await run()
    return observer
  }

  /// Yields several times, because a task that waits for another needs several turns of its actor.
  private static func tasksGoOn(isolation: isolated (any Actor)? = #isolation) async {
    for _ in 0..<20 { await Task.yield() }
  }
}

/// The jobs that tasks on the main actor would hand to other threads. While a virtual clock runs they stay there, because
/// nothing says when another thread has done with one: a `for await` loop hands each wait to another thread.
private enum MainActorJobs {
  private static let clocks = Mutex(0)

  static func keep() {
    clocks.withLock { clocks in
      if clocks == 0 { hw_keep_on_main_actor(true) }
      clocks += 1
    }
  }

  static func letGo() {
    clocks.withLock { clocks in
      clocks -= 1
      if clocks == 0 { hw_keep_on_main_actor(false) }
    }
  }
}
