import Foundation
import Rx
import RxTrace
import RxTracing
import Testing

extension TracingTests {
  /// A number in a recording belongs to one living thread.
  @Suite struct ThreadNumberTests {
    @Test("After more threads than there are numbers, no call is shown on a thread that did not make it")
    func manyThreads() throws {
      let (quiet, calling) = (Int(UInt16.max) - 100, 200)
      let subject = PublishSubject<Int>()
      let trace = try TraceRecorder.record {
        // Within a delivery, so that this thread has a call open all the time.
        let subscription = subject.subscribe(onNext: { _ in
          // Each takes a number, and makes no call.
          for _ in 0..<quiet {
            onSmallThread { _ in
              _ = TraceRecorder.position
              return nil
            }
          }
          for _ in 0..<calling {
            onSmallThread { _ in
              BooleanDisposable().dispose()
              return nil
            }
          }
        })
        subject.onNext(1)
        subscription.dispose()
      }.trace
      let disposals = trace.steps.filter { trace.name(of: $0.object).hasPrefix("BooleanDisposable") }
      try #require(disposals.count == calling)
      #expect(Set(disposals.map(\.thread)).count == calling)
      #expect(disposals.allSatisfy { $0.thread != 0 && $0.depth == 0 && $0.parent == nil })
      #expect(trace.threads.count == calling + 1)
      #expect(trace.droppedRecords == 0 && trace.damagedSlots == 0)
    }

    /// Runs `body` on a new thread, and waits for the thread's end.
    private func onSmallThread(
      _ body: @escaping @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    ) {
      var attributes = pthread_attr_t()
      pthread_attr_init(&attributes)
      pthread_attr_setstacksize(&attributes, 1 << 16)
      defer { pthread_attr_destroy(&attributes) }
      var thread = pthread_t()
      guard pthread_create(&thread, &attributes, body, nil) == 0 else { return }
      pthread_join(thread, nil)
    }
  }
}
