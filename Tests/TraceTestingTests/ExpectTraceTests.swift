import Dispatch
import Foundation
import Rx
import RxTrace
import RxTracing
import TestSupport
import Testing
import TraceTesting

private func doubling() -> Observable<Int> { Observable.of(1).map { $0 * 2 } }

/// The chain of `doubling().subscribe(onNext:)`, with the names of base classes.
private let doubled = """
  ObservableType.subscribe(onNext:)       | wraps the closures
    Producer.subscribe
      CurrentThreadScheduler.schedule
        CurrentThreadScheduler.scheduledAction
          Map.run
            ObservableSequence.subscribe
              ObservableSequence.run
                …
        CurrentThreadScheduler.scheduledAction
          ObservableSequenceSink.forwardOn(next:) 1
            MapSink.on(next:) 1
              MapSink.closure 1
              Sink.forwardOn(next:) 2
                ObserverBase.on(next:) 2
                  AnonymousObserver.onCore(next:) 2 @thread1
                    AnonymousObserver.closure 2
          Sink.forwardOnCompleted
            …
  """

/// The text of the one issue that `body` makes.
private func issue(_ body: () throws -> Void) throws -> String {
  let texts = Texts()
  try withKnownIssue(
    "what is false is an issue", body,
    matching: { issue in
      texts.add(issue.comments.map(\.rawValue).joined(separator: "\n"), at: issue.sourceLocation)
      return true
    })
  try #require(texts.all.count == 1)
  return texts.all[0]
}

private final class Texts: @unchecked Sendable {
  private(set) var all: [String] = []
  private(set) var lines: [Int] = []

  func add(_ text: String, at location: SourceLocation?) {
    all.append(text)
    lines.append(location?.line ?? 0)
  }
}

private struct Refusal: Error, Equatable {}

/// The tests of asynchronous closures look at the whole process.
@Suite(.oneAtATime)
struct ExpectTraceTests {
  @Test("a chain that holds is not an issue")
  func holds() {
    var received: [Int] = []
    expectTrace {
      doubling().subscribe(onNext: { received.append($0) })
    } is: {
      doubled
    }
    #expect(received == [2])
  }

  @Test(
    "a name may be the object's own or that of a type above which may declare the method",
    arguments: ["MapSink", "MapSink#1", "Sink"])
  func names(type: String) {
    expectTrace {
      doubling().subscribe(onNext: { _ in })
    } is: {
      "…\n              \(type).forwardOn(next:) 2\n…"
    }
  }

  @Test("a call of a relay has the name of the function that the test calls")
  func relay() throws {
    let relay = PublishRelay<Int>()
    let accepting = { relay.accept(1) }
    expectTrace(of: accepting) { "PublishRelay.accept(_:) 1" }
    let text = try issue { expectTrace(of: accepting) { "PublishRelay.acept(_:) 1" } }
    #expect(text.hasPrefix("line 1: no such symbol `PublishRelay.acept(_:)`; nearest: `PublishRelay.accept(_:)`"))
  }

  @Test(
    "a type above that does not declare the method is none of its names",
    arguments: [
      "        Producer.run", "  Observable.subscribe", "            EventReceiver.on(next:) 1",
      "                  ObserverBase.onCore(next:) 2", "              EventReceiver.forwardOn(next:) 2",
    ])
  func namesTooHigh(line: String) throws {
    let trace = try TraceRecorder.record { doubling().subscribe(onNext: { _ in }) }.trace
    let symbol = line.drop { $0 == " " }
    #expect(try issue { expectTrace(trace) { "…\n\(line)\n…" } }.hasPrefix("line 2: claimed \(symbol) at depth"))
  }

