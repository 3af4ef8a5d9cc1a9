import Dispatch
import Testing

@testable import Rx

extension EngineTests {
  @Suite struct LockTests {
    /// Not `Sendable`, like most objects in pipelines.
    private final class Counter {
      var count = 0
      let released: () -> Void

      init(released: @escaping () -> Void = {}) { self.released = released }

      deinit { released() }
    }

    @Test("threads change the value one at a time, whether it is sendable or not")
    func exclusion() {
      let (lock, state, plain) = (Box(Lock(Counter())), Box(StateLock(Counter())), Plain())
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        for _ in 0..<10_000 {
          lock.held.withLock { $0.count += 1 }
          state.held.withLock { $0.count += 1 }
          plain.count()
        }
      }
      #expect(lock.held.withLock { $0 }.count == 40_000)
      #expect(state.held.withLock { $0 }.count == 40_000)
      #expect(plain.total == 40_000)
    }

    @Test("an error that is thrown through it keeps its type, and the lock is free again")
    func errors() throws {
      let lock = Lock(1)
      let state = StateLock(1)
      #expect(throws: TestError.first) {
        try lock.withLock { value throws(TestError) in
          value = 2
          throw TestError.first
        }
      }
      #expect(throws: TestError.second) {
        try state.withLock { value throws(TestError) in
          value = 3
          throw TestError.second
        }
      }
      #expect(lock.withLock { $0 } == 2 && state.withLock { $0 } == 3)
    }

    @Test("a displaced value is returned to the caller, and the last value is freed with the lock")
    func release() {
      var released: [String] = []
      do {
        let lock = StateLock(Counter { released.append("first") })
        let displaced = lock.withLock { counter in
          let before = counter
          counter = Counter { released.append("second") }
          return before
        }
        #expect(released == [])
        withExtendedLifetime(displaced) {}
      }
      #expect(released.sorted() == ["first", "second"])
    }

    private final class Box<Held: ~Copyable & Sendable>: Sendable {
      let held: Held

      init(_ held: consuming Held) { self.held = held }
    }

    private final class Plain: @unchecked Sendable {
      private let lock = PlainLock()
      private(set) var total = 0

      func count() {
        if !lock.tryLock() { lock.lock() }
        total += 1
        lock.unlock()
      }
    }
  }
}
