import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("empty, never, error") struct EmptyNeverErrorTests {
    let scheduler = TestScheduler(initialClock: 0)

    @Test("empty completes on subscription")
    func empty() {
      #expect(scheduler.start { Observable<Int>.empty() }.events == [.completed(200)])
    }

    @Test("never sends nothing")
    func never() {
      #expect(scheduler.start { Observable<Int>.never() }.events == [])
    }

    @Test("error fails on subscription")
    func error() {
      #expect(
        scheduler.start { Observable<Int>.error(TestError.first) }.events == [.error(200, TestError.first)])
    }

    @Test("none of them needs a sink, so their traces show none")
    func traced() throws {
      let trace = try trace {
        _ = Observable<Int>.empty().subscribe(onCompleted: {})
        _ = Observable<Int>.error(TestError.first).subscribe(onError: { _ in })
        _ = Observable<Int>.never().subscribe(onNext: { _ in })
      }
      #expect(
        trace.calls == [
          "Empty#1 subscribe", "AnonymousObserver#1 onCore completed", "Failure#1 subscribe",
          "AnonymousObserver#2 onCore error first", "Never#1 subscribe",
        ])
    }
  }
}
