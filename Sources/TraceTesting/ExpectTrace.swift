import Rx
import RxTrace
import RxTracing
import Testing

/// Expects that what a closure does with pipelines is the chain of calls that is claimed.
///
///     @Test func doubling() {
///       expectTrace {
///         PublishSubject<Int>().startWith(1).map { $0 * 2 }.subscribe(onNext: { print($0) })
///       } is: {
///         """
///         ObservableType.subscribe(onNext:)
///           …
///                     MapSink.on(next:) 1
///                       Sink.forwardOn(next:) 2
///                         ObserverBase.on(next:) 2
///                           AnonymousObserver.onCore(next:) 2
///                             AnonymousObserver.closure 2
///         …
///         """
///       }
///     }
///
/// `expectTrace(of: { … }) { … }` is the same.
///
/// A line claims one step: `Type.call`, then, where they matter, its value, its thread (`@thread2`) and how often it
/// happens in a row (`×3`). Two blanks more are one call deeper. `…` skips any number of steps; without one, every step
/// has to be claimed, to the last. The type is the object's own, with its number where one of several is meant
/// (`MapSink#2`), or one that it derives from. What follows a `|` is a note.
///
/// A chain that does not hold is an issue of the test, with what was claimed and recorded, the nearest match, and a diff.
///
/// Tests that run at the same time do not disturb it: it looks at the calling thread, and at what follows from that on
/// other threads. Pipelines that the closure makes on other threads without any connection to its own are left out.
///
/// - Parameter body: what it returns, most often a subscription, is dropped.
/// - Throws: what the closure throws; the chain is not looked at then.
public func expectTrace<Result, Failure>(
  of body: () throws(Failure) -> Result, sourceLocation: SourceLocation = #_sourceLocation, is chain: () -> String
) throws(Failure) {
  let recording = openRecording(sourceLocation)
  defer { recording?.end() }
  _ = try body()
  check(recording, chain(), sourceLocation) { $0.connected(toThread: 0) }
}

/// Expects that what an asynchronous closure does with pipelines is the chain of calls that is claimed.
///
///     await expectTrace {
///       await refresh()
///     } is: {
///       """
///       PublishSubject.on(next:) "fresh"
///       …
///       """
///     }
///
/// Its work may go on on any thread, so all of the process's is looked at: tests of pipelines that run at the same time
/// disturb it. Put them into suites that are `.serialized`, or test with `--no-parallel`.
///
/// - Parameter body: what it returns, most often a subscription, is dropped.
/// - Throws: what the closure throws; the chain is not looked at then.
public func expectTrace<Result, Failure>(
  of body: () async throws(Failure) -> Result, isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, is chain: () -> String
) async throws(Failure) {
  let recording = openRecording(sourceLocation)
  defer { recording?.end() }
  _ = try await body()
  check(recording, chain(), sourceLocation) { $0 }
}

/// Expects that a trace is the chain of calls that is claimed, all of it.
///
///     let recording = try Trace.record { Observable.just(1).subscribe() }
///     expectTrace(recording.trace) { "ObservableType.subscribe(onNext:)\n…" }
public func expectTrace(
  _ trace: RxTrace.Trace, sourceLocation: SourceLocation = #_sourceLocation, is chain: () -> String
) {
  guard let failure = ChainCheck(chain(), trace).failure else { return }
  Issue.record(Comment(rawValue: failure), sourceLocation: sourceLocation)
}

/// Nil where nothing can be recorded, which is an issue: the closure still runs, as the test may depend on it.
private func openRecording(_ sourceLocation: SourceLocation) -> OpenRecording? {
  do {
    return try OpenRecording()
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
    return nil
  }
}

private func check(
  _ recording: OpenRecording?, _ chain: String, _ sourceLocation: SourceLocation,
  _ part: (RxTrace.Trace) -> RxTrace.Trace
) {
  guard let recording else { return }
  do {
    expectTrace(part(try recording.endAndRead()), sourceLocation: sourceLocation) { chain }
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}
