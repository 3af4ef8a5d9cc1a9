import Dispatch
import Foundation
import Rx
import Testing

extension EngineTests {
  /// While the engine calls the program's code on one thread, another thread must be able to call the engine.
  @Suite struct LockInversion {
    @Test("subjects", arguments: MeetingCase.subjects)
    func subjects(_ meeting: MeetingCase) { #expect(meeting.run() == meeting.outcome) }

    @Test("shared sequences", arguments: MeetingCase.sharing)
    func sharing(_ meeting: MeetingCase) { #expect(meeting.run() == meeting.outcome) }

    @Test("operators with several inputs", arguments: MeetingCase.inputs)
    func inputs(_ meeting: MeetingCase) { #expect(meeting.run() == meeting.outcome) }

    @Test("selectors, inner sequences and released objects", arguments: MeetingCase.nesting)
    func nesting(_ meeting: MeetingCase) { #expect(meeting.run() == meeting.outcome) }

    @Test("disposables", arguments: MeetingCase.disposables)
    func disposables(_ meeting: MeetingCase) { #expect(meeting.run() == meeting.outcome) }

    @Test("operators with a clock", arguments: MeetingCase.time)
    func time(_ meeting: MeetingCase) { #expect(meeting.run() == meeting.outcome) }

    @Test(
      "many threads take one element each of a shared sequence, zipped",
      arguments: [16, 100], [SubjectLifetimeScope.whileConnected, .forever])
    func zippedShares(count: Int, scope: SubjectLifetimeScope) {
      let source = Observable<Int>.create { observer in
        observer.onNext(1)
        return Disposables.create()
      }.share(replay: 1, scope: scope)
      for _ in 0..<25 {
        let done = DispatchSemaphore(value: 0)
        let taken = (0..<count).map { _ in
          Observable.just(()).observe(on: ConcurrentDispatchQueueScheduler(qos: .userInitiated))
            .flatMap { source }.take(1)
        }
        _ = Observable.zip(taken).subscribe(onCompleted: { done.signal() })
        #expect(done.wait(timeout: .now() + 30) == .success)
      }
    }
  }
}
