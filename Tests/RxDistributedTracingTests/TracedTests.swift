#if DistributedTracing
import Dispatch
import Foundation
import InMemoryTracing
import Rx
import RxDistributedTracing
import RxTracing
import TestSupport
import Testing
import Tracing

struct Failure: Error, CustomStringConvertible { let description = "out of order" }

extension FinishedInMemorySpan {
  /// An attribute as text; empty if there is none.
  func text(_ key: String) -> String {
    switch attributes[key]?.toSpanAttribute() {
    case .string(let text): text
    case .int64(let number): "\(number)"
    case .stringArray(let texts): texts.joined(separator: " → ")
    default: ""
    }
  }
}

@Suite(.oneAtATime) struct TracedTests {
  let tracer = InMemoryTracer()

  private var spans: [FinishedInMemorySpan] { tracer.finishedSpans }

  @Test("a subscription is a span: named, with its operators, its elements as events, and how it ended")
  func subscription() throws {
    var received: [String] = []
    _ = Observable.of(1, 2).filter { $0 > 0 }.map { "\($0)" }.traced("numbers", tracer: tracer)
      .subscribe(onNext: { received.append($0) })
    #expect(received == ["1", "2"])
    let span = try #require(spans.first)
    #expect(spans.count == 1)
    #expect(span.operationName == "numbers" && span.kind == .internal)
    #expect(span.text("rx.operators") == "ObservableSequence → Filter → Map")
    #expect(span.text("rx.element") == "String")
    #expect(span.events.map(\.name) == ["next", "next"])
    #expect(span.text("rx.end") == "completed" && span.text("rx.next.count") == "2")
    #expect(span.status == nil && span.errors.isEmpty)
  }

  @Test("nothing begins before somebody subscribes, and each subscription has a span of its own")
  func laziness() {
    let numbers = Observable.just(1).traced("numbers", ofKind: .client, tracer: tracer)
    #expect(tracer.activeSpans.isEmpty && spans.isEmpty)
    _ = numbers.subscribe()
    _ = numbers.subscribe()
    #expect(spans.map(\.operationName) == ["numbers", "numbers"])
    #expect(spans.allSatisfy { $0.kind == .client } && Set(spans.map(\.spanID)).count == 2)
  }

  @Test("an error is recorded, and is the span's status; the error goes on")
  func error() throws {
    var received: String?
    _ = Observable<Int>.error(Failure()).traced("failing", tracer: tracer).subscribe(onError: { received = "\($0)" })
    let span = try #require(spans.first)
    #expect(received == "out of order")
    #expect(span.errors.count == 1 && span.errors.first?.error is Failure)
    #expect(span.status == SpanStatus(code: .error, message: "out of order"))
    #expect(span.text("rx.end") == "error")
  }

  @Test("a disposal ends the span without a status, once")
  func disposal() throws {
    let subject = PublishSubject<Int>()
    let subscription = subject.traced("subject", tracer: tracer).subscribe()
    subject.onNext(1)
    #expect(spans.isEmpty && tracer.activeSpans.count == 1)
    subscription.dispose()
    subscription.dispose()
    subject.onNext(2)
    subject.onCompleted()
    let span = try #require(spans.first)
    #expect(spans.count == 1 && span.text("rx.end") == "disposed" && span.text("rx.next.count") == "1")
    #expect(span.status == nil)
  }

  @Test("a later operator that completes disposes it")
  func take() throws {
    _ = Observable.of(1, 2, 3).traced("numbers", tracer: tracer).take(1).subscribe()
    let span = try #require(spans.first)
    #expect(span.text("rx.end") == "disposed" && span.text("rx.next.count") == "1")
  }

  @Test("the parent is the context that is current at the subscription")
  func parent() throws {
    let numbers = Observable.just(1).traced("numbers", tracer: tracer)
    tracer.withSpan("request") { _ in _ = numbers.subscribe() }
    _ = numbers.subscribe()
    let request = try #require(spans.first { $0.operationName == "request" })
    #expect(spans.map(\.parentSpanID) == [request.spanID, nil, nil])
    #expect(spans[0].traceID == request.traceID && spans[2].traceID != request.traceID)
  }

