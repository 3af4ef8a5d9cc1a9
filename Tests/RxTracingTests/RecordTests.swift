import Dispatch
import Foundation
import Rx
import RxTrace
import RxTracing
import Synchronization
import TestSupport
import Testing

/// All tests of recordings, which see the whole process.
@Suite(.oneAtATime)
enum TracingTests {}

extension Trace {
  /// The values that arrived at the ends of pipelines.
  var arrived: [String] { steps.filter { $0.kind == .onCore }.map { $0.value?.text ?? "\($0.event!)" } }

  /// The run as text: a line a step, two blanks a level.
  var outline: String {
    steps.map { step in
      String(repeating: "  ", count: step.depth) + title(of: step) + (step.value.map { " \($0.text)" } ?? "")
    }.joined(separator: "\n")
  }
}

/// The temporary trace files of this process.
private func temporaryFiles() throws -> Set<String> {
  let prefix = "headwater-\(getpid())-"
  let files = try FileManager.default.contentsOfDirectory(atPath: NSTemporaryDirectory())
  return Set(files.filter { $0.hasPrefix(prefix) })
}

private struct Refusal: Error {}

extension TracingTests {
  @Suite struct RecordTests {
    @Test("the trace and the closure's result come back as values")
    func values() throws {
      let recording = try TraceRecorder.record {
        var sum = 0
        _ = Observable.of(1, 2, 3).subscribe(onNext: { sum += $0 })
        return sum
      }
      #expect(recording.result == 6)
      #expect(recording.trace.arrived == ["1", "2", "3", "completed"])
      #expect(recording.trace.isComplete && recording.trace.droppedRecords == 0)
    }

    @Test("a closure that uses no pipelines gives an empty trace")
    func nothing() throws {
      let recording = try TraceRecorder.record { 7 }
      #expect(recording.result == 7 && recording.trace.steps.isEmpty && recording.trace.threads.isEmpty)
    }

    @Test("steps before and after are not in the trace")
    func bounds() throws {
      let subject = PublishSubject<Int>()
      let subscription = subject.subscribe()
      subject.onNext(1)
      let trace = try TraceRecorder.record { subject.onNext(2) }.trace
      subject.onNext(3)
      subscription.dispose()
      #expect(trace.arrived == ["2"])
    }

    @Test("the temporary file is gone after success and after an error, and the next recording works")
    func temporaryFile() throws {
      let before = try temporaryFiles()
      _ = try TraceRecorder.record { _ = Observable.just(1).subscribe() }
      #expect(throws: Refusal.self) {
        try TraceRecorder.record { () throws -> Void in
          #expect(try temporaryFiles().subtracting(before).count == 1)
          throw Refusal()
        }
      }
      #expect(try temporaryFiles() == before)
      #expect(try TraceRecorder.record { _ = Observable.just(2).subscribe() }.trace.arrived == ["2", "completed"])
    }

    @Test("an inner recording has its own part, as if it had been recorded by itself; the outer has all")
    func nested() throws {
      func pipeline(_ number: Int) { _ = Observable.just(number).map { $0 * 10 }.subscribe() }
      let alone = try TraceRecorder.record { pipeline(2) }.trace
      let outer = try TraceRecorder.record {
        pipeline(1)
        let inner = try TraceRecorder.record { pipeline(2) }.trace
        pipeline(3)
        return inner
      }
      #expect(outer.trace.arrived == ["10", "completed", "20", "completed", "30", "completed"])
      #expect(outer.result.outline == alone.outline)
      #expect(outer.result.isComplete)
    }

    @Test("a recording inside of a closure of a pipeline begins at depth 0")
    func withinACall() throws {
      let subject = PublishSubject<Int>()
      var inner: Trace?
      let subscription = subject.subscribe(onNext: { _ in
        inner = try? TraceRecorder.record { _ = Observable.just("inner").subscribe() }.trace
      })
      _ = try TraceRecorder.record { subject.onNext(1) }
      subscription.dispose()
      let trace = try #require(inner)
      #expect(trace.arrived == ["\"inner\"", "completed"])
      #expect(trace.steps.first?.depth == 0)
      #expect(trace.steps.allSatisfy { ($0.parent == nil) == ($0.depth == 0) })
    }

    @Test("recordings on several threads overlap, and each has at least its own")
    func concurrent() throws {
      let before = try temporaryFiles()
      let failures = Failures()
      DispatchQueue.concurrentPerform(iterations: 30) { number in
        do {
          let trace = try TraceRecorder.record {
            _ = Observable.from([number, number + 1000]).subscribe()
          }.trace
          let own = trace.steps.filter { $0.thread == 0 && $0.kind == .onCore }.map { $0.value?.text ?? "completed" }
          if own != ["\(number)", "\(number + 1000)", "completed"] { failures.add("\(number): \(own)") }
          if !trace.isComplete { failures.add("\(number) is not complete") }
        } catch {
          failures.add("\(error)")
        }
      }
      #expect(failures.texts == [])
      #expect(try temporaryFiles() == before)
    }

