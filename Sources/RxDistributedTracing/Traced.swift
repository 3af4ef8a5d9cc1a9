#if DistributedTracing
import Rx
import ServiceContextModule
import Synchronization
import Tracing

extension ObservableType {
  /// The same sequence, with a span for each subscription.
  ///
  ///     let tracer = InMemoryTracer()
  ///     _ = Observable.of("a", "b").map { $0.uppercased() }
  ///       .traced("letters", tracer: tracer)
  ///       .subscribe(onNext: { print($0) })
  ///     let span = tracer.finishedSpans[0]
  ///     print(span.operationName, span.events.map(\.name), span.attributes["rx.operators"]!)
  ///     // Prints: A
  ///     //         B
  ///     //         letters ["next", "next"] stringArray(["ObservableSequence", "Map"])
  ///
  /// The span begins when somebody subscribes, as a child of the `ServiceContext` that is current then, and ends with the
  /// sequence or with the subscription. `rx.end` says which: `completed`, `error` or `disposed`. An error is recorded and
  /// makes the span's status one; a disposal does not.
  ///
  /// The work within the sequence while it is subscribed to has the span's context, so spans that start there are its
  /// children. The operators after this one have the context of the subscriber, on whatever thread events arrive: see
  /// ``carryingServiceContext()``.
  ///
  /// It needs no recording, and a recording shows it like any other operator.
  ///
  /// - Parameters:
  ///   - name: the span's name. Backends group by it, so it should not differ from one subscription to the next.
  ///   - kind: the span's kind.
  ///   - tracer: nil for the one that the program was bootstrapped with by the time of the subscription.
  ///   - events: the report about the sequence's elements. `rx.next.count` is always their number.
  public func traced(
    _ name: String, ofKind kind: SpanKind = .internal, tracer: (any Tracer)? = nil,
    events: TracedElements = .events(atMost: 128),
    function: String = #function, file: String = #fileID, line: UInt = #line
  ) -> Observable<Element> {
    Traced(
      asObservable(),
      SpanRecipe(name: name, kind: kind, tracer: tracer, elements: events, function: function, file: file, line: line))
  }
}

/// The report of a span about a sequence's elements.
public struct TracedElements: Sendable {
  let limit: Int
  let hasValues: Bool

  /// Only their number.
  public static let counted = TracedElements(limit: 0, hasValues: false)

  /// A span event for each of the first few, without its value. 128 is what OpenTelemetry's own kits keep.
  public static func events(atMost limit: Int) -> TracedElements { TracedElements(limit: limit, hasValues: false) }

  /// A span event for each of the first few, with the description of its value as `rx.value`. It leaves the process with
  /// the span, so do not use it for secret or large values.
  public static func values(atMost limit: Int) -> TracedElements { TracedElements(limit: limit, hasValues: true) }
}

/// The data that a subscription needs to start its span.
private struct SpanRecipe {
  let name: String
  let kind: SpanKind
  let tracer: (any Tracer)?
  let elements: TracedElements
  let function: String
  let file: String
  let line: UInt

  func start(in context: ServiceContext) -> any Span {
    (tracer ?? InstrumentationSystem.tracer).startSpan(
      name, context: context, ofKind: kind, at: DefaultTracerClock.now, function: function, file: file, line: line)
  }
}

private final class Traced<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let recipe: SpanRecipe
  private let operators: [String]

  init(_ source: Observable<Element>, _ recipe: SpanRecipe) {
    self.source = source
    self.recipe = recipe
    operators = OperatorNames.leading(to: source)
  }

  override func run(_ output: Downstream<Element>) -> StartedSubscription {
    let context = ServiceContext.current ?? .topLevel
    let span = recipe.start(in: context)
    if span.isRecording {
      span.updateAttributes { attributes in
        attributes["rx.operators"] = SpanAttribute.stringArray(operators)
        attributes["rx.element"] = SpanAttribute.string("\(Element.self)")
      }
    }
    let sink = TracedSink(output, span, context, recipe.elements)
    let subscription = ServiceContext.$current.withValue(span.context) { source.subscribe(sink) }
    return StartedSubscription(sink: sink, subscription: subscription)
  }
}

private final class TracedSink<Element>: Sink<Element, Element> {
  private let span: any Span
  private let context: ServiceContext
  private let elements: TracedElements
  private let count = Atomic<Int>(0)
  private let hasEnded = Atomic<Bool>(false)

  init(
    _ output: Downstream<Element>, _ span: any Span, _ context: ServiceContext, _ elements: TracedElements
  ) {
    self.span = span
    self.context = context
    self.elements = elements
    super.init(output)
  }

  override func on(next element: Element) {
    let number = count.wrappingAdd(1, ordering: .relaxed).newValue
    if number <= elements.limit && span.isRecording { addEvent(element) }
    ServiceContext.$current.withValue(context) { forwardOn(next: element) }
  }

  override func on(error: any Error) {
    end("error") { span in
      span.recordError(error)
      span.setStatus(SpanStatus(code: .error, message: "\(error)"))
    }
    ServiceContext.$current.withValue(context) { fail(error) }
  }

  override func onCompletion() {
    end("completed") { _ in }
    ServiceContext.$current.withValue(context) { finish() }
  }

  override func dispose() {
    end("disposed") { _ in }
    super.dispose()
  }

  private func addEvent(_ element: Element) {
    var event = SpanEvent(name: "next")
    if elements.hasValues { event.attributes["rx.value"] = SpanAttribute.string(String(describing: element)) }
    span.addEvent(event)
  }

  /// The end of the sequence and that of the subscription may come at once, from two threads.
  private func end(_ reason: String, _ body: (any Span) -> Void) {
    guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    body(span)
    span.updateAttributes { attributes in
      attributes["rx.end"] = SpanAttribute.string(reason)
      attributes["rx.next.count"] = SpanAttribute.int64(Int64(count.load(ordering: .relaxed)))
    }
    span.end()
  }
}
#endif
