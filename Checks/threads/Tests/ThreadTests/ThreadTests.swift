import Foundation
import Rx
import RxTrace
import Synchronization
import Testing

extension EngineThreads {
  /// Several threads use the engine at once, under the thread sanitizer.
  @Suite struct ThreadTests {
    @Test("observers come and go while another thread sends")
    func subscribersComeAndGo() {
      nonisolated(unsafe) let subject = PublishSubject<Int>()
      let received = Atomic<Int>(0)
      let steady = subject.subscribe(onNext: { _ in received.wrappingAdd(1, ordering: .relaxed) })
      inParallel(4) { worker in
        for number in 0..<500 {
          if worker == 0 {
            subject.onNext(number)
          } else {
            subject.map { $0 + 1 }.subscribe(onNext: { _ in }).dispose()
          }
        }
      }
      steady.dispose()
      #expect(received.load(ordering: .relaxed) == 500)
      #expect(!subject.hasObservers)
    }

    @Test("a subscription that several threads dispose of at once is freed once")
    func racingDisposals() {
      for _ in 0..<200 {
        let freed = Atomic<Int>(0)
        nonisolated(unsafe) let subscription = Observable<Int>.create { _ in
          Disposables.create { freed.wrappingAdd(1, ordering: .relaxed) }
        }.map { $0 }.subscribe()
        inParallel(3) { _ in subscription.dispose() }
        #expect(freed.load(ordering: .relaxed) == 1)
      }
    }

    @Test("a source that ends while another thread disposes of it is freed once, and says its end at most once")
    func endingAgainstDisposal() {
      for _ in 0..<200 {
        let freed = Atomic<Int>(0)
        let ends = Atomic<Int>(0)
        nonisolated(unsafe) var observer: AnyObserver<Int>?
        nonisolated(unsafe) let subscription = Observable<Int>.create { given in
          observer = given
          return Disposables.create { freed.wrappingAdd(1, ordering: .relaxed) }
        }.subscribe(onCompleted: { ends.wrappingAdd(1, ordering: .relaxed) })
        nonisolated(unsafe) let sender = observer!
        inParallel(2) { worker in
          if worker == 0 { sender.onCompleted() } else { subscription.dispose() }
        }
        #expect(freed.load(ordering: .relaxed) == 1)
        #expect(ends.load(ordering: .relaxed) <= 1)
      }
    }

    @Test("a bag takes disposables from many threads and loses none")
    func bag() {
      let freed = Atomic<Int>(0)
      // A variable, because a thread that has ended may keep its closure, and what that holds, a little longer.
      nonisolated(unsafe) var bag: DisposeBag? = DisposeBag()
      inParallel(4) { _ in
        for _ in 0..<250 { bag?.insert(Disposables.create { freed.wrappingAdd(1, ordering: .relaxed) }) }
      }
      bag = nil
      #expect(freed.load(ordering: .relaxed) == 1000)
    }

    @Test("each thread has a trampoline of its own")
    func trampolines() {
      let sum = Atomic<Int>(0)
      inParallel(4) { _ in
        _ = Observable.from(Array(1...1000)).map { $0 * 2 }.subscribe(onNext: { number in
          sum.wrappingAdd(number, ordering: .relaxed)
        })
      }
      #expect(sum.load(ordering: .relaxed) == 4 * 1_001_000)
    }

    @Test("twenty threads record at once: nothing is lost, and each nests by itself")
    func recording() throws {
      let path = NSTemporaryDirectory() + "headwater-threads-\(UUID().uuidString).hwtrace"
      defer { try? FileManager.default.removeItem(atPath: path) }
      nonisolated(unsafe) let shared = Observable.from(Array(1...50)).map { "\($0)" }
      try TraceRecorder.record(to: path) {
        inParallel(20) { _ in _ = shared.subscribe(onNext: { _ in }) }
      }
      let trace = try Trace(contentsOf: path)
      #expect(trace.isComplete && trace.droppedRecords == 0 && trace.damagedSlots == 0)
      #expect(trace.steps.filter { $0.kind == .onCore }.count == 20 * 51)
      #expect(trace.steps.filter { $0.kind == .forwardOn }.count == 20 * 51 * 2)
      #expect(Set(trace.steps.map(\.thread)).count == 20)
      #expect(trace.objects.filter { $0.typeName == "Map" }.count == 1)
      for step in trace.steps {
        if let parent = step.parent { #expect(trace.steps[parent].thread == step.thread) }
      }
    }

    @Test("a recording may end while other threads are in the middle of a record")
    func endingARecording() throws {
      let path = NSTemporaryDirectory() + "headwater-ending-\(UUID().uuidString).hwtrace"
      defer { try? FileManager.default.removeItem(atPath: path) }
      let isOver = Atomic<Bool>(false)
      let subscriptions = Atomic<Int>(0)
      let group = DispatchGroup()
      for _ in 0..<3 {
        Thread.detachNewThread(in: group) {
          while !isOver.load(ordering: .relaxed) {
            _ = Observable.of(1, 2, 3).map { "\($0)" }.subscribe()
            subscriptions.wrappingAdd(1, ordering: .relaxed)
          }
        }
      }
      for _ in 0..<5 {
        try TraceRecorder.record(to: path) {
          let enough = subscriptions.load(ordering: .relaxed) + 30
          while subscriptions.load(ordering: .relaxed) < enough { usleep(100) }
        }
        #expect(try !Trace(contentsOf: path).steps.isEmpty)
      }
      isOver.store(true, ordering: .relaxed)
      group.wait()
    }
  }
}