    @Test("inside of a recording into a file, both are complete")
    func insideAFile() throws {
      let path = NSTemporaryDirectory() + "headwater-outer-\(UUID().uuidString).hwtrace"
      defer { try? FileManager.default.removeItem(atPath: path) }
      let inner = try TraceRecorder.record(to: path) {
        _ = Observable.just(1).subscribe()
        let inner = try TraceRecorder.record { _ = Observable.just(2).subscribe() }
        _ = Observable.just(3).subscribe()
        return inner.trace
      }
      #expect(inner.arrived == ["2", "completed"] && inner.isComplete)
      let outer = try Trace(contentsOf: path)
      #expect(outer.arrived == ["1", "completed", "2", "completed", "3", "completed"])
    }

    @Test("a recording into a file that ends too early leaves a trace that says so")
    func endedByTheOwner() throws {
      let path = NSTemporaryDirectory() + "headwater-outer-\(UUID().uuidString).hwtrace"
      defer { try? FileManager.default.removeItem(atPath: path) }
      let (mayEnd, hasBegun, hasEnded) = (
        DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
      )
      DispatchQueue(label: "owner").async {
        try? TraceRecorder.record(to: path) {
          hasBegun.signal()
          mayEnd.wait()
        }
        hasEnded.signal()
      }
      hasBegun.wait()
      let trace = try TraceRecorder.record {
        _ = Observable.just(1).subscribe()
        mayEnd.signal()
        hasEnded.wait()
        _ = Observable.just(2).subscribe()
      }.trace
      #expect(trace.arrived == ["1", "completed"])
      #expect(!trace.isComplete)
    }

    @Test("an asynchronous closure is recorded on all threads that it uses")
    func asynchronous() async throws {
      let before = try temporaryFiles()
      let subject = PublishSubject<Int>()
      let recording = try await TraceRecorder.record {
        let subscription = subject.subscribe()
        subject.onNext(1)
        await withCheckedContinuation { continuation in
          nonisolated(unsafe) let subject = subject
          Thread.detachNewThread {
            subject.onNext(2)
            continuation.resume()
          }
        }
        subscription.dispose()
        return "done"
      }
      #expect(recording.result == "done")
      #expect(recording.trace.arrived == ["1", "2"])
      let sent = recording.trace.steps.filter { $0.kind == .onCore }.map(\.thread)
      #expect(sent[0] == 0 && sent[1] != 0)
      #expect(try temporaryFiles() == before)
    }