  @Test("a value that was not recorded is an issue with the claim, the record, the nearest match and a diff")
  func value() throws {
    let text = try issue {
      expectTrace {
        doubling().subscribe(onNext: { _ in })
      } is: {
        doubled.replacing("ObserverBase.on(next:) 2", with: "ObserverBase.on(next:) 3")
      }
    }
    #expect(
      text == """
        line 14: claimed ObserverBase.on(next:) 3 at depth 7, recorded AnonymousObserver#1.on(next: 2) at depth 7 (step 14)

            …
                      MapSink.on(next:) 1
                        MapSink.closure 1
                        Sink.forwardOn(next:) 2
        -                 ObserverBase.on(next:) 3
        +                 AnonymousObserver.on(next:) 2
                            AnonymousObserver.onCore(next:) 2 @thread1
                              AnonymousObserver.closure 2
                    Sink.forwardOnCompleted
            …
        """)
  }

  @Test("a step that the chain leaves out, and one that it makes up, stand in the diff")
  func missingAndMadeUp() throws {
    let left = doubled.split(separator: "\n").filter { !$0.contains("MapSink.on(next:)") }.joined(separator: "\n")
    #expect(
      try issue {
        expectTrace {
          doubling().subscribe(onNext: { _ in })
        } is: {
          left
        }
      }
      .contains("\n+             MapSink.on(next:) 1\n"))
    let madeUp = doubled.replacing(
      "ObserverBase.on(next:) 2", with: "ObserverBase.on(next:) 2\n                AnonymousObserver.dispose")
    #expect(
      try issue {
        expectTrace {
          doubling().subscribe(onNext: { _ in })
        } is: {
          madeUp
        }
      }
      .contains("\n-                   AnonymousObserver.dispose\n"))
  }

  @Test("the end of a chain is the end of the run")
  func runGoesOn() throws {
    let text = try issue {
      expectTrace {
        doubling().subscribe(onNext: { _ in })
      } is: {
        "Map.subscribe(onNext:)\n  Map.subscribe"
      }
    }
    #expect(text.hasPrefix("line 2: claimed the end of the run after Map.subscribe, recorded "))
    #expect(text.contains("a last line `…` leaves them out"))
  }

  @Test(
    "a name that the run does not have is an issue with the nearest one that it has",
    arguments: [
      ("MapSnk.on(next:) 1", "no `MapSnk` took part in the run; nearest: `MapSink`"),
      ("Map.rnu", "no such symbol `Map.rnu`; nearest: `Map.run`"),
    ])
  func unknownName(line: String, message: String) throws {
    let text = try issue {
      expectTrace {
        doubling().subscribe(onNext: { _ in })
      } is: {
        "…\n          \(line)\n…"
      }
    }
    #expect(text.hasPrefix("line 2: \(message)\n"))
  }

  @Test(
    "a line that is not a claim is an issue that says why, and shows the recorded calls",
    arguments: [
      ("", "line 1: the chain has no lines"),
      ("Map.subscribe(onNext:)\n   Map.run", "line 2: indented by 3 spaces; two spaces are one level"),
      ("run", "line 1: `run` names no type: write `Type.run`"),
    ])
  func grammar(chain: String, message: String) throws {
    let text = try issue {
      expectTrace {
        doubling().subscribe(onNext: { _ in })
      } is: {
        chain
      }
    }
    #expect(text.hasPrefix(message + "\n\nrecorded:\nMap.subscribe(onNext:)\n  Map.subscribe\n"))
  }

  @Test(
    "what is shown as recorded is a chain that holds",
    arguments: ["plain", "two words", "a \"quote\" | and\nlines", "×3", "@thread", "", "\u{1F600}\0"])
  func recordedIsAChain(text: String) throws {
    struct Described: CustomStringConvertible { let description: String }
    let trace = try TraceRecorder.record {
      _ = Observable.just(text).subscribe(onNext: { _ in })
      _ = Observable.just(Described(description: text)).subscribe(onNext: { _ in })
    }.trace
    let shown = try issue { expectTrace(trace) { "" } }
    let chain = try #require(shown.split(separator: "recorded:\n").last)
    expectTrace(trace) { String(chain) }
  }

  @Test("an issue stands at the call")
  func sourceLocation() throws {
    let texts = Texts()
    let line = #line + 2
    withKnownIssue {
      expectTrace {
        Observable.just(1).subscribe()
      } is: {
        "Map.run"
      }
    } matching: { issue in
      texts.add("", at: issue.sourceLocation)
      return true
    }
    #expect(texts.lines == [line])
  }

  @Test("an error is rethrown with its type, and the chain is not checked")
  func errors() {
    #expect(throws: Refusal()) {
      try expectTrace { () throws(Refusal) in
        throw Refusal()
      } is: {
        "no chain at all"
      }
    }
    expectTrace {
      doubling().subscribe(onNext: { _ in })
    } is: {
      doubled
    }
  }

  @Test("steps of other threads at the same time are left out")
  func otherThreads() {
    let (go, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      for _ in 0..<2 {
        go.wait()
        _ = Observable.of(5, 6).map { $0 }.subscribe(onNext: { _ in })
        done.signal()
      }
    }
    let subject = PublishSubject<Int>()
    let subscription = subject.map { $0 }.subscribe(onNext: { _ in })
    expectTrace {
      go.signal()
      done.wait()
      subject.onNext(1)
      go.signal()
      done.wait()
    } is: {
      """
      PublishSubject.on 1
        MapSink#1.on 1
          MapSink#1.closure 1
          MapSink#1.forwardOn 1
            AnonymousObserver#1.on 1
              AnonymousObserver#1.onCore 1
                AnonymousObserver#1.closure 1
      """
    }
    subscription.dispose()
  }

  @Test("steps of the closure's own pipelines on other threads are checked")
  func ownThreads() {
    let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "own")
    let done = DispatchSemaphore(value: 0)
    expectTrace {
      let subscription = Observable.just(7).observe(on: queue)
        .subscribe(onNext: { _ in }, onCompleted: { done.signal() })
      done.wait()
      return subscription
    } is: {
      """
      ObserveOnSerialDispatchQueue.subscribe(onNext:) @thread1
      …
          AnonymousObserver.onCore(next:) 7 @thread2
      …
      """
    }
  }

  @Test("an asynchronous closure is checked on every thread")
  func asynchronous() async throws {
    let subject = PublishSubject<String>()
    let subscription = subject.subscribe(onNext: { _ in })
    var result = 0
    await expectTrace {
      await withCheckedContinuation { continuation in
        nonisolated(unsafe) let subject = subject
        Thread.detachNewThread {
          subject.onNext("fresh")
          continuation.resume()
        }
      }
      result = 7
    } is: {
      """
      PublishSubject.on "fresh"
        AnonymousObserver.on "fresh"
          AnonymousObserver.onCore "fresh"
            AnonymousObserver.closure "fresh"
      """
    }
    subscription.dispose()
    #expect(result == 7)
    await #expect(throws: Refusal()) {
      try await expectTrace { () async throws(Refusal) in
        throw Refusal()
      } is: {
        "no chain at all"
      }
    }
  }

  @Test("the diff of a long run shows only the differences")
  func longRuns() throws {
    let trace = try TraceRecorder.record { Observable.from(Array(1...3000)).subscribe(onNext: { _ in }) }.trace
    let text = try issue { expectTrace(trace) { "ObservableSequence.subscribe(onNext:)" } }
    #expect(text.split(separator: "\n").count < 70)
    #expect(text.contains("more lines)"))
  }
}
