import Rx
import RxTrace
import RxTracing
import Testing

/// Expects that the steps of pipelines in a closure are the claimed chain of calls.
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
/// A line claims one step: `Type.call`, then, if they matter, its value, its thread and the number of equal steps in a row
/// (`×3`). The thread is named by its queue (`@main`, `@com.example.db`) or by its number in the run (`@thread2`). Two more
/// spaces are one call deeper. `…` skips any number of steps; without one, every step must be claimed, to the last. The type
/// is the object's own, with its number to select one of several (`MapSink#2`), or one of its superclasses. A
/// call that the test makes itself also has the name of the function that it calls: `PublishRelay.accept(_:) 1`. A note
/// follows a `|`.
///
/// A chain that does not hold is an issue of the test, with the claim, the recorded step, the nearest match, and a diff.
///
/// Tests that run at the same time do not disturb it: it checks only the steps of the calling thread, and the steps on
/// other threads that follow from those. Pipelines that the closure makes on other threads without any connection to its
/// own are left out.
///
/// - Parameter body: its result, most often a subscription, is released.
/// - Throws: the errors of the closure; the chain is not checked then.
public func expectTrace<Result, Failure>(
  of body: () throws(Failure) -> Result, sourceLocation: SourceLocation = #_sourceLocation, is chain: () -> String
) throws(Failure) {
  let recording = openRecording(sourceLocation)
  defer { recording?.end() }
  _ = try body()
  check(recording, chain(), sourceLocation) { $0.connected(toThread: 0) }
}

/// Expects that the steps of pipelines in an asynchronous closure are the claimed chain of calls.
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
/// Its work may continue on any thread, so all steps of the process are checked: tests of pipelines that run at the same
/// time disturb it. Put them into suites that are `.serialized`, or test with `--no-parallel`.
///
/// - Parameter body: its result, most often a subscription, is released.
/// - Throws: the errors of the closure; the chain is not checked then.
public func expectTrace<Result, Failure>(
  of body: () async throws(Failure) -> Result, isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, is chain: () -> String
) async throws(Failure) {
  let recording = openRecording(sourceLocation)
  defer { recording?.end() }
  _ = try await body()
  check(recording, chain(), sourceLocation) { $0 }
}

/// Expects that a whole trace is the claimed chain of calls.
///
///     let recording = try TraceRecorder.record { Observable.just(1).subscribe() }
///     expectTrace(recording.trace) { "ObservableType.subscribe(onNext:)\n…" }
public func expectTrace(
  _ trace: Trace, sourceLocation: SourceLocation = #_sourceLocation, is chain: () -> String
) {
  guard let failure = ChainCheck(chain(), trace, locating: LocatedTrace.init(ofThisProcess:)).failure else { return }
  Issue.record(Comment(rawValue: failure), sourceLocation: sourceLocation)
}

/// Nil if nothing can be recorded, which is an issue: the closure still runs, as the test may depend on it.
func openRecording(_ sourceLocation: SourceLocation) -> OpenRecording? {
  do {
    return try OpenRecording()
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
    return nil
  }
}

private func check(
  _ recording: OpenRecording?, _ chain: String, _ sourceLocation: SourceLocation,
  _ part: (Trace) -> Trace
) {
  guard let recording else { return }
  do {
    expectTrace(part(try recording.endAndRead()), sourceLocation: sourceLocation) { chain }
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}