    @Test("an asynchronous closure that throws ends its recording")
    func asynchronousError() async throws {
      let before = try temporaryFiles()
      await #expect(throws: Refusal.self) {
        try await TraceRecorder.record {
          await Task.yield()
          throw Refusal()
        }
      }
      #expect(try temporaryFiles() == before)
    }

    @Test("the trace says how many records a size limit has removed")
    func sizeLimit() throws {
      let trace = try TraceRecorder.record(maximumSize: 1 << 19) {
        _ = Observable.from(Array(1...20_000)).subscribe()
      }.trace
      #expect(trace.removedRecords > 0 && !trace.steps.isEmpty)
    }

    @Test("no file for the recording is an error, and the closure does not run")
    func noFile() {
      var hasRun = false
      #expect(throws: TraceRecordingError.self) { try TraceRecorder.record(maximumSize: 1000) { hasRun = true } }
      #expect(!hasRun)
    }

    @Test("a description that records while it is itself recorded gets an empty trace")
    func withinADescription() throws {
      struct Curious: CustomStringConvertible {
        var description: String {
          let steps = try? TraceRecorder.record { _ = Observable.just(1).subscribe() }.trace.steps.count
          return "recorded \(steps ?? -1)"
        }
      }
      let trace = try TraceRecorder.record { _ = Observable.just(Curious()).subscribe() }.trace
      #expect(trace.arrived == ["recorded 0", "completed"])
    }

    @Test("without descriptions, a value is shown by what it stores, and an object by its type")
    func outlines() throws {
      let trace = try TraceRecorder.record(callsDescriptions: false) {
        _ = Observable<Any>.from([
          Amount(cents: 5), [Amount(cents: 5)], ["a": Amount(cents: 5)], Optional(Amount(cents: 5)) as Any,
          Nested(amount: Amount(cents: 5), name: "n", pair: (1, nil)), Outcome.none, Outcome.failed(code: 3, "x"),
          Outcome.plain, Quiet.small, Quiet.large(Amount(cents: 5)), Mirrored(), Counter(), "text", 7, 1.5,
          Date(timeIntervalSince1970: 0), 1...3,
        ]).subscribe()
      }.trace
      #expect(
        trace.arrived == [
          "Amount(cents: 5)", "[Amount(cents: 5)]", "[\"a\": Amount(cents: 5)]", "Optional(Amount(cents: 5))",
          "Nested(amount: Amount(cents: 5), name: \"n\", pair: (1, nil))", "Outcome", "failed(code: 3, \"x\")",
          "Outcome", "small", "large(Amount(cents: 5))", "Mirrored", "Counter", "text", "7", "1.5",
          "1970-01-01 00:00:00 +0000", "ClosedRange<Int>(lowerBound: 1, upperBound: 3)", "completed",
        ])
    }

    @Test("a value that contains itself a hundred thousand times is cut")
    func deepOutline() throws {
      var chain = Chain.end
      for _ in 0..<100_000 { chain = .link(chain) }
      let trace = try TraceRecorder.record(callsDescriptions: false) { _ = Observable.just(chain).subscribe() }.trace
      #expect(trace.arrived.first?.hasPrefix("link(link(") == true && trace.arrived.first?.contains("…") == true)
      // Taken apart one by one, because the end of a long chain would use up the stack.
      while case .link(let next) = chain { chain = next }
    }

    @Test("while a description runs, another thread can do everything that needs a lock")
    func descriptionHoldsNoLock() throws {
      let subject = ReplaySubject<Meanwhile>.create(bufferSize: 4)
      let relay = BehaviorRelay(value: 0)
      let shared = subject.share(replay: 1)
      let merged = Observable.merge(subject.asObservable(), shared, subject.scan(Meanwhile {}) { $1 })
      let zipped = Observable.zip(merged, subject.withLatestFrom(relay)) { first, _ in first }
      let value = Meanwhile {
        for source in [subject.asObservable(), shared, merged, zipped] { source.subscribe().dispose() }
        _ = relay.value
        let other = PublishSubject<Int>()
        let subscription = other.map { $0 + 1 }.subscribe()
        other.onNext(1)
        subscription.dispose()
        _ = try? TraceRecorder.record { _ = Observable.just(1).subscribe() }
      }
      let trace = try TraceRecorder.record {
        let subscription = zipped.observe(on: CurrentThreadScheduler.instance).subscribe()
        subject.onNext(value)
        subscription.dispose()
      }.trace
      #expect(value.calls > 0 && value.timeouts == 0)
      #expect(trace.isComplete)
    }

    @Test("the trace says what types derive from")
    func superclasses() throws {
      let trace = try TraceRecorder.record { _ = Observable.just(1).map { $0 }.subscribe() }.trace
      let derived = Dictionary(trace.objects.map { ($0.typeName, $0.superclasses) }) { first, _ in first }
      #expect(derived["Map"] == ["Operator", "Producer", "Observable"])
      #expect(derived["MapSink"] == ["Sink", "EventReceiver"])
      #expect(derived["AnonymousObserver"] == ["ObserverBase", "EventReceiver"])
    }
  }
}

// MARK: Values

private func mustNotBeCalled() -> String {
  Issue.record("a description was called")
  return "described"
}

private struct Amount: CustomStringConvertible {
  let cents: Int
  var description: String { mustNotBeCalled() }
}

private struct Nested: CustomDebugStringConvertible {
  let amount: Amount
  let name: String
  let pair: (Int, Int?)
  var debugDescription: String { mustNotBeCalled() }
}

private enum Outcome: CustomStringConvertible {
  case none, plain
  case failed(code: Int, String)
  var description: String { mustNotBeCalled() }
}

private enum Quiet {
  case small
  case large(Amount)
}

private struct Mirrored: CustomReflectable {
  var customMirror: Mirror {
    _ = mustNotBeCalled()
    return Mirror(self, children: [])
  }
}

private final class Counter {
  var count = 1
}

private enum Chain {
  case end
  indirect case link(Chain)
}

/// A value whose description waits until another thread has done something. That thread gets no further description.
private final class Meanwhile: CustomStringConvertible, @unchecked Sendable {
  private let body: () -> Void
  private let isBusy = Mutex(false)
  private(set) var calls = 0
  private(set) var timeouts = 0

  init(_ body: @escaping () -> Void) { self.body = body }

  var description: String {
    let wasBusy = isBusy.withLock { isBusy in
      defer { isBusy = true }
      return isBusy
    }
    if wasBusy { return "busy" }
    calls += 1
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      self.body()
      done.signal()
    }
    if done.wait(timeout: .now() + 30) == .timedOut { timeouts += 1 }
    isBusy.withLock { $0 = false }
    return "described"
  }
}

private final class Failures: @unchecked Sendable {
  private let lock = NSLock()
  private var all: [String] = []

  var texts: [String] { lock.withLock { all } }
  func add(_ text: String) { lock.withLock { all.append(text) } }
}