  @Test("spans that start within the sequence are its children, those that start after it are not")
  func nesting() throws {
    let inner = Observable<Int>.create { observer in
      tracer.withSpan("query") { _ in observer.onNext(1) }
      observer.onCompleted()
      return Disposables.create()
    }
    tracer.withSpan("request") { _ in
      _ = inner.traced("load", tracer: tracer).subscribe(onNext: { _ in tracer.withSpan("reply") { _ in } })
    }
    let names = Dictionary(spans.map { ($0.spanID, $0.operationName) }) { first, _ in first }
    let parents = Dictionary(spans.map { ($0.operationName, $0.parentSpanID.flatMap { names[$0] } ?? "") }) { $1 }
    #expect(parents == ["request": "", "load": "request", "query": "load", "reply": "request"])
  }

  @Test("operators after it, or after carryingServiceContext, have the subscriber's context on any thread")
  func threads() throws {
    let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "workers")
    let done = DispatchSemaphore(value: 0)
    let tracer = tracer
    tracer.withSpan("request") { _ in
      _ = Observable.of(1, 2).observe(on: queue)
        .carryingServiceContext()
        .flatMap { number in Observable.just(number).traced("load", tracer: tracer) }
        .traced("serve", tracer: tracer)
        .subscribe(
          onNext: { _ in tracer.withSpan("reply") { _ in } },
          onCompleted: {
            tracer.withSpan("end") { _ in }
            done.signal()
          })
    }
    done.wait()
    let names = Dictionary(spans.map { ($0.spanID, $0.operationName) }) { first, _ in first }
    let pairs = spans.map { "\($0.operationName) < \($0.parentSpanID.flatMap { names[$0] } ?? "")" }
    #expect(
      Set(pairs) == ["request < ", "serve < request", "load < serve", "reply < request", "end < request"])
    #expect(pairs.count == 7)
  }

  @Test("without carryingServiceContext another thread has no context")
  func lostContext() throws {
    let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "workers")
    let done = DispatchSemaphore(value: 0)
    let tracer = tracer
    tracer.withSpan("request") { _ in
      _ = Observable.just(1).observe(on: queue)
        .subscribe(onNext: { _ in tracer.withSpan("lost") { _ in } }, onCompleted: { done.signal() })
    }
    done.wait()
    #expect(spans.first { $0.operationName == "lost" }?.parentSpanID == nil)
  }

  @Test("the report about elements can be chosen")
  func elements() {
    let numbers = Observable.of(1, 2, 3)
    for events in [TracedElements.counted, .events(atMost: 2), .values(atMost: 2)] {
      _ = numbers.traced("numbers", tracer: tracer, events: events).subscribe()
    }
    let said = spans.map { span in
      span.events.map { event in
        if case .string(let value)? = event.attributes["rx.value"]?.toSpanAttribute() { value } else { event.name }
      }
    }
    #expect(said == [[], ["next", "next"], ["1", "2"]])
    #expect(spans.allSatisfy { $0.text("rx.next.count") == "3" })
  }

  @Test("all sources of an operator are named, and no other property is visited")
  func operators() throws {
    struct Prying: CustomReflectable {
      var customMirror: Mirror { fatalError("nobody asked for this") }
    }
    let both = Observable.merge([Observable.just(Prying()), Observable.never().startWith(Prying())])
    both.withLatestFrom(BehaviorSubject(value: 1)).traced("both", tracer: tracer).subscribe().dispose()
    let span = try #require(spans.first)
    #expect(span.text("rx.operators").hasSuffix("Merge → BehaviorSubject → WithLatestFrom"))
    #expect(span.text("rx.operators").contains("Just") && span.text("rx.operators").contains("Never"))
  }

  @Test("without a tracer nothing changes")
  func noTracer() {
    var received: [Int] = []
    _ = Observable.of(1, 2).traced("numbers").subscribe(onNext: { received.append($0) })
    #expect(received == [1, 2])
  }

  @Test("events and disposal that come at once end the span once")
  func races() {
    for _ in 0..<200 {
      let tracer = InMemoryTracer()
      nonisolated(unsafe) let subject = PublishSubject<Int>()
      nonisolated(unsafe) let subscription = subject.traced("race", tracer: tracer).subscribe()
      DispatchQueue.concurrentPerform(iterations: 2) { number in
        if number == 0 { subject.onCompleted() } else { subscription.dispose() }
      }
      #expect(tracer.finishedSpans.count == 1 && tracer.activeSpans.isEmpty)
    }
  }
}
#endif
