import Rx
import RxTrace
import Testing

extension EngineTests {
  /// Which records have the stack of their caller: those of calls that the program makes itself.
  @Suite struct CallStacks {
    private func mapped(times: Int) -> Observable<Int> {
      (0..<times).reduce(.just(1)) { source, _ in source.map { $0 } }
    }

    @Test("a call has its stack exactly if the program makes it, however deeply other calls are nested")
    func nested() throws {
      let trace = try trace {
        _ = Observable.just(0).subscribe(onNext: { _ in
          for times in 1...40 { _ = mapped(times: times).subscribe() }
        })
      }
      #expect(trace.steps.contains { $0.depth > 2 * 64 })
      let calls = trace.steps.filter { [.subscribeClosures, .subscribe, .run, .on, .forwardOn].contains($0.kind) }
      let wrong = calls.filter { ($0.callStack != nil) != isMadeByProgram($0, trace) }
      #expect(wrong.map { trace.title(of: $0) } == [])
    }

    /// Closures are the program's; the actions here are those with which producers begin to run.
    private func isMadeByProgram(_ step: Step, _ trace: Trace) -> Bool {
      step.parent.map { trace.steps[$0].kind == .closure } ?? true
    }
  }
}
