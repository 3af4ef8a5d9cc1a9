#if DistributedTracing
import RxTrace
import ServiceContextModule
import Tracing

extension Trace {
  /// Gives a recorded run to a tracer: a span for each subscription, an event for each element that its observer got.
  ///
  ///     let recording = try TraceRecorder.record { Observable.just(1).map { $0 * 2 }.subscribe() }
  ///     recording.trace.report(to: tracer)
  ///     print(tracer.finishedSpans.map { "\($0.operationName) \($0.attributes["rx.end"]!)" })
  ///     // Prints: ["Just string(\"completed\")", "Map string(\"completed\")"]
  ///
  /// A span is named after the operator that was subscribed to. A subscription that was made within another, or by an
  /// action that was scheduled within it, is its child. One that had not ended when the recording did ends there, with
  /// `rx.end` = `open`.
  ///
  /// - Parameters:
  ///   - tracer: nil for the one that the program was bootstrapped with.
  ///   - context: the parent of the outermost spans.
  public func report(
    to tracer: (any Tracer)? = nil, context: @autoclosure () -> ServiceContext = .current ?? .topLevel
  ) {
    var reporter = SpanReporter(
      trace: self, tracer: tracer ?? InstrumentationSystem.tracer, context: context(), start: startWallClock)
    reporter.report()
  }
}

/// An error of a recorded run, of which only the description is known.
struct RecordedError: Error, CustomStringConvertible {
  let description: String
}

/// Turns steps into spans, in the order of the run.
private struct SpanReporter {
  let trace: Trace
  let tracer: any Tracer
  let context: ServiceContext
  /// Nanoseconds since 1970.
  let start: UInt64

  private struct OpenSpan {
    var span: any Span
    var count = 0
  }

  /// The contexts by the steps that subscribed.
  private var contexts: [Int: ServiceContext] = [:]
  private var open: [Int: OpenSpan] = [:]
  /// The subscription that brings an observer its events.
  private var subscriptions: [ObjectID: Int] = [:]

  init(trace: Trace, tracer: any Tracer, context: ServiceContext, start: UInt64) {
    self.trace = trace
    self.tracer = tracer
    self.context = context
    self.start = start
  }

  mutating func report() {
    for step in trace.steps {
      switch step.kind {
      case .subscribe: subscribe(step)
      case .on: deliver(step)
      case .dispose: dispose(step)
      default: break
      }
    }
    let last = trace.steps.last
    for subscription in open.keys.sorted() { end(subscription, "open", at: last) }
  }

  private mutating func subscribe(_ step: Step) {
    guard let object = step.object else { return }
    let span = tracer.startSpan(
      trace.objects[object].typeName, context: parent(of: step), ofKind: .internal, at: instant(step),
      function: step.kind.rawValue, file: step.site?.file ?? "", line: UInt(step.site?.line ?? 0))
    span.updateAttributes { attributes in
      attributes["rx.object"] = SpanAttribute.string(trace.name(of: object))
      attributes["rx.type"] = SpanAttribute.string(trace.objects[object].fullTypeName)
      attributes["thread.id"] = SpanAttribute.int64(Int64(trace.threads[step.thread].ordinal))
    }
    contexts[step.index] = span.context
    open[step.index] = OpenSpan(span: span)
    if let observer = step.other { subscriptions[observer] = step.index }
  }

  /// The context of the innermost subscription that a step happened within or because of.
  private func parent(of step: Step) -> ServiceContext {
    var next = step.cause ?? step.parent
    while let index = next {
      if let context = contexts[index] { return context }
      next = trace.steps[index].cause ?? trace.steps[index].parent
    }
    return context
  }

  private mutating func deliver(_ step: Step) {
    guard let observer = step.object, let subscription = subscriptions[observer] else { return }
    switch step.event {
    case .next: addEvent(step, to: subscription)
    case .error:
      let error = RecordedError(description: step.value?.text ?? "")
      let span = open[subscription]?.span
      span?.recordError(error, attributes: [:], at: instant(step))
      span?.setStatus(SpanStatus(code: .error, message: error.description))
      end(subscription, "error", at: step)
    case .completed: end(subscription, "completed", at: step)
    case nil: break
    }
  }

  private mutating func addEvent(_ step: Step, to subscription: Int) {
    guard let span = open[subscription]?.span else { return }
    open[subscription]?.count += 1
    var event = SpanEvent(name: "next", at: instant(step))
    if let value = step.value { event.attributes["rx.value"] = SpanAttribute.string(value.text) }
    event.attributes["thread.id"] = SpanAttribute.int64(Int64(trace.threads[step.thread].ordinal))
    span.addEvent(event)
  }

  /// A disposed sink accepts no more events and has no more for its observer.
  private mutating func dispose(_ step: Step) {
    guard let sink = step.object, let observer = trace.objects[sink].deliversTo else { return }
    for stage in [sink, observer] {
      if let subscription = subscriptions[stage] { end(subscription, "disposed", at: step) }
    }
  }

  private mutating func end(_ subscription: Int, _ reason: String, at step: Step?) {
    guard let ended = open.removeValue(forKey: subscription) else { return }
    ended.span.updateAttributes { attributes in
      attributes["rx.end"] = SpanAttribute.string(reason)
      attributes["rx.next.count"] = SpanAttribute.int64(Int64(ended.count))
    }
    ended.span.end(at: step.map(instant) ?? DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: start))
  }

  private func instant(_ step: Step) -> DefaultTracerClock.Timestamp {
    DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: start + step.time)
  }
}
#endif
