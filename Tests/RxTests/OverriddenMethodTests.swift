import Rx
import RxTrace
import Testing

/// Hands each element to the next stage by the method that subclasses override, which programs should not call.
private final class Shortcut: Operator<Int, Int> {}

private final class ShortcutSink: Sink<Int, Int> {
  override func on(next element: Int) { observer.on(next: element * 10) }
}

extension EngineTests {
  /// What a recording leaves out, by content/beyond/tracing.md.
  @Suite struct OverriddenMethods {
    @Test("a direct call of a method that subclasses override is no step, and all that it leads to is")
    func directCall() throws {
      let trace = try trace {
        _ = Shortcut(.just(1), ShortcutSink.init).map { $0 + 1 }.subscribe(onNext: { _ in })
      }
      let next = trace.steps.filter { $0.event == .next }
      #expect(
        next.map { "\(trace.name(of: $0.object)) \($0.kind.rawValue) \($0.value?.text ?? "")" } == [
          "ShortcutSink#1 on 1", "MapSink#1 closure 10", "MapSink#1 forwardOn 11", "AnonymousObserver#1 on 11",
          "AnonymousObserver#1 onCore 11", "AnonymousObserver#1 closure 11",
        ])
    }
  }
}
