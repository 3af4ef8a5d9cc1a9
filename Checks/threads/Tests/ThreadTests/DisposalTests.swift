import Foundation
import Rx
import Testing

extension EngineThreads {
  /// Disposables that several threads change and dispose of at once: each part is freed exactly once.
  @Suite struct DisposalTests {
    private static let rounds = 100

    @Test("a serial disposable frees what it was given, whether replaced, disposed of or late")
    func serial() {
      for _ in 0..<Self.rounds {
        let freed = Counter()
        nonisolated(unsafe) let serial = SerialDisposable()
        inParallel(3) { worker in
          if worker == 2 { return serial.dispose() }
          for _ in 0..<5 { serial.disposable = Disposables.create { freed.add() } }
        }
        #expect(freed.value == 10 && serial.isDisposed)
      }
    }

    @Test("a single assignment disposable that is given its disposable while it is disposed of")
    func singleAssignment() {
      for _ in 0..<Self.rounds {
        let freed = Counter()
        nonisolated(unsafe) let single = SingleAssignmentDisposable()
        inParallel(3) { worker in
          if worker == 0 { single.setDisposable(Disposables.create { freed.add() }) } else { single.dispose() }
        }
        #expect(freed.value == 1)
      }
    }

    @Test("a composite disposable whose members come and go while it is disposed of")
    func composite() {
      for _ in 0..<Self.rounds {
        let freed = Counter()
        nonisolated(unsafe) let composite = CompositeDisposable()
        inParallel(4) { worker in
          if worker == 3 { return composite.dispose() }
          for _ in 0..<5 {
            let key = composite.insert(Disposables.create { freed.add() })
            if worker == 0, let key { composite.remove(for: key) }
          }
        }
        #expect(freed.value == 15 && composite.count == 0)
      }
    }

    @Test("a counted resource is disposed with its last user, and not before")
    func refCount() {
      for _ in 0..<Self.rounds {
        let freed = Counter()
        nonisolated(unsafe) let counted = RefCountDisposable(disposable: Disposables.create { freed.add() })
        nonisolated(unsafe) let last = counted.retain()
        inParallel(4) { worker in
          if worker == 3 { return counted.dispose() }
          for _ in 0..<5 {
            let holder = counted.retain()
            #expect(freed.value == 0)
            holder.dispose()
          }
        }
        #expect(freed.value == 0)
        last.dispose()
        #expect(freed.value == 1 && counted.isDisposed)
      }
    }

    @Test("a pair, a group and a closure are freed once by several threads", arguments: 1...4)
    func groups(count: Int) {
      for _ in 0..<Self.rounds {
        let freed = Counter()
        let parts = (0..<count).map { _ in Disposables.create { freed.add() } as any Disposable }
        nonisolated(unsafe) let whole = Disposables.create(parts)
        inParallel(3) { _ in whole.dispose() }
        #expect(freed.value == count && whole.isDisposed)
      }
    }

    @Test("a scheduled disposable that several threads dispose of frees once, on its queue")
    func scheduled() {
      for _ in 0..<Self.rounds {
        let freed = Counter()
        let done = DispatchSemaphore(value: 0)
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "freeing")
        nonisolated(unsafe) let scheduled = ScheduledDisposable(
          scheduler: scheduler,
          disposable: Disposables.create {
            freed.add()
            done.signal()
          })
        inParallel(3) { _ in scheduled.dispose() }
        #expect(done.wait(timeout: .now() + 30) == .success)
        #expect(freed.value == 1)
      }
    }

    @Test("a boolean disposable is seen as disposed of by everyone afterwards")
    func boolean() {
      nonisolated(unsafe) let boolean = BooleanDisposable()
      inParallel(3) { _ in
        boolean.dispose()
        #expect(boolean.isDisposed)
      }
    }
  }
}
