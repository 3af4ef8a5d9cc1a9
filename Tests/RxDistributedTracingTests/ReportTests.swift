#if DistributedTracing
import InMemoryTracing
import Rx
import RxDistributedTracing
import RxTrace
import RxTracing
import TestSupport
import Testing
import Tracing

/// Recordings see the whole process, so these run one after another.
@Suite(.oneAtATime) struct ReportTests {
  let tracer = InMemoryTracer()

  private var spans: [FinishedInMemorySpan] { tracer.finishedSpans }

  /// The steps of a closure on this thread.
  private func record(_ body: () -> Void) throws -> Trace {
    try TraceRecorder.record(body).trace.connected(toThread: 0)
  }

  /// `Map < request: 1 2 completed`, a line a span, in order of ending.
  private var outline: [String] {
    let names = Dictionary(spans.map { ($0.spanID, $0.operationName) }) { first, _ in first }
    return spans.map { span in
      let values = span.events.map { event in
        if case .string(let value)? = event.attributes["rx.value"]?.toSpanAttribute() { value } else { event.name }
      }
      let parent = span.parentSpanID.flatMap { names[$0] } ?? "nobody"
      return "\(span.operationName) < \(parent): " + (values + [span.text("rx.end")]).joined(separator: " ")
    }
  }

  @Test("a recorded run becomes spans: one a subscription, within the one that made it")
  func chain() throws {
    let trace = try record { _ = Observable.of(1, 2).map { $0 * 10 }.subscribe() }
    tracer.withSpan("request") { _ in trace.report(to: tracer) }
    #expect(
      outline == [
        "ObservableSequence < Map: 1 2 completed", "Map < request: 10 20 completed", "request < nobody: ",
      ])
    #expect(spans[1].text("rx.object") == "Map#1" && spans[1].text("rx.type") == "Map<Int, Int>")
    #expect(spans[1].text("rx.next.count") == "2")
  }

  @Test("errors are recorded as far as the trace knows them")
  func errors() throws {
    let trace = try record { _ = Observable<Int>.error(Failure()).map { $0 }.subscribe(onError: { _ in }) }
    trace.report(to: tracer, context: .topLevel)
    #expect(spans.map { $0.status?.code } == [.error, .error])
    #expect(spans.flatMap(\.errors).map { "\($0.error)" } == ["out of order", "out of order"])
  }

  @Test("a disposed subscription ends at its disposal, one that never ended ends with the recording")
  func endings() throws {
    let subject = PublishSubject<Int>()
    var kept: (any Disposable)?
    let trace = try record {
      let subscription = subject.map { $0 }.subscribe()
      subject.onNext(1)
      subscription.dispose()
      kept = subject.filter { _ in true }.subscribe()
      subject.onNext(2)
    }
    kept?.dispose()
    trace.report(to: tracer, context: .topLevel)
    #expect(
      outline == [
        "PublishSubject < Map: 1 disposed", "Map < nobody: 1 disposed", "Filter < nobody: 2 open",
        "PublishSubject < Filter: 2 open",
      ])
  }

  @Test("times are those of the run")
  func times() throws {
    let before = DefaultTracerClock.now.nanosecondsSinceEpoch
    let trace = try record { _ = Observable.of(1, 2).map { $0 }.subscribe() }
    trace.report(to: tracer, context: .topLevel)
    let second: UInt64 = 1_000_000_000
    for span in spans {
      let times =
        [span.startInstant.nanosecondsSinceEpoch] + span.events.map(\.nanosecondsSinceEpoch)
        + [span.endInstant.nanosecondsSinceEpoch]
      #expect(times == times.sorted())
      // The recording's clock is not the system's, and neither is exact.
      #expect(times[0] + second >= before && times[0] <= DefaultTracerClock.now.nanosecondsSinceEpoch + second)
    }
  }

  @Test("an empty run reports nothing")
  func empty() {
    Trace().report(to: tracer, context: .topLevel)
    #expect(spans.isEmpty)
  }
}
#endif
