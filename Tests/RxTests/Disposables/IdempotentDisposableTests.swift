import Dispatch
import Rx
import Synchronization
import Testing

extension EngineTests {
  /// Disposables that are disposed, filled and emptied on several threads at once.
  @Suite("Disposables on several threads") struct IdempotentDisposableTests {
    private static let rounds = 2_000

    @Test("eight threads that dispose of the same resource free it once", arguments: 1...3)
    func disposedByMany(parts: Int) {
      for _ in 0..<Self.rounds / 4 {
        let freed = Tally()
        nonisolated(unsafe) let whole = Disposables.create((0..<parts).map { _ in freed.disposable() })
        DispatchQueue.concurrentPerform(iterations: 8) { _ in whole.dispose() }
        #expect(freed.counts == Array(repeating: 1, count: parts))
      }
    }

    @Test("a single assignment concurrent with its disposal frees the content once")
    func singleAssignment() {
      for _ in 0..<Self.rounds {
        let freed = Tally()
        let single = SingleAssignmentDisposable()
        let given = freed.disposable()
        atOnce({ single.setDisposable(given) }, { single.dispose() })
        #expect(freed.counts == [1])
      }
    }

    @Test("a serial disposable that is disposed while others replace each other frees each of them once")
    func serial() {
      for _ in 0..<Self.rounds {
        let freed = Tally()
        let serial = SerialDisposable()
        let given = (0..<4).map { _ in freed.disposable() }
        atOnce({ for disposable in given { serial.disposable = disposable } }, { serial.dispose() })
        #expect(freed.counts == [1, 1, 1, 1])
      }
    }

    @Test("a composite that is disposed while members are added and removed frees each of them once")
    func composite() {
      for _ in 0..<Self.rounds {
        let freed = Tally()
        let composite = CompositeDisposable()
        let given = (0..<4).map { _ in freed.disposable() }
        atOnce(
          {
            let keys = given.map { composite.insert($0) }
            if let key = keys[1] { composite.remove(for: key) }
          }, { composite.dispose() })
        #expect(freed.counts == [1, 1, 1, 1] && composite.count == 0)
      }
    }

    @Test("a reference-counted resource is freed once, by its last holder, whichever that is")
    func referenceCounted() {
      for _ in 0..<Self.rounds {
        let freed = Tally()
        let counted = RefCountDisposable(disposable: freed.disposable())
        let claim = counted.retain()
        atOnce({ claim.dispose() }, { counted.dispose() })
        #expect(freed.counts == [1] && counted.isDisposed)
      }
    }

    private func atOnce(_ first: @escaping () -> Void, _ second: @escaping () -> Void) {
      nonisolated(unsafe) let both = [first, second]
      DispatchQueue.concurrentPerform(iterations: 2) { both[$0]() }
    }
  }
}

/// Counts how often each of its disposables is disposed, even more than once.
private final class Tally: Sendable {
  private let stored = Mutex<[Int]>([])

  var counts: [Int] { stored.withLock { $0 } }

  func disposable() -> any Disposable {
    let number = stored.withLock { counts in
      counts.append(0)
      return counts.count - 1
    }
    return Counting { self.stored.withLock { $0[number] += 1 } }
  }

  /// Not an engine class: those would ignore a second disposal.
  private struct Counting: Disposable {
    let count: () -> Void

    func dispose() { count() }
  }
}
